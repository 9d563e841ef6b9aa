import Keys
import Locking
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import Sending

@Suite("Several endpoints")
struct QuorumTests {
  private func options(_ quorum: Int, timeout: Double = 600, patience: Double = 60) -> SendOptions {
    var options = SendOptions()
    (options.quorum, options.timeout, options.patience) = (quorum, timeout, patience)
    return options
  }

  private func send(_ sender: TransactionSender, _ counter: Counter, _ options: SendOptions) async throws
    -> Sending.Confirmation
  {
    let prepared = try await sender.prepare(counter.request(), options: options)
    return try await sender.send(prepared, signer: counter.key, options: options).confirmed(options)
  }

  /// A node that knows what the others know, and says what a test makes it.
  private func node(_ change: (inout StubNode.Chain) -> Void = { _ in }) throws -> StubNode { try StubNode(change) }

  @Test("A receipt counts when two agree; the one that tells another status is named")
  func liar() async throws {
    let counter = try Counter()
    let liar = try node {
      $0.answers["eth_getTransactionReceipt"] = { call, chain in
        .result(chain.receipt(call.params[0].string ?? "", 0, block: 8))
      }
    }
    let honest = try node()
    let sender = try counter.sender(with: honest, liar)
    let told = Told()
    var options = options(2)
    options.onDoubt = { told.add($0) }
    let confirmation = try await send(sender, counter, options)
    #expect(confirmation.receipt.status == true)
    #expect(confirmation.doubts.map(\.endpoint) == [try Endpoint(liar.url).redacted])
    #expect(confirmation.doubts[0].description.contains("failed there"))
    #expect(told.all.contains(confirmation.doubts[0]))
    #expect(honest.sent == counter.node.sent && !liar.calls(of: "eth_getTransactionReceipt").isEmpty)
  }

  @Test("One that is behind is named, with its block and that of the transaction")
  func laggard() async throws {
    let counter = try Counter()
    let laggard = try node {
      $0.answers["eth_getTransactionReceipt"] = { _, _ in .result(.null) }
      $0.answers["eth_blockNumber"] = { _, _ in .result("0x3") }
    }
    let honest = try node()
    let confirmation = try await send(try counter.sender(with: laggard, honest), counter, options(2))
    #expect(confirmation.doubts.map(\.kind) == [.lags(head: 3, block: 8)])
    #expect(honest.sent == counter.node.sent && !laggard.calls(of: "eth_blockNumber").isEmpty)
  }

