import ContractABI
import FixtureSupport
import Primitives
import StrictJSON
import Testing

@Suite(.enabled(if: Fixtures.available("ethers"), "fixtures not found: set LECTURES_FIXTURES"))
struct EthersABIVectors {
  @Test func `every case encodes to its bytes and decodes to its values`() throws {
    let cases = try #require(Fixtures.json("ethers/abi.json.gz").array)
    var passed = 0
    for item in cases {
      let name = item["name"]?.string ?? "?"
      let type = try ABIType(parsing: try #require(item["type"]?.string))
      let value = try ABIValue(json: try #require(item["value"]), as: type)
      let encoded = try Bytes(hex: try #require(item["encoded"]?.string))
      let ours = try ABICoder.encode([value], as: [type])
      let decoded = try ABICoder.decode(encoded, as: [type])
      #expect(ours == encoded, "\(name) encodes")
      #expect(decoded == [value], "\(name) decodes")
      // JSON and text go there and back.
      #expect(try ABIValue(json: value.json(as: type), as: type) == value, "\(name) through JSON")
      if ours == encoded, decoded == [value] { passed += 1 }
    }
    #expect(passed == cases.count)
    Fixtures.report("ethers/abi", passed: passed)
  }

  @Test func `every prefix and every flipped word of a case is refused or decoded, never more`() throws {
    let cases = try #require(Fixtures.json("ethers/abi.json.gz").array)
    for item in cases {
      let type = try ABIType(parsing: try #require(item["type"]?.string))
      let encoded = try Bytes(hex: try #require(item["encoded"]?.string))
      guard encoded.count <= 4096 else { continue }
      for count in stride(from: 0, to: encoded.count, by: 32) {
        #expect(throws: ContractABIError.self) { try ABICoder.decode(Bytes(encoded.prefix(count)), as: [type]) }
        for value: UInt8 in [0xff, 0x20, 0x01] {
          var changed = encoded
          changed[count + 31] = value
          _ = try? ABICoder.decode(changed, as: [type])
          changed[count] = 0xff
          _ = try? ABICoder.decode(changed, as: [type], options: .lenient)
        }
      }
    }
  }

  @Test func `every packed case hashes to its digest`() throws {
    let cases = try #require(Fixtures.json("ethers/solidity-hashes.json.gz").array)
    var passed = 0
    for item in cases {
      let types = try #require(item["types"]?.array).map { try ABIType(parsing: $0.string ?? "") }
      let values = try zip(try #require(item["values"]?.array), types).map { try ABIValue(json: $0, as: $1) }
      let digest = Keccak256.hash(try ABICoder.encodePacked(values, as: types)).hex
      #expect(digest == item["keccak256"]?.string, "\(item["name"]?.string ?? "?")")
      if digest == item["keccak256"]?.string { passed += 1 }
    }
    #expect(passed == cases.count)
    Fixtures.report("ethers/solidity-hashes", passed: passed)
  }
}
