import ContractABI
import Primitives
import StrictJSON
import Testing

@testable import BindingsGenerator

struct HostileNameTests {
  private func bindings(_ abi: JSON, fileName: String = "Market.json") throws -> String {
    try BindingsGenerator.bindings(artifact: abi.serializedBytes(), fileName: fileName)
  }

  private func function(_ name: String, inputs: [JSON] = [], payable: Bool = false) -> JSON {
    [
      "type": "function", "name": .string(name), "inputs": .array(inputs),
      "stateMutability": payable ? "payable" : "view",
    ]
  }

  private func parameter(_ name: String, _ type: String = "uint256") -> JSON {
    ["name": .string(name), "type": .string(type)]
  }

  private static let hostileNames = [
    "a\"; evil() //", "a\nimport Foundation", "a\\(evil())", "a`b", "a b", "1a", "a\u{0}", "a\u{2028}b", "é", "a-b",
    "*/", "\u{1b}[2Ja",
  ]

  @Test(arguments: hostileNames)
  func `a parameter's name that is no identifier is refused`(name: String) {
    let tuple: JSON = ["name": "o", "type": "tuple[]", "components": [parameter(name)]]
    for kind in ["function", "event", "error", "constructor"] {
      for inputs in [[parameter(name)], [tuple]] {
        #expect(throws: ContractABIError(.invalidABI, "")) {
          try bindings([["type": .string(kind), "name": "f", "inputs": .array(inputs)]])
        }
      }
    }
    #expect(throws: ContractABIError(.invalidABI, "")) {
      try bindings([["type": "function", "name": "f", "inputs": [], "outputs": [parameter(name)]]])
    }
  }

  @Test(arguments: hostileNames + [""])
  func `a name that is no identifier is refused`(name: String) {
    for kind in ["function", "event", "error"] {
      #expect(throws: ContractABIError(.invalidABI, "")) {
        try bindings([["type": .string(kind), "name": .string(name), "inputs": []]])
      }
    }
  }

  @Test func `an internal type cannot leave its literal or its comment`() throws {
    let evil = "struct x\"\"\")\n} import Foundation \\(evil()) */ ` \u{2028}\u{202e}\r\"\"\""
    let one: JSON = ["name": "x", "type": "uint256", "internalType": .string(evil)]
    let parameters = [one, parameter("y", "string")]
    let text = try bindings([
      function("f", inputs: parameters), ["type": "event", "name": "E", "inputs": .array(parameters)],
      ["type": "error", "name": "X", "inputs": .array(parameters)],
      [
        "type": "function", "name": "g",
        "inputs": [
          ["name": "o", "type": "tuple", "internalType": .string(evil), "components": .array(parameters)]
        ],
      ],
    ])
    for line in text.split(separator: "\n") {
      // The word stands in comments, in literals, and camel-cased in names, never as a statement.
      #expect(!line.trimmingPrefix(while: \.isWhitespace).hasPrefix("} import"))
      if line.contains("import Foundation") {
        let trimmed = line.trimmingPrefix(while: \.isWhitespace)
        #expect(
          trimmed.hasPrefix("///") || trimmed.hasPrefix("{\"")
            || trimmed.contains("\\u{a}} import Foundation \\\\(evil())"))
      }
    }
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || (" "..."~").contains($0) })
    let code = text.split(separator: "\n").filter { !$0.trimmingPrefix(while: \.isWhitespace).hasPrefix("///") }
    #expect(code.joined(separator: "\n").components(separator: "\"\"\"").count == 3)
    #expect(text.contains("public struct XImportFoundationEvil: Sendable, Hashable"))
  }

  @Test func `an internal type that is no identifier names nothing`() throws {
    let evil: JSON = [
      "name": "o", "type": "tuple", "internalType": "struct A { } evil()", "components": [parameter("a")],
    ]
    let text = try bindings([["type": "function", "name": "f", "inputs": [evil]]])
    #expect(text.contains("public struct AEvil: Sendable, Hashable"))
    #expect(!text.contains("A { }:"))
  }

  @Test func `keywords stand between backticks`() throws {
    let text = try bindings([
      function("switch", inputs: [parameter("in"), parameter("inout"), parameter("class")]), function("init"),
      function("self"), function("Type"),
    ])
    #expect(text.contains("public func `switch`(in: UInt256, `inout`: UInt256, class: UInt256)"))
    #expect(text.contains("Calldata.`switch`(in: `in`, `inout`: `inout`, class: `class`)"))
    #expect(text.contains("public func init_()"))
    #expect(text.contains("public func self_()"))
    #expect(text.contains("public func type()"))
  }

  @Test func `names that clash get numbers, or a suffix`() throws {
    let text = try bindings([
      function("f", inputs: [parameter("a")]), function("f", inputs: [parameter("a", "uint128")]),
      function("f", inputs: [parameter("a", "address")]),
      function("g", inputs: [parameter("a"), parameter("_a"), parameter("")]),
      function("address"), function("pay", inputs: [parameter("value")], payable: true),
      function("tip", inputs: [parameter("value"), parameter("payment", "address")], payable: true),
      ["type": "event", "name": "String", "inputs": []], ["type": "event", "name": "Bought", "inputs": []],
      ["type": "event", "name": "bought", "inputs": []],
    ])
    #expect(text.contains("public func f(a: UInt256) -> "))
    #expect(text.contains("public func f_2(a: UInt256) throws(ContractABIError) -> "))
    #expect(text.contains("public func f(a: Address) -> "))
    #expect(text.contains("public static let f3 = Market.abi.functions[2]"))
    #expect(text.contains("public func g(a: UInt256, a2: UInt256, arg2: UInt256)"))
    #expect(text.contains("public func address_()"))
    #expect(text.contains("public func pay(value: UInt256, payment: Amount)"))
    #expect(text.contains("public func tip(value: UInt256, payment: Address, payment2: Amount)"))
    #expect(text.contains("public struct StringEvent: ContractEvent"))
    #expect(text.contains("public struct Bought2: ContractEvent"))
  }

  @Test func `the type is named after the file`() throws {
    #expect(try bindings([], fileName: "LectureMarket.json").contains("public struct LectureMarket: ContractBinding"))
    #expect(try bindings([], fileName: "chungchul-abi.json").contains("public struct ChungchulAbi: ContractBinding"))
    #expect(try bindings([], fileName: "Address.json").contains("public struct AddressContract: ContractBinding"))
    #expect(try bindings([], fileName: "x\ny\".json").contains("public struct XY: ContractBinding"))
    #expect(try bindings([], fileName: "0x.json").contains("public struct _0x: ContractBinding"))
    #expect(throws: ContractABIError.self) { try bindings([], fileName: "한국.json") }
  }

  @Test func `types too large to be coded are refused`() {
    for type in [
      "uint8[2147483647]", "uint8[65536][65536]", "uint8[2147483647][2147483647][2147483647][]",
      "(uint8[9999999],string)[]",
    ] {
      #expect(throws: ContractABIError.self) { try bindings([function("f", inputs: [parameter("a", type)])]) }
    }
  }

  @Test func `what is no artifact is refused`() {
    for text in ["", "{}", "[", "{\"abi\":5}", "{\"abi\":[],\"bytecode\":\"0xzz\"}"] {
      #expect(throws: ContractABIError.self) {
        try BindingsGenerator.bindings(artifact: Array(text.utf8), fileName: "A.json")
      }
    }
  }
}

extension String {
  fileprivate func components(separator: String) -> [String] {
    var parts: [String] = [""]
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(separator) {
        parts.append("")
        rest = rest.dropFirst(separator.count)
      } else {
        parts[parts.count - 1].append(rest.removeFirst())
      }
    }
    return parts
  }
}
