import ContractABI
import ContractClient
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@Suite("Calls of a contract")
struct CallTests {
  /// Revert data of contracts, and how it is decoded.
  static let reverts: [(data: String, reason: RevertReason)] = [
    ("0x08c379a0" + words(32, 4).dropFirst(2) + "6e6f7065" + String(repeating: "0", count: 56), .message("nope")),
    ("0x4e487b71" + words(0x11).dropFirst(2), .panic(Panic(code: 0x11))),
    (
      ContractFixture.insufficientBalance.selector.bytes.hex + words(7, 9).dropFirst(2),
      .custom(ContractFixture.insufficientBalance, [.uint(7), .uint(9)])
    ),
    ("0xdeadbeef", .unknown([0xde, 0xad, 0xbe, 0xef])),
  ]

  /// How nodes put a revert into an answer.
  static let shapes: [@Sendable (_ data: String) -> StubNode.Answer] = [
    { .error(code: 3, "execution reverted", data: .string($0)) },
    { .error(code: -32000, "execution reverted", data: .string($0)) },
    { .error(code: -32000, "execution reverted", data: .string($0), status: 500) },
    { .error(code: -32015, "VM execution error.", data: .string("Reverted \($0)")) },
    { .error(code: -32603, "VM Exception while processing transaction: reverted", data: ["data": .string($0)]) },
  ]

  @Test("A revert is read the same from every kind of node", arguments: 0..<shapes.count)
  func reverted(shape: Int) async throws {
    for (data, reason) in Self.reverts {
      let fixture = try ContractFixture { $0.answers["eth_call"] = { _, _ in Self.shapes[shape](data) } }
      let error = try await failure(ContractError.self) { try await fixture.call().call() }
      #expect(error.code == .reverted)
      #expect(error.revert == reason)
      #expect(error.call == "buy(number: 3)")
      #expect(error.description.contains("Reason: \(reason.readable)"))
    }
  }

  @Test(
    "A failure without data is a revert without a reason",
    arguments: [
      (3, "execution reverted", "0x"), (-32000, "execution reverted", nil), (-32000, "invalid opcode: INVALID", nil),
      (-32000, "out of gas", nil), (-32015, "VM execution error.", nil), (-32603, "EVM error: InvalidFEOpcode", nil),
      (-32000, "stack underflow (0 <=> 2)", nil), (-32000, "invalid jump destination", nil),
    ] as [(Int, String, String?)])
  func silent(code: Int, text: String, data: String?) async throws {
    let fixture = try ContractFixture {
      $0.answers["eth_call"] = { _, _ in .error(code: code, text, data: data.map { .string($0) }) }
    }
    let error = try await failure(ContractError.self) { try await fixture.call().call() }
    #expect(error.code == .reverted && error.revert == .empty)
    #expect(error.cause is NodeError)
  }

  @Test(
    "A failure of the node is not taken for the contract's",
    arguments: [
      (-32000, "header not found"), (-32000, "missing trie node"), (-32601, "the method does not exist"),
      (-32000, "insufficient funds for transfer"),
    ])
  func nodeFails(code: Int, text: String) async throws {
    let fixture = try ContractFixture { $0.answers["eth_call"] = { _, _ in .error(code: code, text) } }
    let error = try await failure(NodeError.self) { try await fixture.call().call() }
    #expect(error.code == .rpc && error.rpcMessage == text)
  }

  @Test("Money for a function that takes none is named as the cause, unless the contract names another")
  func notPayable() async throws {
    let fixture = try ContractFixture { $0.revertData = "0x" }
    let free = "look(uint256 number) returns (uint256)"
    let error = try await failure(ContractError.self) { try await fixture.call(free, value: .klay(1)).call() }
    #expect(error.code == .reverted && error.reason?.contains("takes no money") == true)
    #expect(error.description.contains("takes no money"))
    #expect(try await failure(ContractError.self) { try await fixture.call(free).call() }.reason == nil)
    #expect(try await failure(ContractError.self) { try await fixture.call(value: .klay(1)).call() }.reason == nil)
    fixture.node.change { $0.revertData = Self.reverts[0].data }
    let told = try await failure(ContractError.self) { try await fixture.call(free, value: .klay(1)).call() }
    #expect(told.reason == nil && told.revert == .message("nope"))
  }

  @Test("The account, the value, the calldata and the block are asked for")
  func request() async throws {
    let fixture = try ContractFixture { $0.callResult = words(42) }
    #expect(try await fixture.call(value: .klay(1)).call(from: fixture.account, at: .number(5)) == [.uint(42)])
    let params = try #require(fixture.node.calls(of: "eth_call").first?.params)
    #expect(
      params == [
        [
          "from": .string(fixture.account.lowercaseHex), "to": .string(try ContractFixture.contract.lowercaseHex),
          "value": .string(Amount.klay(1).wei.quantity), "data": .string(try fixture.call().calldata.hex),
        ], "0x5",
      ])
  }

  // MARK: Answers that do not fit

  @Test(
    "An answer of another shape is told as such", arguments: ["0x", "0x01", "0x" + String(repeating: "0", count: 62)])
  func tooShort(answer: String) async throws {
    let fixture = try ContractFixture { $0.callResult = answer }
    let error = try await failure(ContractError.self) { try await fixture.call().call() }
    #expect(error.code == .unexpectedAnswer)
    #expect(error.reason?.contains(answer == "0x" ? "returned nothing" : "bytes that are not (uint256)") == true)
  }

  @Test("Bytes behind what the ABI names are passed over: a later version may return more")
  func longer() async throws {
    let fixture = try ContractFixture { $0.callResult = words(42, 43) }
    #expect(try await fixture.call().call() == [.uint(42)])
  }

  @Test(
    "Offsets and lengths that lead out of the answer are refused",
    arguments: [words(32, 5), words(1 << 40, 0), words(32, .max), words(64)])
  func hostile(answer: String) async throws {
    let fixture = try ContractFixture { $0.callResult = answer }
    let call = try fixture.call("title(uint256 number) view returns (string)")
    #expect(try await failure(ContractError.self) { try await call.call() }.code == .unexpectedAnswer)
  }

  @Test("An address without code is told as such, at the block that was asked")
  func noContract() async throws {
    let fixture = try ContractFixture { $0.contracts = [] }
    let error = try await failure(ContractError.self) { try await fixture.call().call(at: .number(4)) }
    #expect(error.code == .noContract)
    #expect(fixture.node.calls(of: "eth_getCode").map { $0.params.last } == ["0x4"])
  }
}
