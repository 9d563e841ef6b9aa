import FixtureSupport
import Primitives
import StrictJSON
import Testing

@Suite("RLP vectors")
struct RLPVectorTests {
  @Test(
    "ethers rlp: encodes and decodes",
    .enabled(if: Fixtures.available("ethers"), "fixtures not found: set LECTURES_FIXTURES"))
  func ethers() throws {
    let cases = try #require(try Fixtures.json("ethers/rlp.json.gz").array)
    var passed = 0
    for test in cases {
      let item = try hexItem(try #require(test["decoded"]))
      let bytes = try Bytes(hex: try #require(test["encoded"]?.string))
      let encoded = RLP.encode(item)
      let decoded = try RLP.decode(bytes)
      #expect(encoded == bytes && decoded == item, "\(test["name"]?.string ?? "")")
      passed += encoded == bytes && decoded == item ? 1 : 0
    }
    #expect(passed == cases.count)
    Fixtures.report("ethers/rlp", passed: passed)
  }

  @Test(
    "ethereum-tests RLPTests: encodes what is given, reads what is valid, refuses what is not",
    .enabled(if: Fixtures.available("ethereum-tests/RLPTests"), "fixtures not found: set LECTURES_FIXTURES"))
  func ethereumTests() throws {
    var passed = 0
    var total = 0
    for file in try Fixtures.files(under: "ethereum-tests/RLPTests", suffix: ".json") {
      for (name, test) in try #require(try Fixtures.json(file).object) {
        total += 1
        let good = try check(try #require(test["in"]), try Bytes(hex: try #require(test["out"]?.string)))
        #expect(good, "\(file) \(name)")
        passed += good ? 1 : 0
      }
    }
    #expect(passed == total && total > 0)
    Fixtures.report("ethereum-tests/RLPTests", passed: passed)
  }

  private func check(_ input: JSON, _ bytes: Bytes) throws -> Bool {
    switch input.string {
    case "INVALID":
      return (try? RLP.decode(bytes)) == nil
    case "VALID":
      return RLP.encode(try RLP.decode(bytes)) == bytes
    default:
      let item = try textItem(input)
      return try RLP.encode(item) == bytes && RLP.decode(bytes) == item
    }
  }

  /// Hexadecimal strings and lists of them.
  private func hexItem(_ json: JSON) throws -> RLP.Item {
    if let items = json.array { return .list(try items.map(hexItem)) }
    return .bytes(try Bytes(hex: try #require(json.string)))
  }

  /// Strings as they stand, numbers, large numbers after `#`, and lists of these.
  private func textItem(_ json: JSON) throws -> RLP.Item {
    if let items = json.array { return .list(try items.map(textItem)) }
    if let number = json.numberText { return .uint(try UInt256(parsing: number)) }
    let text = try #require(json.string)
    guard text.hasPrefix("#") else { return .bytes(Bytes(text.utf8)) }
    return .bytes(bigEndian(decimal: text.dropFirst()))
  }

  /// A decimal number of any size: one of the vectors has 257 bits.
  private func bigEndian(decimal: Substring) -> Bytes {
    var bytes: Bytes = []
    for digit in decimal.utf8 {
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
