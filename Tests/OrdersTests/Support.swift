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

  /// A part of the file.
  static func part(_ keys: String...) throws -> JSON {
    var json = try Fixtures.json(path)
    for key in keys { json = try #require(json[key], "\(key)") }
    return json
  }

  /// A list in the file.
  static func list(_ keys: String...) throws -> [JSON] {
    var json = try Fixtures.json(path)
    for key in keys { json = try #require(json[key], "\(key)") }
    return try #require(json.array)
  }
}

extension JSON {
  /// The text of a member that has to be there.
  func text(_ key: String) throws -> String { try #require(self[key]?.string, "\(key)") }

  /// The number of a member that has to be there, in quotes or not.
  func number(_ key: String) throws -> UInt256 {
    try UInt256(parsing: #require(self[key]?.string ?? self[key]?.numberText, "\(key)"))
  }

  /// The object with a member set, or without it.
  func with(_ key: String, _ value: JSON?) -> JSON {
    var object = self.object ?? [:]
    object[key] = value
    return .object(object)
  }
}

extension Seeded {
  /// A number of any length up to so many bits: short ones as often as long ones.
  mutating func number(bits: Int = 256) -> UInt256 {
    let width = Int.random(in: 0...bits, using: &self)
    return width == 0 ? 0 : UInt256(words: next(), next(), next(), next()) >> UInt256(256 - width)
  }

  mutating func address() throws -> Address { try Address(bytes(20)) }

  mutating func key() throws -> PrivateKey { try PrivateKey(bytes: bytes(32)) }

  /// An order of version 1 of any numbers, zeros and the largest among them.
  mutating func orderV1(maker: Address? = nil, bits: Int = 256) throws -> OrderV1 {
    OrderV1(
      exchange: try address(), maker: try maker ?? address(), taker: Bool.random(using: &self) ? .zero : try address(),
      makerToken: try address(), takerToken: try address(), feeRecipient: try address(),
      makerAmount: number(bits: bits),
      takerAmount: number(bits: bits), makerFee: number(bits: bits), takerFee: number(bits: bits), expiry: number(),
      salt: number())
  }

  /// A limit order of any numbers that fit.
  mutating func limitOrder(maker: Address? = nil, bits: Int = 128) throws -> LimitOrder {
    try LimitOrder(
      exchange: ExchangeContract(chainID: number(), address: try address()), maker: try maker ?? address(),
      taker: Bool.random(using: &self) ? .zero : try address(),
      sender: Bool.random(using: &self) ? .zero : try address(),
      makerToken: try address(), takerToken: try address(), feeRecipient: try address(),
      makerAmount: number(bits: bits),
      takerAmount: number(bits: bits), takerFee: number(bits: bits), pool: Hash32(number()), expiry: number(bits: 64),
      salt: number())
  }
}

/// The members of the order in the vectors' scenarios: 1000 for 300, fees 10 and 20, until 2100.
enum Example {
  static let expiry: UInt64 = 4_102_444_800

  static func v1(
    _ makerAmount: UInt256 = 1000, for takerAmount: UInt256 = 300, fees: (UInt256, UInt256) = (10, 20),
    expiry: UInt256 = UInt256(expiry), salt: UInt256 = 42
  ) -> OrderV1 {
    OrderV1(
      exchange: Address(truncating: 9), maker: Address(truncating: 1), makerToken: Address(truncating: 2),
      takerToken: Address(truncating: 3), feeRecipient: Address(truncating: 4), makerAmount: makerAmount,
      takerAmount: takerAmount, makerFee: fees.0, takerFee: fees.1, expiry: expiry, salt: salt)
  }

  static func v4(
    _ makerAmount: UInt256 = 1000, for takerAmount: UInt256 = 300, fee: UInt256 = 3, salt: UInt256 = 42
  ) throws -> LimitOrder {
    try LimitOrder(
      exchange: ExchangeContract(chainID: 1337, address: Address(truncating: 9)), maker: Address(truncating: 1),
      makerToken: Address(truncating: 2), takerToken: Address(truncating: 3), feeRecipient: Address(truncating: 4),
      makerAmount: makerAmount, takerAmount: takerAmount, takerFee: fee, expiry: UInt256(expiry), salt: salt)
  }
}

/// The error that a body throws; nil if it throws none.
func failure<Value>(_ body: () throws(OrderError) -> Value) -> OrderError? {
  do throws(OrderError) {
    _ = try body()
    return nil
  } catch { return error }
}
