import ContractABI
import FixtureSupport
import Primitives
import StrictJSON
import Testing

@Suite(.enabled(if: Fixtures.available("ethereum-tests/ABITests"), "fixtures not found: set LECTURES_FIXTURES"))
struct EthereumABIVectors {
  @Test func `every case encodes to its bytes and decodes back`() throws {
    var total = 0
    var passed = 0
    for file in try Fixtures.files(under: "ethereum-tests/ABITests", suffix: ".json") {
      for (name, item) in try #require(Fixtures.json(file).object) {
        total += 1
        let types = try #require(item["types"]?.array).map { try ABIType(parsing: $0.string ?? "") }
        let values = try zip(try #require(item["args"]?.array), types).map { try value($0, $1) }
        let expected = try Bytes(hex: try #require(item["result"]?.string))
        #expect(try ABICoder.encode(values, as: types) == expected, "\(name)")
        #expect(try ABICoder.decode(expected, as: types) == values, "\(name)")
        if try ABICoder.encode(values, as: types) == expected { passed += 1 }
      }
    }
    #expect(passed == total)
    Fixtures.report("ethereum-tests/ABITests", passed: passed)
  }

  /// These vectors give bytes as text.
  private func value(_ json: JSON, _ type: ABIType) throws -> ABIValue {
    guard let text = json.string, !text.hasPrefix("0x") else { return try ABIValue(json: json, as: type) }
    switch type {
    case .bytes: return .bytes(Bytes(text.utf8))
    case .fixedBytes: return .fixedBytes(Bytes(text.utf8))
    default: return try ABIValue(json: json, as: type)
    }
  }
}
