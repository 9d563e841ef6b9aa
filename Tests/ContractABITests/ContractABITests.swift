import ContractABI
import Primitives
import StrictJSON
import Testing

struct ContractABITests {
  @Test func `an ABI is read bare, from an artifact, and as JSON in a string`() throws {
    let bare = #"[{"type":"function","name":"f","inputs":[],"outputs":[],"stateMutability":"view"}]"#
    let abi = try ContractABI(parsing: bare)
    #expect(abi.functions.map(\.signature) == ["f()"])
    #expect(try ContractABI(parsing: "{\"abi\":\(bare),\"bytecode\":\"0x\"}") == abi)
    #expect(try ContractABI(json: ["abi": .string(bare)]) == abi)
    #expect(try ContractABI(parsing: "[]") == ContractABI())
  }

  @Test func `ABIs from before stateMutability are read by constant and payable`() throws {
    let abi = try ContractABI(
      parsing: """
        [{"name":"a","type":"function","constant":true,"payable":false,"inputs":[],"outputs":[{"name":"","type":"uint256"}]},
         {"name":"b","type":"function","constant":false,"payable":true,"inputs":[],"outputs":[]},
         {"name":"c","constant":false,"inputs":[{"type":"address"}]},
         {"name":"__init__","type":"constructor","constant":false,"payable":true,"inputs":[],"outputs":[]},
         {"payable":true,"stateMutability":"payable","type":"fallback"}]
        """)
    #expect(abi.functions.map(\.stateMutability) == [.view, .payable, .nonpayable])
    #expect(abi.constructor?.stateMutability == .payable)
    #expect(abi.takesPlainTransfers)
    #expect(try abi.function("c").signature == "c(address)")
  }

  @Test func `tuples in JSON have their components apart`() throws {
    let abi = try ContractABI(
      parsing: """
        [{"type":"function","name":"f","stateMutability":"pure","outputs":[],
          "inputs":[{"name":"o","type":"tuple[2][]","internalType":"struct M.Order[2][]","components":[
            {"name":"a","type":"uint256"},{"name":"b","type":"tuple","components":[{"name":"c","type":"bool[]"}]}]}]}]
        """)
    let function = try abi.function("f")
    #expect(function.signature == "f((uint256,(bool[]))[2][])")
    #expect(function.description == "function f((uint256 a, (bool[] c) b)[2][] o) pure")
    #expect(function.inputs[0].internalType == "struct M.Order[2][]")
    #expect(try ContractABI(json: abi.json) == abi)
  }

  @Test(arguments: [
    "", "{}", "1", "null", #"{"abi":{}}"#, #"{"abi":"x"}"#, "[1]", #"[{"type":"tuple"}]"#, #"[{"type":"function"}]"#,
    #"[{"type":"function","name":""}]"#, #"[{"type":"function","name":"a b"}]"#, #"[{"type":"function","name":"f()"}]"#,
    #"[{"type":"function","name":"f","inputs":{}}]"#, #"[{"type":"function","name":"f","inputs":[{}]}]"#,
    #"[{"type":"function","name":"f","inputs":[{"type":"tuple"}]}]"#,
    #"[{"type":"function","name":"f","inputs":[{"type":"tuple[","components":[]}]}]"#,
    #"[{"type":"function","name":"f","inputs":[{"type":"uint7"}]}]"#,
    #"[{"type":"function","name":"f","stateMutability":"often"}]"#, #"[{"type":"function","name":7}]"#,
    #"[{"type":"event","name":"e","inputs":[{"type":"bool","indexed":true},{"type":"bool","indexed":true},{"type":"bool","indexed":true},{"type":"bool","indexed":true}]}]"#,
  ])
  func `what is no ABI is refused`(text: String) {
    #expect(throws: ContractABIError.self) { try ContractABI(parsing: text) }
  }

