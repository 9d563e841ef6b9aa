import ContractABI
import Primitives
import StrictJSON
import Testing

struct ValueTextTests {
  private func parse(_ text: String, _ type: String) throws -> ABIValue {
    try ABIValue(parsing: text, as: ABIType(parsing: type))
  }

  @Test func `values are read as they are typed`() throws {
    #expect(try parse("100", "uint256") == .uint(100))
    #expect(try parse("0x64", "uint8") == .uint(100))
    #expect(try parse("-5", "int8") == .int(-5))
    #expect(try parse("-128", "int8") == .int(-128))
    #expect(try parse("true", "bool") == .bool(true))
    #expect(try parse("0x", "bytes") == .bytes([]))
    #expect(try parse("0x0102", "bytes2") == .fixedBytes([1, 2]))
    #expect(try parse("-0.5", "fixed128x18") == .fixed(-500_000_000_000_000_000, decimals: 18))
    #expect(
      try parse("0x00112233445566778899AABBCCDDEEFF00112233", "address")
        == .address(Address("0x00112233445566778899aabbccddeeff00112233")))
    #expect(try parse("[]", "uint8[]") == .array([]))
    #expect(try parse(" [ 1 , 2 ] ", "uint8[]") == .array([.uint(1), .uint(2)]))
    #expect(try parse("[[1],[2,3]]", "uint8[][]") == .array([.array([.uint(1)]), .array([.uint(2), .uint(3)])]))
    #expect(
      try parse("(1,0x01,[true])", "(uint8,bytes,bool[1])")
        == .tuple([.uint(1), .bytes([1]), .array([.bool(true)])]))
    #expect(try parse("()", "()") == .tuple([]))
  }

  @Test func `strings are taken as they are, or quoted`() throws {
    #expect(try parse("Hello, (world)]", "string") == .string("Hello, (world)]"))
    #expect(try parse("", "string") == .string(""))
    #expect(try parse(#""a\"b""#, "string") == .string(#"a"b"#))
    #expect(try parse(#""""#, "string") == .string(""))
    #expect(try parse(#"""#, "string") == .string(#"""#))
    #expect(try parse("\"\u{301}abc\"", "string") == .string("\u{301}abc"))
    #expect(
      try parse(#"[a b, "c,d", "\u00e9\n\ud83d\ude00\u{1F600}", 한국어]"#, "string[]")
        == .array([.string("a b"), .string("c,d"), .string("é\n😀😀"), .string("한국어")]))
    for bad in [
      #"["a]"#, #"["\x"]"#, #"["\u12"]"#, #"["\ud800"]"#, #"["\u{110000}"]"#, #"["\u{}"]"#, #"["\"#, #"["a"b]"#,
    ] {
      #expect(throws: ContractABIError(.invalidValue, ""), "\(bad)") { try parse(bad, "string[]") }
    }
  }

  @Test(arguments: [
    ("", "uint8"), ("abc", "uint8"), ("1.5", "uint8"), ("-1", "uint8"), ("1 2", "uint8"), ("0x", "uint8"),
    ("1e3", "uint8"),
    ("256", "uint8"), ("-129", "int8"), ("128", "int8"), ("TRUE", "bool"), ("1", "bool"), ("0x1", "bytes"),
    ("01", "bytes"),
    ("0x01", "bytes2"), ("0x010203", "bytes2"), ("0x0", "address"), ("[1,2", "uint8[]"), ("[1,,2]", "uint8[]"),
    ("1,2", "uint8[]"), ("[1,2]x", "uint8[]"), ("[1]", "uint8[2]"), ("(1)", "(uint8,bool)"),
    ("(1,true,2)", "(uint8,bool)"),
    ("1.0000000000000000001", "fixed128x18"), ("1.", "fixed128x18"), (".5", "fixed128x18"), ("25.6", "ufixed8x1"),
    ("-0.1", "ufixed8x1"), ("0x00112233445566778899AABBCCDDEEFF0011223", "address"), ("0xzz", "bytes"),
    ("0x00112233445566778899AabBccddeeff00112233", "address"), ("[[[[", "uint8[][]"), ("", "(uint8)"),
  ])
  func `what is no value of the type is refused`(text: String, type: String) {
    #expect(throws: ContractABIError.self) { try parse(text, type) }
  }

  @Test func `an error names the element`() throws {
    #expect {
      try parse("(1,[(true,0x01)])", "(uint8 a,(bool b,bytes2 c)[] items)")
    } throws: { "\($0)".hasPrefix("items[0].c: 0x01 is not a bytes2\n") }
    #expect {
      try parse("[1,300]", "uint8[]")
    } throws: { "\($0)".hasPrefix("[1]: 300 does not fit uint8") }
  }

  @Test func `JSON is read and written without losing a digit`() throws {
    let type = try ABIType(parsing: "(uint256 big,int8 small,bytes data,(bool yes,address who)[] list,string text)")
    let json = try JSON(
      parsing: """
        {"big":115792089237316195423570985008687907853269984665640564039457584007913129639935,"small":"-0x01",
         "data":"0xAB","list":[[true,"0x00112233445566778899aabbccddeeff00112233"]],"text":"é"}
        """)
    let value = try ABIValue(json: json, as: type)
    #expect(value.elements?[0] == .uint(.max))
    #expect(value.elements?[1] == .int(-1))
    let written = value.json(as: type)
    #expect(
      written.serialized()
        == #"{"big":"115792089237316195423570985008687907853269984665640564039457584007913129639935","small":"-1","data":"0xab","list":[{"yes":true,"who":"0x00112233445566778899aABBcCdDeefF00112233"}],"text":"é"}"#
        || written["list"]?[0]?["yes"] == true)
    #expect(try ABIValue(json: written, as: type) == value)
    #expect(value.json().array?.count == 5)
  }

  @Test(arguments: [
    (#"1.5"#, "uint8"), (#"1e2"#, "uint8"), (#"true"#, "uint8"), (#""true""#, "bool"), (#"1"#, "bool"),
    (#"1"#, "string"),
    (#"null"#, "string"), (#""[1]""#, "uint8[]"), (#"{"a":1}"#, "(uint8 a,bool b)"),
    (#"{"a":1,"b":true,"c":2}"#, "(uint8 a,bool b)"),
    (#"{"":1}"#, "(uint8)"), (#"[1]"#, "(uint8,bool)"), (#"[1,2,3]"#, "uint8[2]"), (#"[1,"x"]"#, "uint8[]"),
    (#"5"#, "bytes"),
  ])
  func `JSON of another kind is refused`(text: String, type: String) throws {
    let json = try JSON(parsing: text)
    #expect(throws: ContractABIError.self) { try ABIValue(json: json, as: ABIType(parsing: type)) }
  }

  @Test func `what is rendered for people cannot move their cursor, and is not endless`() throws {
    #expect(
      ABIValue.string("a\u{1b}]0;x\u{7}\u{200b}\u{2028}\u{9b}\"\\").readable
        == #""a\u{1b}]0;x\u{7}\u{200b}\u{2028}\u{9b}\"\\""#)
    #expect(ABIValue.string("한국어 é 😀").readable == #""한국어 é 😀""#)
    #expect(ABIValue.bytes(Bytes(repeating: 1, count: 32)).readable.count == 66)
    #expect(ABIValue.bytes(Bytes(repeating: 1, count: 33)).readable == "0x0101010101010101…01010101 (33 bytes)")
    #expect(ABIValue.array((0..<20).map { .uint(UInt256($0)) }).readable.hasSuffix("15, … 4 more]"))
    let wide = ABIValue.array(
      Array(repeating: .array(Array(repeating: .string(String(repeating: "x", count: 500)), count: 50)), count: 50))
    #expect(wide.readable.count < 5000)
    var deep = ABIValue.uint(1)
    for _ in 0..<500 { deep = .tuple([deep]) }
    #expect(deep.readable.contains("…"))
    let named = ABIParameter("evil\u{1b}[31m\n", .uint(8))
    #expect(ABIFunction(name: "f", inputs: [named]).readable([.uint(1)]) == #"f(evil\u{1b}[31m\n: 1)"#)
  }
}
