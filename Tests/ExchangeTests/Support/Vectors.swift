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