  @Test("As long as two of two disagree nothing counts as mined")
  func split() async throws {
    let counter = try Counter()
    let other = try node {
      $0.answers["eth_getTransactionReceipt"] = { call, chain in
        .result(chain.receipt(call.params[0].string ?? "", 1, block: 9))
      }
    }
    counter.node.change { chain in
      chain.answers["eth_getTransactionReceipt"] = { call, chain in
        var receipt = chain.receipt(call.params[0].string ?? "", 1, block: 8).object ?? [:]
        receipt["blockHash"] = .string(Hash32(UInt256(5)).hex)
        return .result(.object(receipt))
      }
    }
    let sender = try counter.sender(with: other)
    let error = await #expect(throws: SendingError.self) {
      try await send(sender, counter, options(2, timeout: 0.5))
    }
    #expect(error?.code == .notConfirmed)
    let open = try await sender.outbox.intents()
    #expect(open.count == 1 && open[0].state.isLive)
    // With one to believe it is mined.
    #expect(try await send(sender, counter, options(1)).confirmations == 1)
    #expect(!other.calls(of: "eth_getTransactionReceipt").isEmpty)
  }

  @Test("Nor does what is taken up or begun again end by the word of one", arguments: [true, false])
  func takenUp(isSaidMined: Bool) async throws {
    let counter = try Counter { $0.status = nil }
    let honest = try node {
      $0.status = nil
      $0.answers["eth_getTransactionCount"] = { _, _ in .result("0x0") }
      $0.answers["eth_getTransactionByHash"] = { _, _ in isSaidMined ? nil : .result(.null) }
    }
    let sender = try counter.sender(with: honest)
    var options = options(2)
    options.key = IntentKey("once")
    let told = Told()
    options.onDoubt = { told.add($0) }
    let sent = try await sender.send(
      try await sender.prepare(counter.request(), options: options), signer: counter.key, options: options)
    await sender.outbox.release(sent.intent)
    func row() async throws -> Intent { try #require(try await sender.outbox.intent(sent.intent)) }
    if isSaidMined {
      counter.node.change {
        $0.answers["eth_getTransactionReceipt"] = { call, chain in
          .result(chain.receipt(call.params[0].string ?? "", 1, block: 8))
        }
      }
    } else {
      showAnother(counter.node)
    }
    try await sender.resume(row(), options: options)
    try await sender.look(at: row(), options: options)
    let earlier = try await sender.earlier(IntentKey("once"), of: counter.key.address, options: options)
    #expect(earlier?.intent == sent.intent)
    #expect(try await row().state.isLive)
    #expect(told.all.isEmpty != isSaidMined)
    // By the word of one it does.
    try await sender.look(at: row(), options: self.options(1))
    #expect(try await row().state == (isSaidMined ? .final : .replaced))
  }

  /// The node says that another transaction has the account's first nonce, in block 3, and knows no other.
  private func showAnother(_ node: StubNode) {
    node.change { chain in
      chain.answers["eth_getTransactionByHash"] = { _, _ in .result(.null) }
      chain.answers["eth_getTransactionCount"] = { call, _ in
        let block = (call.params.last?.string).flatMap { UInt64($0.dropFirst(2), radix: 16) }
        return .result(block ?? 3 >= 3 ? "0x1" : "0x0")
      }
      chain.answers["eth_getBlockByNumber"] = { call, chain in
        guard call.params.first == "0x3" else { return nil }
        return .result([
          "number": "0x3", "hash": .string(Hash32.zero.hex), "parentHash": .string(Hash32.zero.hex), "timestamp": "0x1",
          "gasLimit": "0x1", "gasUsed": "0x1", "transactions": [chain.transaction(Keccak256.hash([1]).hex)],
        ])
      }
    }
  }

  @Test("More than there are is refused before anything is signed; one endpoint named twice is one")
  func tooMany() async throws {
    let counter = try Counter()
    for (sender, quorum) in [(counter.sender, 2), (try counter.sender(with: counter.node), 2)] {
      let error = await #expect(throws: SendingError.self) {
        try await sender.prepare(counter.request(), options: options(quorum))
      }
      #expect(error?.code == .noQuorum && error?.advice?.contains("--quorum") == true)
    }
    #expect(counter.node.sent.isEmpty)
  }

  @Test("The account's count is that of the endpoint with the newest block")
  func fresh() async throws {
    let counter = try Counter { $0.nonces = [$0.sender: 2] }
    let fresh = try node {
      ($0.block, $0.nonces, $0.balances) = (9, [$0.sender: 4], [$0.sender: 100])
    }
    let prepared = try await counter.sender(with: fresh).prepare(counter.request(), options: options(1))
    #expect(prepared.transactionCount == 4 && !fresh.calls(of: "eth_blockNumber").isEmpty)
    let stale = try node { ($0.block, $0.nonces) = (3, [$0.sender: 1]) }
    #expect(try await counter.sender(with: stale).prepare(counter.request(), options: options(1)).transactionCount == 2)
    #expect(!stale.calls(of: "eth_blockNumber").isEmpty)
  }

  // MARK: The judgement

  private func statement(
    _ name: String, block: UInt64?, hash: Int = 1, status: Bool = true, head: UInt64? = 10
  ) throws -> Testimony.Statement {
    guard let block else { return Testimony.Statement(endpoint: name, receipt: .success(nil), head: head) }
    let object: JSON = [
      "transactionHash": .string(Hash32.zero.hex), "blockNumber": .string(UInt256(block).quantity),
      "blockHash": .string(Hash32(UInt256(hash)).hex), "transactionIndex": "0x0",
      "from": .string(Address.zero.lowercaseHex), "to": .null, "contractAddress": .null,
      "status": status ? "0x1" : "0x0", "gasUsed": "0x5208", "cumulativeGasUsed": "0x5208", "logs": [],
    ]
    return Testimony.Statement(endpoint: name, receipt: .success(try Receipt(reply: object)), head: head)
  }

  @Test("Of two groups the larger is believed; whoever has the block without the transaction contradicts")
  func judged() throws {
    let statements = [
      try statement("a", block: 8), try statement("b", block: 8), try statement("c", block: 9, hash: 2),
      try statement("d", block: nil, head: 9), try statement("e", block: nil, head: 7),
      try statement("f", block: nil, head: nil),
    ]
    let two = Testimony(statements: statements, quorum: 2)
    #expect(two.receipt?.blockNumber == 8 && two.head == 10)
    #expect(Testimony(statements: statements, quorum: 3).receipt == nil)
    #expect(Testimony(statements: statements, quorum: 5).head == 7)
    #expect(Testimony(statements: statements, quorum: 6).head == nil)
    #expect(two.doubts.map(\.endpoint) == ["c", "d", "e", "f"])
    guard case .contradicts = two.doubts[0].kind, case .contradicts = two.doubts[1].kind,
      case .lags(7, 8) = two.doubts[2].kind, case .silent = two.doubts[3].kind
    else {
      Issue.record("\(two.doubts)")
      return
    }
    #expect(Testimony(statements: [try statement("a", block: nil)], quorum: 1).doubts.isEmpty)
  }
}

/// Keeps what was told.
private final class Told: Sendable {
  private let kept = Guarded<[EndpointDoubt]>([])
  var all: [EndpointDoubt] { kept.withLock { $0 } }
  func add(_ doubt: EndpointDoubt) { kept.withLock { $0.append(doubt) } }
}