  @Test func `components nested without end are refused`() {
    var text = #"{"type":"bool"}"#
    for _ in 0..<60 { text = #"{"type":"tuple","components":["# + text + "]}" }
    let abi = #"[{"type":"function","name":"f","inputs":["# + text + "]}]"
    #expect(throws: Never.self) { try ContractABI(parsing: abi) }
    for _ in 0..<400 { text = #"{"type":"tuple","components":["# + text + "]}" }
    let deep = #"[{"type":"function","name":"f","inputs":["# + text + "]}]"
    #expect(throws: ContractABIError.self) { try ContractABI(parsing: deep) }
  }

  @Test func `an artifact's code is read in every compiler's form`() throws {
    let forms = [
      #"{"abi":[],"bytecode":"0x6001","deployedBytecode":"0x02"}"#,
      #"{"abi":[],"bytecode":{"object":"6001"},"deployedBytecode":{"object":"0x02"}}"#,
      #"{"abi":[],"evm":{"bytecode":{"object":"6001"},"deployedBytecode":{"object":"02"}}}"#,
      #"{"abi":[],"bytecode":"0x6001","bytecode_runtime":"0x02"}"#,
    ]
    for form in forms {
      let artifact = try ContractArtifact(parsing: Bytes(form.utf8))
      #expect(artifact.bytecode == [0x60, 0x01])
      #expect(artifact.deployedBytecode == [0x02])
    }
    #expect(try ContractArtifact(parsing: Bytes(#"{"abi":[],"bytecode":"0x"}"#.utf8)).bytecode == nil)
    #expect(try ContractArtifact(parsing: Bytes("[]".utf8)).bytecode == nil)
    for broken in ["0x6", "0xzz", "6001__$aaaa$__00"] {
      #expect(throws: ContractABIError(.invalidBytecode, "")) {
        try ContractArtifact(parsing: Bytes(#"{"abi":[],"bytecode":"\#(broken)"}"#.utf8))
      }
    }
  }

  @Test func `an overload is reached by its signature, and ambiguity names the candidates`() throws {
    let abi = try ContractABI(humanReadable: [
      "function f(uint256 a)", "function f(address a)", "function f(address a, uint b)",
      "function purchaseLecture(uint256)",
    ])
    #expect(try abi.function("f(uint)").inputs[0].type == .uint(256))
    #expect(try abi.function("f( address )").inputs[0].type == .address)
    #expect(try abi.function("f", argumentCount: 2).inputs.count == 2)
    #expect(throws: ContractABIError(.ambiguous, "")) { try abi.function("f", argumentCount: 1) }
    #expect {
      try abi.function("f")
    } throws: { error in
      "\(error)" == """
        3 functions are called f
        function f(uint256 a); function f(address a); function f(address a, uint256 b)
        Give the whole signature, with the types of the arguments.
        """
    }
    #expect {
      try abi.function("purchaseLectur")
    } throws: { "\($0)".contains("Did you mean purchaseLecture?") }
    #expect {
      try abi.function("f(bool)")
    } throws: { "\($0)".contains("it has f(uint256), f(address), f(address,uint256)") }
    #expect(throws: ContractABIError(.invalidSignature, "")) { try abi.function("f(nothing)") }
  }

