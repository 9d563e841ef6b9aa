import ContractABI
import Primitives
import Testing

struct ABICoderTests {
  private func types(_ list: String) throws -> [ABIType] {
    guard case .tuple(let components) = try ABIType(parsing: list) else { return [] }
    return components.map(\.type)
  }

  private func roundTrip(_ list: String, _ texts: [String], _ expected: String) throws {
    let types = try types(list)
    let values = try zip(texts, types).map { try ABIValue(parsing: $0, as: $1) }
    #expect(try ABICoder.encode(values, as: types) == words(expected))
    #expect(try ABICoder.decode(words(expected), as: types) == values)
  }

  @Test func `the examples of Solidity's specification`() throws {
    try roundTrip(
      "(bytes3[2])", ["[0x616263, 0x646566]"],
      """
      6162630000000000000000000000000000000000000000000000000000000000
      6465660000000000000000000000000000000000000000000000000000000000
      """)
    try roundTrip(
      "(bytes,bool,uint256[])", ["0x64617665", "true", "[1,2,3]"],
      """
      0000000000000000000000000000000000000000000000000000000000000060
      0000000000000000000000000000000000000000000000000000000000000001
      00000000000000000000000000000000000000000000000000000000000000a0
      0000000000000000000000000000000000000000000000000000000000000004
      6461766500000000000000000000000000000000000000000000000000000000
      0000000000000000000000000000000000000000000000000000000000000003
      0000000000000000000000000000000000000000000000000000000000000001
      0000000000000000000000000000000000000000000000000000000000000002
      0000000000000000000000000000000000000000000000000000000000000003
      """)
    try roundTrip(
      "(uint256[][],string[])", ["[[1,2],[3]]", #"["one","two","three"]"#],
      """
      0000000000000000000000000000000000000000000000000000000000000040
      0000000000000000000000000000000000000000000000000000000000000140
      0000000000000000000000000000000000000000000000000000000000000002
      0000000000000000000000000000000000000000000000000000000000000040
      00000000000000000000000000000000000000000000000000000000000000a0
      0000000000000000000000000000000000000000000000000000000000000002
      0000000000000000000000000000000000000000000000000000000000000001
      0000000000000000000000000000000000000000000000000000000000000002
      0000000000000000000000000000000000000000000000000000000000000001
      0000000000000000000000000000000000000000000000000000000000000003
      0000000000000000000000000000000000000000000000000000000000000003
      0000000000000000000000000000000000000000000000000000000000000060
      00000000000000000000000000000000000000000000000000000000000000a0
      00000000000000000000000000000000000000000000000000000000000000e0
      0000000000000000000000000000000000000000000000000000000000000003
      6f6e650000000000000000000000000000000000000000000000000000000000
      0000000000000000000000000000000000000000000000000000000000000003
      74776f0000000000000000000000000000000000000000000000000000000000
      0000000000000000000000000000000000000000000000000000000000000005
      7468726565000000000000000000000000000000000000000000000000000000
      """)
  }

  @Test func `decimal numbers, functions and empty arrays`() throws {
    try roundTrip(
      "(fixed128x18,ufixed8x1,function,string[0],uint8[0])",
      ["-1.5", "25.5", "0x00112233445566778899aabbccddeeff0011223344556677", "[]", "[]"],
      """
      ffffffffffffffffffffffffffffffffffffffffffffffffeb2eedf284ea0000
      00000000000000000000000000000000000000000000000000000000000000ff
      00112233445566778899aabbccddeeff00112233445566770000000000000000
      0000000000000000000000000000000000000000000000000000000000000080
      """)
  }

  @Test func `integers at the ends of their ranges`() throws {
    for bits in stride(from: 8, through: 256, by: 8) {
      let largest = UInt256.max >> (256 - bits)
      #expect(try ABICoder.encode([.uint(largest)], as: [.uint(bits)]).count == 32)
      let half = Int256(bitPattern: UInt256.max >> (257 - bits))
      for value in [half, ~half, 0, -1] {
        let data = try ABICoder.encode([.int(value)], as: [.int(bits)])
        #expect(try ABICoder.decode(data, as: [.int(bits)]) == [.int(value)])
      }
      guard bits < 256 else { continue }
      let above = try ABICoder.encode([.uint(largest + 1)], as: [.uint(256)])
      #expect(throws: ContractABIError(.outOfRange, "")) {
        try ABICoder.encode([.uint(largest + 1)], as: [.uint(bits)])
      }
      #expect(throws: ContractABIError(.outOfRange, "")) { try ABICoder.encode([.int(half + 1)], as: [.int(bits)]) }
      #expect(throws: ContractABIError(.outOfRange, "")) { try ABICoder.encode([.int(~half - 1)], as: [.int(bits)]) }
      #expect(throws: ContractABIError(.invalidPadding, "")) { try ABICoder.decode(above, as: [.uint(bits)]) }
      #expect(try ABICoder.decode(above, as: [.uint(bits)], options: .lenient) == [.uint(0)])
      let wide = try ABICoder.encode([.int(half + 1)], as: [.int(256)])
      #expect(throws: ContractABIError(.invalidPadding, "")) { try ABICoder.decode(wide, as: [.int(bits)]) }
      #expect(try ABICoder.decode(wide, as: [.int(bits)], options: .lenient) == [.int(~half)])
    }
  }

