import Primitives
import StrictJSON
import Testing

@testable import ContractABI

struct InterfaceFileTests {
  // MARK: Libraries

  private static let hash = "__$" + String(repeating: "ab", count: 17) + "$__"
  private static let old = "__contracts/Set.sol:Set" + String(repeating: "_", count: 17)

  @Test func `code with libraries to be linked leaves the interface usable, and names them`() throws {
    func artifact(_ code: String, _ more: String = "") throws -> ContractArtifact {
      let abi = #"[{"type":"function","name":"f","inputs":[]}]"#
      return try ContractArtifact(parsing: Bytes(#"{"abi":\#(abi),"bytecode":"\#(code)"\#(more)}"#.utf8))
    }
    for code in ["0x6001\(Self.hash)00\(Self.hash)", "6001\(Self.old)00"] {
      let artifact = try artifact(code)
      #expect(artifact.bytecode == nil && artifact.abi.functions.map(\.name) == ["f"])
    }
    #expect(try artifact("0x6001\(Self.hash)00").unlinkedLibraries == [Self.hash])
    #expect(try artifact("6001\(Self.old)00").unlinkedLibraries == ["contracts/Set.sol:Set"])
    let references = #","linkReferences":{"contracts/Set.sol":{"Set":[{"start":2,"length":20}]}}"#
    #expect(try artifact("0x6001\(Self.hash)00", references).unlinkedLibraries == ["contracts/Set.sol:Set"])
    #expect(try artifact("0x6001").unlinkedLibraries == [])
    for broken in ["60zz\(Self.hash)", "6001__$aaaa$__00", "6001\(Self.hash)0"] {
      #expect(throws: ContractABIError(.invalidBytecode, "")) { try artifact(broken) }
    }
  }

  // MARK: Entries that cannot be used

  private static let library = """
    [{"type":"function","name":"pick","inputs":[{"name":"e","type":"EnumsInLibraryFunctions.TheEnum"}]},
     {"type":"function","name":"size","inputs":[{"name":"n","type":"uint256"}],"outputs":[{"type":"uint8"}]},
     {"type":"function","name":"both","inputs":[{"type":"uint256"}]},
     {"type":"function","name":"both","inputs":[{"type":"Set.Data storage"}]},
     {"type":"constructor","inputs":[{"type":"Set.Data"}]}]
    """

  @Test func `a type that is none makes only the entries that have it unusable, and they say so when asked for`() throws
  {
    let abi = try ContractABI(parsing: Self.library)
    #expect(try abi.function("size").selector == ABIFunction(parsing: "size(uint256)").selector)
    #expect(abi.unusable.map(\.name) == ["pick", "both", ""])
    #expect {
      try abi.function("pick")
    } throws: { error in
      "\(error)".hasPrefix("entry 0 (pick).inputs[0]: cannot read the type")
        && "\(error)".contains("there is no type \"EnumsInLibraryFunctions.TheEnum\"")
    }
    // The name alone may mean either of two: the signature tells.
    #expect(throws: ContractABIError(.ambiguous, "")) { try abi.function("both") }
    #expect(try abi.function("both(uint256)").inputs.count == 1)
    #expect(throws: ContractABIError(.invalidType, "")) { try abi.usableConstructor() }
    #expect(throws: ContractABIError(.notFound, "")) { try abi.event("pick") }
    #expect(throws: ContractABIError(.invalidABI, "")) {
      try ContractABI(parsing: #"[{"type":"function","name":"a b","inputs":[{"type":"No.Type"}]}]"#)
    }
  }

  @Test func `a line of a human-readable ABI with a type that is none spoils no other line`() throws {
    let lines = [
      "function pick(EnumsInLibraryFunctions.TheEnum e)", "struct Mix { Set.Data data; }", "event Mixed(Mix mix)",
      "function size(uint256 n) view returns (uint8)",
    ]
    let json = JSON.array(lines.map { .string($0) })
    for abi in [try ContractABI(humanReadable: lines), try ContractABI(json: json)] {
      #expect(abi.functions.map(\.name) == ["size"] && abi.events.isEmpty)
      #expect(abi.unusable.map(\.name) == ["pick", "Mixed"])
      #expect {
        try abi.function("pick")
      } throws: {
        "\($0)".contains("there is no type \"EnumsInLibraryFunctions.TheEnum\"")
      }
    }
    // What is mistyped, and what is broken, is still said at once.
    for wrong in ["function f(uint257 n)", "function f(uint256 n", "gizmo f()", "struct S { uint257 n; }"] {
      #expect(throws: ContractABIError.self) { try ContractABI(humanReadable: ["function g()", wrong]) }
    }
  }

  // MARK: Structs

  @Test func `structs of human-readable ABIs are types, in any order and in each other`() throws {
    let abi = try ContractABI(humanReadable: [
      "function buy(Order order, Item[2][] extra) payable returns (Item)",
      "struct Order { address buyer; Item[] items; }",
      "event Bought(Order order)",
      "struct Item { uint256 lecture; string note; };",
      "error Sold(Item item)",
    ])
    let item = "(uint256 lecture, string note)"
    #expect(abi.functions[0].signature == "buy((address,(uint256,string)[]),(uint256,string)[2][])")
    #expect(
      abi.functions[0].description
        == "function buy((address buyer, \(item)[] items) order, \(item)[2][] extra) payable returns (\(item))")
    #expect(abi.events[0].signature == "Bought((address,(uint256,string)[]))")
    #expect(abi.errors[0].signature == "Sold((uint256,string))")
  }

  @Test(arguments: [
    (["struct A { A[] a; }"], "holds itself"),
    (["struct A { B b; }", "struct B { A a; }"], "holds itself"),
    (["struct A { uint9 n; }"], "there is no type \"uint9\""),
    (["struct A { uint256; }"], "a field's name was expected"),
    (["struct A { uint256 a }"], "expected \";\""),
    (["struct A { }"], "at least one field"),
    (["struct A { uint256 a; }", "struct A { uint8 a; }"], "two structs"),
    (["struct uint8 { uint256 a; }"], "is the name of a type"),
    (["struct A { uint256 a; } more"], "something follows"),
  ])
  func `structs that cannot be are told`(lines: [String], text: String) {
    #expect {
      try ContractABI(humanReadable: lines)
    } throws: { ($0 as? ContractABIError)?.code == .invalidSignature && "\($0)".contains(text) }
  }

  @Test func `structs that hold each other twice over many levels are refused before they fill the memory`() {
    let lines = ["struct S0 { uint8 a; }"] + (1...60).map { "struct S\($0) { S\($0 - 1) a; S\($0 - 1) b; }" }
    #expect {
      try ContractABI(humanReadable: lines)
    } throws: { "\($0)".contains("at most 4096 fields") }
    let deep = ["struct S0 { uint8 a; }"] + (1...99).map { "struct S\($0) { S\($0 - 1) a; }" }
    #expect {
      try ContractABI(humanReadable: deep)
    } throws: { "\($0)".contains("64 deep") }
  }
}
