import ContractABI
import FixtureSupport
import StrictJSON
import Testing

/// Text that nobody types on purpose.
struct HostileTextTests {
  @Test("Where a function is asked for, every name is a function's", arguments: ["fallback", "receive", "constructor"])
  func keywordsAsNames(name: String) throws {
    let abi = try ContractABI(humanReadable: ["function \(name)()"])
    let function = try #require(abi.functions.first)
    #expect(try ABIFunction(parsing: function.signature) == ABIFunction(parsing: function.description))
    #expect(try ContractABI(humanReadable: ["\(name)()"]).functions.isEmpty)
  }

  @Test("A signature with names of any length is written whole and read back")
  func longNames() throws {
    let name = String(repeating: "n", count: 1_000)
    let function = try ABIFunction(parsing: "function \(name)((address \(name), uint256 b) \(name))")
    #expect(try ABIFunction(parsing: function.description).description == function.description)
    let type = try ABIType(parsing: "(address to, uint256 \(name))")
    #expect(try ABIType(parsing: type.humanReadable) == type)
  }

  @Test(arguments: ["\u{1b}[2J", "a b", "1a", "a\n", "é", "a)", "\u{202e}a"])
  func `a parameter's name in JSON that is no identifier is refused and cannot harm a terminal`(name: String) throws {
    let text = JSON.string(name).serialized()
    for entry in [
      #"{"type":"function","name":"f","inputs":[{"type":"bool","name":\#(text)}]}"#,
      #"{"type":"function","name":"f","outputs":[{"type":"bool","name":\#(text)}]}"#,
      #"{"type":"event","name":"E","inputs":[{"type":"bool","name":\#(text),"indexed":true}]}"#,
      #"{"type":"constructor","inputs":[{"type":"tuple","components":[{"type":"bool","name":\#(text)}]}]}"#,
    ] {
      let error = try #require(throws: ContractABIError.self) { try ContractABI(json: JSON(parsing: "[\(entry)]")) }
      #expect(error.code == .invalidABI)
      #expect(!error.description.contains("\u{1b}") && !error.description.contains("\u{202e}"))
    }
  }

  @Test func `a parameter's name in JSON may be missing, empty, or have a dollar sign`() throws {
    let json = try JSON(
      parsing:
        #"[{"type":"function","name":"f","inputs":[{"type":"bool"},{"type":"bool","name":""},{"type":"bool","name":"$_a1"}]}]"#
    )
    #expect(try ContractABI(json: json).functions[0].inputs.map(\.name) == ["", "", "$_a1"])
  }

  @Test func `signatures, types and values made at random never do more than fail`() throws {
    let pieces = [
      "function", "event", "error", "constructor", "tuple", "uint256", "uint", "bytes32", "string", "address payable",
      "(",
      ")", "[", "]", "[3]", "[]", ",", " ", "indexed", "returns", "view", "payable", "a", "_", "$", "\"", "\\u", "\\",
      "{",
      "}", "0x", "-1", "99999999999999999999999", "true", "\u{0}", "é", "\u{202e}", ";", "anonymous", "fixed128x18",
      "1.5",
    ]
    var generator = Seeded(7)
    let types = try ["uint8[]", "(string,bool)[2]", "string[]", "bytes", "int256", "fixed8x2"].map {
      try ABIType(parsing: $0)
    }
    for _ in 0..<4000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...12, using: &generator) { text += pieces.randomElement(using: &generator) ?? "" }
      if let type = try? ABIType(parsing: text) {
        #expect(try ABIType(parsing: type.canonical) == ABIType(parsing: type.canonical))
      }
      if let abi = try? ContractABI(humanReadable: [text]) { #expect(try ContractABI(json: abi.json) == abi) }
      if let function = try? ABIFunction(parsing: text) {
        #expect(try ABIFunction(parsing: function.description) == function)
      }
      for type in types {
        if let value = try? ABIValue(parsing: text, as: type) {
          #expect(try ABICoder.decode(ABICoder.encode([value], as: [type]), as: [type]) == [value])
        }
      }
    }
  }

  @Test func `long text is read or refused in time`() throws {
    let count = 50_000
    let many = "[" + Array(repeating: "1", count: count).joined(separator: ",") + "]"
    #expect(try ABIValue(parsing: many, as: .array(.uint(8))).elements?.count == count)
    #expect(throws: ContractABIError.self) {
      try ABIValue(parsing: String(repeating: "[", count: count), as: .array(.array(.uint(8))))
    }
    #expect(throws: ContractABIError.self) {
      try ABIValue(parsing: String(repeating: "9", count: count), as: .uint(256))
    }
    #expect(throws: ContractABIError.self) { try ABIFunction(parsing: "f" + String(repeating: "(", count: count)) }
    do {
      _ = try ABIValue(parsing: String(repeating: "z\u{1b}", count: count), as: .bool)
    } catch { #expect("\(error)".count < 1000) }
  }

  @Test func `an error has at most four lines, whatever is in it`() {
    let evil = "x\n\r\u{2028}\u{85}\u{1b}[2J"
    let texts: [() throws -> Void] = [
      { _ = try ABIType(parsing: evil) }, { _ = try ABIValue(parsing: evil, as: .uint(8)) },
      { _ = try ABIValue(parsing: evil, as: .address) }, { _ = try ABIValue(parsing: evil, as: .array(.bool)) },
      { _ = try ContractABI(humanReadable: [evil]) }, { _ = try ContractABI(parsing: evil) },
      { _ = try ContractABI().function(evil) },
      { _ = try ContractABI(json: [["type": "function", "name": .string(evil)]]) },
      { _ = try ContractABI(json: [["type": .string(evil), "name": "f"]]) },
      {
        _ = try ContractABI(json: [
          ["type": "event", "name": "f", "inputs": [["type": .string(evil), "name": .string(evil)]]]
        ])
      },
      { _ = try ContractArtifact(json: ["abi": [], "bytecode": .string(evil)]) },
      { _ = try ABIFunction(name: evil, inputs: [ABIParameter(evil, .bool)]).encodeCall([.string(evil)]) },
      { _ = try ABIFunction(name: evil, outputs: [ABIParameter(evil, .bool)]).decodeOutput([]) },
      { _ = try ABIFunction(name: evil, outputs: [ABIParameter(evil, .bool)]).decodeOutput([1]) },
    ]
    for (index, body) in texts.enumerated() {
      do {
        try body()
        Issue.record("text \(index) was accepted")
      } catch {
        let text = "\(error)"
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 4, "\(text)")
        #expect(
          !text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || [0x85, 0x2028].contains($0.value) },
          "\(text)")
      }
    }
  }
}