  @Test func `a value of another kind is refused with its path`() throws {
    let type = try ABIType(parsing: "(uint8 a,(bool b, bytes2[2] c)[] items)")
    let good = try ABIValue(parsing: "(1,[(true,[0x0102,0x0304])])", as: type)
    #expect(try ABICoder.encode([good], as: [type]).count == 32 * 7)
    let wrong: [(ABIValue, ContractABIError.Code, String)] = [
      (.uint(1), .typeMismatch, "value 1: "), (.tuple([.uint(1)]), .countMismatch, "value 1: "),
      (.tuple([.uint(256), .array([])]), .outOfRange, "value 1.a: "),
      (.tuple([.int(1), .array([])]), .typeMismatch, "value 1.a: "),
      (.tuple([.uint(1), .array([.tuple([.uint(1), .array([])])])]), .typeMismatch, "value 1.items[0].b: "),
      (.tuple([.uint(1), .array([.tuple([.bool(true), .array([])])])]), .countMismatch, "value 1.items[0].c: "),
      (
        .tuple([.uint(1), .array([.tuple([.bool(true), .array([.fixedBytes([1, 2]), .fixedBytes([1])])])])]),
        .countMismatch, "value 1.items[0].c[1]: "
      ),
    ]
    for (value, code, path) in wrong {
      #expect {
        try ABICoder.encode([value], as: [type])
      } throws: { error in
        (error as? ContractABIError)?.code == code && "\(error)".hasPrefix(path)
      }
    }
    #expect(throws: ContractABIError(.countMismatch, "")) { try ABICoder.encode([], as: [type]) }
  }

  @Test func `bytes after the values are ignored, as contracts ignore them`() throws {
    #expect(try ABICoder.decode(Bytes(repeating: 0, count: 71), as: [.bool, .bool]) == [.bool(false), .bool(false)])
  }

  @Test func `the packed mode refuses what Solidity does not pack`() throws {
    for (text, value) in [("(uint8)", "(1)"), ("bytes[]", "[0x01]"), ("string[2]", "[a,b]"), ("(bool)[]", "[(true)]")] {
      let type = try ABIType(parsing: text)
      #expect(throws: ContractABIError(.notPackable, "")) {
        try ABICoder.encodePacked([ABIValue(parsing: value, as: type)], as: [type])
      }
    }
    let values: [ABIValue] = [.int(-1), .fixedBytes([0x42]), .uint(3), .string("Hello, world!")]
    #expect(
      try ABICoder.encodePacked(values, as: [.int(16), .fixedBytes(1), .uint(16), .string]).hex
        == "0xffff42000348656c6c6f2c20776f726c6421")
  }
}
