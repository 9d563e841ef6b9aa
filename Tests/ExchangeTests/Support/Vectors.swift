import FixtureSupport
import Keys
import Orders
import Primitives
import StrictJSON
import Testing

/// The vectors of the 0x protocol.
enum Vectors {
  static let path = "zeroex/zeroex_vectors.json"
  static let available = Fixtures.available(path)

  /// The last order of a version, which is signed and has calldata.
  static func example(_ version: String) throws -> JSON {
    let orders = try #require(try Fixtures.json(path)[version]?["orders"]?.array)
    return try #require(orders.last { $0["callData"] != nil })
  }

  static func member(_ keys: String...) throws -> JSON {
    var json = try Fixtures.json(path)
    for key in keys { json = try #require(json[key], "\(key)") }
    return json
  }
}

/// Numbers that look random and are the same in each run (SplitMix64).
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
