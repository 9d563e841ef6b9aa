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

  /// Hexadecimal strings and lists of them.
  private func hexItem(_ json: JSON) throws -> RLP.Item {
    if let items = json.array { return .list(try items.map(hexItem)) }
    return .bytes(try Bytes(hex: try #require(json.string)))
  }
}