  @Test func `human-readable signatures are read as Solidity writes them`() throws {
    let abi = try ContractABI(humanReadable: [
      "constructor(address owner, uint fee) payable",
      "function purchaseLecture(uint256 lectureNumber) external payable;",
      "function get(uint i) public view virtual returns (tuple(uint256 a, string b)[] memory items, bool)",
      "function old() constant returns (address payable who)",
      "function take(string calldata s, (bytes4, function) x) pure",
      "  event  Rated ( uint256 indexed lectureNumber , address indexed by,uint8[5] scores ) anonymous ; ",
      "error NotStudent(address account)",
      "fallback(bytes calldata) external payable returns (bytes memory)",
      "receive() external payable",
    ])
    #expect(abi.constructor?.description == "constructor(address owner, uint256 fee) payable")
    #expect(
      abi.functions.map(\.description) == [
        "function purchaseLecture(uint256 lectureNumber) payable",
        "function get(uint256 i) view returns ((uint256 a, string b)[] items, bool)",
        "function old() view returns (address who)", "function take(string s, (bytes4, function) x) pure",
      ])
    #expect(
      abi.events[0].description
        == "event Rated(uint256 indexed lectureNumber, address indexed by, uint8[5] scores) anonymous")
    #expect(abi.errors[0].description == "error NotStudent(address account)")
    #expect(abi.fallback == .payable)
    #expect(abi.hasReceive)
    let everything =
      abi.functions.map(\.description) + abi.events.map(\.description) + abi.errors.map(\.description)
      + [abi.constructor?.description ?? "", "fallback() payable", "receive() payable"]
    #expect(try ContractABI(humanReadable: everything) == abi)
    #expect(try ABIFunction(parsing: "balanceOf(address)(uint256)").outputs.count == 1)
    #expect(try ABIFunction(parsing: "event(uint256)").name == "event")
  }

  @Test(arguments: [
    "", "function", "function f", "function f(", "function f(uint256", "function f(uint256,)", "function f() view pure",
    "function f() sometimes", "function f() returns", "function f() returns uint256", "function f(uint256) x()",
    "function 1f()", "event E(uint256 indexed indexed2 x)", "error E(uint256 indexed a)", "struct S { uint256 a; ",
    "function f(uint256 a b)", "constructor", "function f(uint256); function g()", "modifier m()", "f()",
  ])
  func `what is no signature is refused`(text: String) {
    #expect(throws: ContractABIError.self) { try ContractABI(humanReadable: [text]) }
  }

  @Test func `calls and results are encoded and decoded`() throws {
    let function = try ABIFunction(parsing: "function f(uint8 a, string b) view returns (bool)")
    let call = try function.encodeCall([.uint(1), .string("x")])
    #expect(call.prefix(4).elementsEqual(function.selector.bytes))
    #expect(try function.decodeCall(call) == [.uint(1), .string("x")])
    #expect(try function.arguments(parsing: ["1", "x"]) == [.uint(1), .string("x")])
    #expect(try function.arguments(json: ["a": 1, "b": "x"]) == [.uint(1), .string("x")])
    #expect(try function.arguments(json: [1, "x"]) == [.uint(1), .string("x")])
    #expect(ABIValue.json([.uint(1), .string("x")], parameters: function.inputs) == ["a": "1", "b": "x"])
    #expect(throws: ContractABIError(.wrongSelector, "")) { try function.decodeCall([1, 2, 3, 4]) }
    #expect(throws: ContractABIError(.wrongSelector, "")) { try function.decodeCall([]) }
    #expect(throws: ContractABIError(.noData, "")) { try function.decodeOutput([]) }
    #expect(try function.decodeOutput(UInt256(1).bigEndianBytes) == [.bool(true)])
    #expect(throws: ContractABIError(.countMismatch, "")) { try function.arguments(parsing: ["1"]) }
    #expect {
      try function.encodeCall([.uint(300), .string("x")])
    } throws: { error in
      "\(error)" == """
        a: 300 does not fit uint8
        the largest uint8 is 255
        Call: f(a: 300, b: "x")
        """
    }
  }

  @Test func `calls are rendered for people, whatever the calldata is`() throws {
    let abi = try ContractABI(humanReadable: ["function purchaseLecture(uint256 lectureNumber) payable"])
    let call = try abi.functions[0].encodeCall([.uint(0)])
    #expect(abi.readable(calldata: call) == "purchaseLecture(lectureNumber: 0)")
    #expect(abi.readable(calldata: Bytes(call.prefix(10))) == "purchaseLecture(0x7f1dfa6b000000000000)")
    #expect(abi.readable(calldata: [1, 2, 3, 4]) == "unknown call 0x01020304")
    #expect(abi.readable(calldata: []) == "no call")
    let long = [1, 2, 3, 4] + Bytes(repeating: 7, count: 100)
    #expect(abi.readable(calldata: long) == "unknown call 0x0102030407070707…07070707 (104 bytes)")
  }

  @Test func `a deployment's code ends with the arguments`() throws {
    let constructor = ABIConstructor(inputs: [ABIParameter("fee", .uint(8))])
    #expect(try constructor.initCode(bytecode: [0xfe], [.uint(9)]) == [0xfe] + UInt256(9).bigEndianBytes)
    #expect(throws: ContractABIError(.outOfRange, "")) { try constructor.initCode(bytecode: [], [.uint(256)]) }
  }
}
