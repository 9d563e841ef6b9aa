import StrictJSON
import Testing

@Suite("Reading JSON")
struct JSONParsingTests {
  @Test("Values of every kind are read")
  func kinds() throws {
    let json = try JSON(parsing: #" {"a":[1,-2.5e+3,true,false,null],"b":{"c":"d"}, "":[] , "e":{}} "#)
    let expected: JSON = [
      "a": [1, .number("-2.5e+3"), true, false, nil], "b": ["c": "d"], "": [], "e": .object(JSONObject()),
    ]
    #expect(json == expected)
    #expect(json["a"]?[1]?.numberText == "-2.5e+3")
    #expect(json["a"]?[0]?.int == 1)
    #expect(json["a"]?[2]?.bool == true)
    #expect(json["a"]?[4]?.isNull == true)
    #expect(json["a"]?[5] == nil)
    #expect(json["a"]?[-1] == nil)
    #expect(json["b"]?["c"]?.string == "d")
    #expect(json["x"] == nil)
    #expect(json[0] == nil)
    #expect(json.object?.keys == ["a", "b", "", "e"])
  }

  @Test("A number keeps every digit")
  func exactNumbers() throws {
    let text = "115792089237316195423570985008687907853269984665640564039457584007913129639935"
    #expect(try JSON(parsing: text) == .number(text))
    #expect(try JSON(parsing: text).int == nil)
    #expect(try JSON(parsing: "1.0").int == nil)
    #expect(try JSON(parsing: "9223372036854775807").int == .max)
    #expect(try JSON(parsing: "9223372036854775808").int == nil)
  }

  @Test(
    "Numbers that JSON does not write so are refused",
    arguments: ["-", "01", "-01", "1.", "1.e1", "1e", "1e+", "-.5"])
  func badNumbers(text: String) {
    #expect(code(text) == .badNumber)
  }

  @Test(
    "What begins no value is refused",
    arguments: [
      "+1", ".5", "NaN", "Infinity", "'a'", "truE", "nul ", "]", "}", ",", "[1,]", "{\"a\" 1}", "{a:1}",
      "{\"a\":1,}", "[1 2]", "{1:2}", "\u{feff}1", "/**/1",
    ])
  func unexpected(text: String) {
    #expect(code(text) == .unexpectedCharacter)
  }

  @Test(
    "A text that ends early is refused",
    arguments: [
      "", " ", "[", "[1", "[1,", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "\"", "\"abc", "\"\\", "tru",
      "\"\\u12", "\"\\ud800\\",
    ])
  func truncated(text: String) {
    #expect(code(text) == .truncated)
  }

  @Test("Nothing may follow the value", arguments: ["1 2", "{}{}", "null,", "[]]", "\"\"x", "0x10", "1e5.5"])
  func trailing(text: String) {
    #expect(code(text) == .trailingBytes)
  }

  @Test("A member that comes twice is refused, however it is spelled")
  func duplicates() {
    #expect(code(#"{"a":1,"a":1}"#) == .duplicateKey)
    #expect(code(#"{"a":1,"\u0061":2}"#) == .duplicateKey)
    let many = (0..<100).map { "\"k\($0)\":0" }.joined(separator: ",")
    #expect(code("{\(many),\"k50\":1}") == .duplicateKey)
    #expect(code("{\(many),\"k99\":1}") == .duplicateKey)
  }

  @Test("Keys are the same only when their bytes are")
  func exactKeys() throws {
    let json = try JSON(parsing: #"{"\u00e9":1,"e\u0301":2}"#)
    #expect(json.object?.count == 2)
    #expect(json["\u{e9}"]?.int == 1)
    #expect(json["e\u{301}"]?.int == 2)
  }

  @Test("Escapes are resolved")
  func escapes() throws {
    #expect(try JSON(parsing: #""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00\u0000""#) == "\"\\/\u{8}\u{c}\n\r\té😀\0")
    #expect(try JSON(parsing: "\"plain é 😀 \u{7f}\"") == "plain é 😀 \u{7f}")
  }

  @Test(
    "Escapes that JSON does not know are refused",
    arguments: [
      #""\x""#, #""\u12g4""#, #""\ud800""#, #""\ud800x""#, #""\ud800\n1234""#, #""\ud800\ud800""#, #""\udc00""#,
      #""\'""#, #""\U0041""#, #""\u 041""#, #""\u+041""#,
    ])
  func badEscapes(text: String) {
    #expect(code(text) == .badEscape || code(text) == .truncated)
  }

  @Test("A control character in a string is refused, wherever it stands", arguments: 0..<40)
  func controls(position: Int) {
    for control: UInt8 in [0, 9, 10, 13, 0x1f] {
      var bytes = [UInt8](repeating: 0x61, count: 42)
      (bytes[0], bytes[41]) = (0x22, 0x22)
      bytes[position + 1] = control
      #expect(throws: JSONError.self) { try JSON(parsing: bytes) }
    }
  }

  @Test(
    "Bytes that are not UTF-8 are refused",
    arguments: [
      [0x80], [0xc0, 0x80], [0xc1, 0xbf], [0xc2], [0xe0, 0x80, 0x80], [0xe0, 0x9f, 0xbf], [0xed, 0xa0, 0x80],
      [0xf0, 0x80, 0x80, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xff], [0xe2, 0x82],
      [0xf0, 0x9f, 0x98],
    ] as [[UInt8]])
  func badUTF8(bytes: [UInt8]) {
    for padding in 0..<9 {
      let text = [0x22] + [UInt8](repeating: 0x61, count: padding) + bytes + [0x22]
      #expect(throws: JSONError.self) { try JSON(parsing: text) }
      #expect(throws: JSONError.self) { try JSON(parsing: Array(text.dropLast())) }
    }
    #expect(throws: JSONError.self) { try JSON(parsing: bytes) }
  }

  @Test("Every length of string around the words that are read at once is read whole")
  func lengths() throws {
    for count in 0..<40 {
      let plain = String(repeating: "x", count: count)
      for end in ["", "é", "\\n", "\\\""] {
        let expected = plain + (end == "\\n" ? "\n" : end == "\\\"" ? "\"" : end) + plain
        #expect(try JSON(parsing: "\"\(plain)\(end)\(plain)\"") == .string(expected))
      }
    }
  }

  @Test("Depth and length are limited")
  func limits() throws {
    func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    #expect(code(nested(128)) == nil)
    #expect(code(nested(129)) == .tooDeep)
    #expect(code(String(repeating: "[", count: 1_000_000)) == .tooDeep)
    #expect(code(String(repeating: #"{"a":"#, count: 1_000_000)) == .tooDeep)
    #expect(code(nested(512), JSON.Limits(depth: 1_000_000)) == nil)
    #expect(code(nested(513), JSON.Limits(depth: 1_000_000)) == .tooDeep)
    var limits = JSON.Limits()
    limits.depth = 1_000_000
    #expect(code(nested(513), limits) == .tooDeep)
    #expect(code("[1,2]", JSON.Limits(bytes: 4)) == .tooLong)
    #expect(code("[1,2]", JSON.Limits(bytes: 5)) == nil)
  }

  @Test("An error tells where it is")
  func offset() {
    #expect(throws: JSONError.self) { try JSON(parsing: "[1, x]") }
    do throws(JSONError) {
      _ = try JSON(parsing: "[1, x]")
    } catch {
      #expect(error.offset == 4)
      #expect(error.description.contains("byte 4"))
    }
  }

  @Test("Any collection of bytes is read")
  func collections() throws {
    #expect(try JSON(parsing: Array("xx[1]".utf8).dropFirst(2)) == [1])
    #expect(try JSON(parsing: "[1]".utf8.lazy.map { $0 }) == [1])
  }

  private func code(_ text: String, _ limits: JSON.Limits = .default) -> JSONError.Code? {
    do throws(JSONError) {
      _ = try JSON(parsing: text, limits: limits)
      return nil
    } catch {
      return error.code
    }
  }
}
