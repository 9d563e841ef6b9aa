import Primitives
import StrictJSON

/// A test of RLPTests: a value and its encoding, or bytes that are to be read or refused.
enum RLPTest {
  static func run(_ test: JSON, at place: TestPlace, _ report: inout StateTests.Report) {
    report.judge("RLPTests", at: place) { try failure(test["in"] ?? .null, TestFields(test).bytes("out")) }
  }

  private static func failure(_ input: JSON, _ bytes: Bytes) throws -> String? {
    switch input.string {
    case "INVALID":
      return (try? RLP.decode(bytes)) == nil ? nil : "read, expected to be refused"
    case "VALID":
      return RLP.encode(try RLP.decode(bytes)) == bytes ? nil : "does not encode to itself"
    default:
      let item = try item(input)
      if RLP.encode(item) != bytes { return "encoded as \(RLP.encode(item).hex.prefix(200))" }
      return try RLP.decode(bytes) == item ? nil : "read as something else"
    }
  }

  /// Strings as they stand, numbers, large numbers after `#`, and lists of these.
  private static func item(_ json: JSON) throws -> RLP.Item {
    if let items = json.array { return .list(try items.map(item)) }
    if let number = json.numberText { return .uint(try UInt256(parsing: number)) }
    guard let text = json.string else { throw TestFields.malformed("in") }
    guard text.hasPrefix("#") else { return .bytes(Bytes(text.utf8)) }
    return .bytes(try bigEndian(decimal: text.dropFirst()))
  }

  /// A decimal number of any size: one of the tests has 257 bits.
  private static func bigEndian(decimal: Substring) throws -> Bytes {
    var bytes: Bytes = []
    guard decimal.utf8.count <= 1000 else { throw TestFields.malformed("in") }
    for digit in decimal.utf8 {
      guard (48...57).contains(digit) else { throw TestFields.malformed("in", String(decimal)) }
      var carry = Int(digit) - 48
      for index in bytes.indices.reversed() {
        carry += Int(bytes[index]) * 10
        bytes[index] = UInt8(carry & 0xff)
        carry >>= 8
      }
      if carry > 0 { bytes.insert(UInt8(carry), at: 0) }
    }
    return bytes
  }
}
