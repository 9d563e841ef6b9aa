import EVM
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import Simulation

@Suite struct NodeStateTests {
  static let alice = Address.test(0xa11ce)
  static let contract = Address.test(0xc0de)
  static let code: Bytes = [0x60, 0x01, 0x60, 0x00, 0x55]

  static let accounts: [Address: StateNode.Account] = [
    alice: StateNode.Account(balance: 5_000_000_000_000_000_000, nonce: 3),
    contract: StateNode.Account(balance: 1, nonce: 1, code: code, storage: [7: 0xfeed]),
  ]

  private func state(_ node: StateNode, cache: StateCache? = nil) async throws -> NodeState {
    NodeState(client: try node.client(), block: try await NodeBlock.read(.latest, from: node.client()), cache: cache)
  }

  @Test(arguments: [StateNode.Habits(), .refusesHashes])
  func accountsStorageAndCodeAreThoseOfTheNode(habits: StateNode.Habits) async throws {
    let state = try await state(StateNode(Self.accounts, habits: habits))
    try await offPool {
      #expect(try state.account(Self.alice) == Account(nonce: 3, balance: 5_000_000_000_000_000_000))
      let contract = try #require(try state.account(Self.contract))
      #expect(try state.code(Self.contract, hash: contract.codeHash).bytes == Self.code)
      #expect(try state.storage(Self.contract, 7) == 0xfeed)
      #expect(try state.storage(Self.contract, 8) == 0)
      #expect(try state.account(.test(99)) == nil)
    }
  }

  @Test func eachThingIsAskedOnce() async throws {
    let node = try StateNode(Self.accounts)
    let state = try await state(node)
    try await offPool {
      for _ in 0..<3 {
        _ = try state.account(Self.alice)
        _ = try state.account(.test(99))
        _ = try state.storage(Self.contract, 7)
      }
    }
    #expect(node.count("eth_getBalance") == 2)
    #expect(node.count("eth_getCode") == 2)
    #expect(node.count("eth_getStorageAt") == 1)
  }

  @Test func severalPlacesTakeOneRoundTrip() async throws {
    let node = try StateNode(Self.accounts)
    let state = try await state(node)
    let before = node.stub.exchanges
    try await state.fetch([
      .account(Self.alice), .account(Self.contract), .slot(Self.contract, 7), .account(Self.alice),
    ])
    #expect(node.stub.exchanges == before + 1)
    try await offPool { _ = try state.storage(Self.contract, 7) }
    #expect(node.stub.exchanges == before + 1)
  }

  @Test func aBlockThatIsReplacedMeanwhileIsNoticed() async throws {
    let node = try StateNode(Self.accounts, habits: .refusesHashes)
    let state = try await state(node)
    try await offPool { _ = try state.account(Self.alice) }
    node.stub.change { chain in
      chain.answers["eth_getBlockByNumber"] = { _, _ in
        var block = StateNode.block(7)
        block["hash"] = .string(StateNode.hash(of: 70).hex)
        return .result(.object(block))
      }
    }
    let error = try await failure { try await offPool { _ = try state.account(Self.contract) } }
    #expect(error?.code == .reorganised)
    #expect(error?.description.split(separator: "\n").count ?? 9 <= 4)
  }

  @Test func aBlockThatTheNodeNoLongerHasIsNoticed() async throws {
    let node = try StateNode(Self.accounts)
    let state = try await state(node)
    node.stub.change { chain in
      for method in ["eth_getBalance", "eth_getTransactionCount", "eth_getCode"] {
        chain.answers[method] = { _, _ in .error("missing trie node 5f…") }
      }
    }
    let error = try await failure { try await offPool { _ = try state.account(Self.alice) } }
    #expect(error?.code == .stateUnavailable)
    #expect(error?.reason == "missing trie node 5f…")
  }

  @Test(arguments: [
    ("eth_getBalance", JSON.string("0x" + String(repeating: "f", count: 65))), ("eth_getBalance", "lots"),
    ("eth_getTransactionCount", "0x10000000000000000"), ("eth_getCode", "0x123"), ("eth_getCode", .null),
    ("eth_getBalance", ["value": "0x1"] as JSON),
  ])
  func valuesOfAnotherFormAreRefused(method: String, value: JSON) async throws {
    let node = try StateNode(Self.accounts) { $0.answers[method] = { _, _ in .result(value) } }
    let state = try await state(node)
    let error = try await failure { try await offPool { _ = try state.account(Self.alice) } }
    #expect(error?.code == .badAnswer)
  }

  @Test func aConnectionThatIsCutOffIsAnError() async throws {
    let node = try StateNode(Self.accounts)
    let state = try await state(node)
    node.stub.change { $0.answers["eth_getStorageAt"] = { _, _ in .acts([.send(Array("HTTP/1.1 2".utf8)), .close]) } }
    let error = try await failure { try await offPool { _ = try state.storage(Self.contract, 7) } }
    #expect(error?.code == .stateUnavailable)
    #expect((error?.cause as? NodeError)?.code == .unreachable)
  }

  @Test func aNodeThatDoesNotAnswerIsGivenUp() async throws {
    let node = try StateNode(Self.accounts)
    // The time is for what comes before, too, on a machine that is busy.
    let hasty = try NodeClient(node.stub.url, options: .patient.with { $0.requestTimeout = .seconds(6) })
    let state = NodeState(client: hasty, block: try await NodeBlock.read(.latest, from: hasty), cache: nil)
    node.stub.change { $0.answers["eth_getStorageAt"] = { _, _ in .acts([.hang]) } }
    let error = try await failure { try await offPool { _ = try state.storage(Self.contract, 7) } }
    #expect((error?.cause as? NodeError)?.code == .timeout)
  }

  @Test func hashesOfEarlierBlocksAreLookedUpOnce() async throws {
    let node = try StateNode(Self.accounts)
    let state = try await state(node)
    let before = node.count("eth_getBlockByNumber")
    try await offPool { () throws in
      #expect(try state.blockHash(7) == StateNode.hash)
      #expect(try state.blockHash(6) == StateNode.hash(of: 6))
      #expect(try state.blockHash(2) == StateNode.hash(of: 2))
      #expect(try state.blockHash(2) == StateNode.hash(of: 2))
      #expect(try state.blockHash(8) == nil)
    }
    #expect(node.count("eth_getBlockByNumber") == before + 1)
  }

  @Test func aBlockOfAnotherNumberIsNotBelieved() async throws {
    let node = try StateNode(Self.accounts)
    let state = try await state(node)
    node.stub.change { $0.answers["eth_getBlockByNumber"] = { _, _ in .result(.object(StateNode.block(5))) } }
    let error = try await failure { try await offPool { _ = try state.blockHash(2) } }
    #expect(error?.code == .badAnswer)
  }

  @Test func codeThatChangedSinceItWasReadIsRefused() async throws {
    let node = try StateNode(Self.accounts)
    let state = try await state(node)
    let error = try await failure {
      try await offPool { _ = try state.code(Self.contract, hash: Keccak256.hash([1, 2, 3])) }
    }
    #expect(error?.code == .badAnswer)
  }
}
