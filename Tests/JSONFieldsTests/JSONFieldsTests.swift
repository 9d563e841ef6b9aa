import JSONFields
import Primitives
import StrictJSON
import Testing

@Suite("JSON fields")
struct JSONFieldsTests {
  private func problem(_ json: JSON, _ read: (JSONFields<JSONFieldProblem>) throws -> Void) throws -> String {
    let fields = try JSONFields(json)
    let error = #expect(throws: JSONFieldProblem.self) { try read(fields) }
    return error?.description ?? "none"
  }

  @Test("A quantity has no leading zeros, hexadecimal may have them, a number may be decimal")
  func strictness() throws {
    let fields = try JSONFields(["a": "0x1a", "b": "0x01a", "c": "26", "d": 26])
    #expect(try fields.required("a", .quantity) == UInt256(26))
    #expect(try fields.required("d", .quantity) == UInt64(26))
    #expect(try fields.required("b", .hexadecimal) == UInt64(26))
    for name in ["a", "b", "c", "d"] { #expect(try fields.required(name, .number) == UInt8(26)) }
    for name in ["b", "c"] {
      #expect(throws: JSONFieldProblem.self) { try fields.required(name, JSONReader<UInt64>.quantity) }
    }
    for name in ["c", "d"] {
      #expect(throws: JSONFieldProblem.self) { try fields.required(name, JSONReader<UInt64>.hexadecimal) }
    }
  }

  @Test("A problem names the place, what is there and what is due")
  func places() throws {
    let json: JSON = ["logs": [["topics": ["0x12"]]], "big": "0x10000000000000000"]
    let log = JSONReader { (json) throws(JSONFieldProblem) in
      try JSONFields(json).required("topics", JSONReader<[Hash32]>.list(of: .hash))
    }
    let topics = try problem(json) { _ = try $0.required("logs", .list(of: log)) }
    #expect(topics == "logs[0].topics[0]: is \"0x12\" where a hash of 32 bytes is due")
    let big = try problem(json) { _ = try $0.required("big", JSONReader<UInt64>.quantity) }
    #expect(big == "big: is \"0x10000000000000000\" where a quantity below 2^64 is due")
    #expect(try problem(json) { _ = try $0.required("to", .address) } == "to: is missing")
    #expect(try problem(["a": 1]) { try $0.refuseOthers(than: ["b"]) } == "a: is not known")
  }

  @Test("Null is absent unless it is to be a value")
  func nulls() throws {
    #expect(try JSONFields(["a": nil]).optional("a", .bool) == nil)
    let strict = try JSONFields(["a": nil], rules: []) { $0 }
    #expect(throws: JSONFieldProblem.self) { try strict.optional("a", .bool) }
  }

  @Test("A member is found under its other name, and told by its first")
  func otherName() throws {
    let fields = try JSONFields(["mixhash": "0x00", "score": "0x1"])
    #expect(try fields.required("blockScore", or: "score", .hexadecimal) == UInt256(1))
    let error = #expect(throws: JSONFieldProblem.self) { try fields.required("mixHash", or: "mixhash", .hash) }
    #expect(error?.field == "mixHash")
  }

  @Test("Bytes have their counts, and a prefix as far as it is asked for")
  func bytes() throws {
    let fields = try JSONFields(["a": "0x0102", "b": "0102", "c": "0X0102"])
    #expect(try fields.required("a", .bytes) == [1, 2])
    for name in ["a", "b", "c"] { #expect(try fields.required(name, .bytes(1...2, prefix: .optional)) == [1, 2]) }
    for name in ["b", "c"] { #expect(throws: JSONFieldProblem.self) { try fields.required(name, .bytes) } }
    let short = #expect(throws: JSONFieldProblem.self) { try fields.required("a", .bytes(3...4)) }
    #expect(short?.flaw == .length(2, of: 3...4))
    let long = #expect(throws: JSONFieldProblem.self) { try fields.required("a", .bytes(1...1)) }
    #expect(long?.flaw == .tooLong)
  }
}
