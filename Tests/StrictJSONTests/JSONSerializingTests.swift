import StrictJSON
import Testing

@Suite("Writing JSON")
struct JSONSerializingTests {
  let value: JSON = ["z": [1, "a\"\\\n\u{1}/é😀", nil, true, false], "a": ["k": []], "e": .object(JSONObject())]

  @Test("One line without spaces, members in their order")
  func compact() {
    #expect(value.serialized() == #"{"z":[1,"a\"\\\n\u0001/é😀",null,true,false],"a":{"k":[]},"e":{}}"#)
    #expect(value.serializedBytes() == Array(value.serialized().utf8))
  }

  @Test("Indented lines")
  func pretty() {
    let text = """
      {
        "a": [
          1,
          {
            "b": []
          }
        ]
      }
      """
    let value: JSON = ["a": [1, ["b": []]]]
    #expect(value.serialized(prettyIndent: 2) == text)
  }

  @Test("What is written is read back the same")
  func roundTrip() throws {
    #expect(try JSON(parsing: value.serialized()) == value)
    #expect(try JSON(parsing: value.serialized(prettyIndent: 3)) == value)
    let controls: JSON = .string(String((0..<0x80).map { Character(Unicode.Scalar(UInt8($0))) }))
    #expect(try JSON(parsing: controls.serialized()) == controls)
  }

  @Test("A number text that is no number is written as a string", arguments: ["", "1,2", "abc", "0x1", "1 ", "]"])
  func falseNumbers(text: String) {
    #expect(JSON.number(text).serialized() == "\"\(text)\"")
  }

  @Test("Literals")
  func literals() {
    let name = "n"
    let list: JSON = [1, -2, "x\(name)", nil, true, ["k": 2]]
    #expect(list.serialized() == #"[1,-2,"xn",null,true,{"k":2}]"#)
  }
}
