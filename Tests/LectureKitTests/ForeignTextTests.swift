import LectureKit
import Primitives
import Testing

@testable import ContractABI

@Suite("Titles of others")
struct ForeignTextTests {
  /// The records of two lectures as a node returns them; the second's title is bytes that are no UTF-8.
  private func records() throws -> Bytes {
    func record(_ number: UInt256, title: Bytes) -> ABIValue {
      let rest = [ABIValue](repeating: .uint(1), count: 12)
      return .tuple(
        [.uint(number), .fixedBytes(Bytes(repeating: 1, count: 32)), .address(.zero), .bytes(title), .uint(0)]
          + [.bool(true)] + rest)
    }
    let fields = LectureMarket.Functions.getLectures.outputs[0].type.element?.components ?? []
    // Bytes and a string are encoded alike.
    let types = fields.map { $0.type == .string ? ABIParameter($0.name, .bytes) : $0 }
    return try ABICoder.encode(
      [.array([record(0, title: Bytes("Swift".utf8)), record(1, title: [0x53, 0xff, 0xfe])])],
      parameters: [ABIParameter("lectures", .array(.tuple(types)))])
  }

  @Test("that are not UTF-8 do not hide the other lectures")
  func titles() throws {
    let data = try records()
    let lectures = try LectureMarket.Functions.getLectures.decodeOutput(data) {
      (reader: inout ABIReader) throws(ContractABIError) in
      try reader.read(ABIArray(LectureMarket.LectureRecord.Codec()))
    }
    #expect(lectures.map(\.title) == ["Swift", "S\u{FFFD}\u{FFFD}"])
    #expect(throws: ContractABIError(.invalidUTF8, "")) { try LectureMarket.Functions.getLectures.decodeOutput(data) }
  }
}
