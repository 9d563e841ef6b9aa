import ChainSupport
import ContractABI
import Primitives
import StrictJSON
import Testing

@Suite(
  "The ABI between us and eth-abi", .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"),
  .timeLimit(.minutes(20)))
struct ABIInteropTests {
  @Test("Random types and values are the same bytes, and the same values again: 250 cases")
  func standard() async throws {
    let cases = try #require(try await Witness.ask("abi_cases", ["seed": 20_261_121, "count": 250]).array)
    #expect(cases.count == 250)
    for entry in cases {
      let (names, types, values, data) = try read(entry)
      #expect(try ABICoder.encode(values, as: types).hex == data.hex, "\(names)")
      #expect(try ABICoder.decode(data, as: types) == values, "\(names)")
      let readBack = try await Witness.ask(
        "abi_decodes_to",
        [
          "types": .array(names.map { .string($0) }), "values": entry["values"] ?? .null,
          "data": .string(try ABICoder.encode(values, as: types).hex),
        ])
      #expect(readBack == true, "\(names)")
      // What we write of a value as JSON, they read.
      let written = try await Witness.text(
        "abi_encode",
        [
          "types": .array(names.map { .string($0) }),
          "values": .array(zip(values, types).map { Self.plain($0.json(as: $1)) }),
        ])
      #expect(written == data.hex, "\(names)")
    }
  }

  @Test("Packed encoding: 150 cases")
  func packed() async throws {
    let cases = try #require(try await Witness.ask("packed_cases", ["seed": 7, "count": 150]).array)
    for entry in cases {
      let (names, types, values, data) = try read(entry)
      #expect(try ABICoder.encodePacked(values, as: types).hex == data.hex, "\(names)")
    }
  }

  private func read(_ entry: JSON) throws -> ([String], [ABIType], [ABIValue], Bytes) {
    let names = try #require(entry["types"]?.array).compactMap(\.string)
    let types = try names.map { try ABIType(parsing: $0) }
    let values = try zip(try #require(entry["values"]?.array), types).map { try ABIValue(json: $0, as: $1) }
    return (names, types, values, try Bytes(hex: try #require(entry["data"]?.string)))
  }

  /// Numbers as text: Python's JSON would read them, but the way back to an integer is by text.
  private static func plain(_ json: JSON) -> JSON {
    switch json {
    case .number(let text): .string(text)
    case .array(let items): .array(items.map(plain))
    default: json
    }
  }
}
