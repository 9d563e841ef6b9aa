import Keys
import Locking
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import Outbox
@testable import Sending

@Suite("Several endpoints")
struct QuorumTests {
  private func options(_ quorum: Int, timeout: Double = 600, patience: Double = 60) -> SendOptions {
    var options = SendOptions()
    (options.tracking.quorum, options.tracking.timeout, options.tracking.patience) = (quorum, timeout, patience)
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
    options.events.onDisagreement = { told.add($0) }
    let confirmation = try await send(sender, counter, options)
    #expect(confirmation.receipt.status == true)
    #expect(confirmation.agreement?.agreeingEndpoints == 2 && confirmation.agreement?.asked == 3)
    #expect(confirmation.evidence == nil && confirmation.vouched == .agreed)
    #expect(confirmation.disagreements.map(\.endpoint) == [try Endpoint(liar.url).redacted])
    #expect(confirmation.disagreements[0].description.contains("failed there"))
    #expect(told.all.contains(confirmation.disagreements[0]))
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
    #expect(confirmation.disagreements.map(\.kind) == [.lags(head: 3, block: 8)])
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
    let both = try [Endpoint(counter.node.url).redacted, Endpoint(other.url).redacted].sorted()
    let open = try await sender.outbox.intents()
    #expect(error?.facts == .contradiction(between: both, intent: open.first?.id))
    #expect(error?.message.contains("contradict each other") == true)
    #expect(both.allSatisfy { error?.reason?.contains($0) == true } && error?.reason?.contains("second") == false)
    #expect(open.count == 1 && open[0].state.isLive)
    // With one to believe it is mined.
    #expect(try await send(sender, counter, options(1)).confirmations == 1)
    #expect(!other.calls(of: "eth_getTransactionReceipt").isEmpty)
  }

  @Test("Nor does what is taken up or begun again end by the word of one", arguments: [true, false])
  func resumed(isSaidMined: Bool) async throws {
    let counter = try Counter { $0.status = nil }
    let honest = try node {
      $0.status = nil
      $0.answers["eth_getTransactionCount"] = { _, _ in .result("0x0") }
      $0.answers["eth_getTransactionByHash"] = { _, _ in isSaidMined ? nil : .result(.null) }
    }
    let sender = try counter.sender(with: honest)
    var options = options(2)
    options.intent.key = IntentKey("once")
    let told = Told()
    options.events.onDisagreement = { told.add($0) }
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
      let other = try counter.other(nonce: 0)
      counter.node.change { Counter.show(other, in: &$0) }
    }
    try await sender.resumer.resume(row(), options.tracking, options.events)
    try await sender.resumer.look(at: row(), options.tracking, options.events)
    let earlier = try await sender.earlierSends.earlier(
      IntentKey("once"), of: counter.key.address, options.tracking, options.events)
    #expect(earlier?.intent == sent.intent)
    #expect(try await row().state.isLive)
    #expect(told.all.isEmpty != isSaidMined)
    // By the word of one it does.
    try await sender.resumer.look(at: row(), self.options(1).tracking)
    #expect(try await row().state == (isSaidMined ? .final : .conflicting))
  }

  @Test("More than there are is refused before anything is signed; one endpoint named twice is one")
  func tooMany() async throws {
    let counter = try Counter()
    for (sender, quorum) in [(counter.sender, 2), (try counter.sender(with: counter.node), 2)] {
      let error = await #expect(throws: SendingError.self) {
        try await sender.prepare(counter.request(), options: options(quorum))
      }
      #expect(error?.code == .noQuorum && error?.message.contains("endpoints cannot agree") == true)
    }
    #expect(counter.node.sent.isEmpty)
  }

  @Test("More than there are is refused by their number alone, before a node is asked")
  func tooManyOf() throws {
    for (quorum, count) in [(2, 1), (3, 2), (2, 0)] {
      let error = #expect(throws: SendingError.self) { try options(quorum).tracking.checkQuorum(among: count) }
      #expect(error?.code == .noQuorum)
    }
    for (quorum, count) in [(1, 1), (2, 2), (2, 3)] { try options(quorum).tracking.checkQuorum(among: count) }
  }

  /// A node that counts so many transactions of the sender's account.
  private func counting(
    _ count: Int, _ change: @escaping (inout StubNode.Chain) -> Void = { _ in }
  ) throws -> StubNode {
    try node {
      ($0.nonces, $0.balances) = ([$0.sender: count], [$0.sender: 100])
      change(&$0)
    }
  }

  /// Says in the block to come that there is a transaction of whoever has the key.
  private func showing(_ nonce: UInt64, by key: PrivateKey, in chain: inout StubNode.Chain) throws {
    let signed = try UnsignedTransaction.feeMarket(
      FeeMarketTransaction(
        chainID: 1337, nonce: nonce, maxPriorityFeePerGas: 1, maxFeePerGas: 5, gasLimit: 21_000, to: .zero, value: 1,
        data: [], accessList: [])
    ).signed(by: key)
    var told = signed.json.object ?? [:]
    told["from"] = .string(chain.sender)
    let block: JSON = [
      "number": "0x9", "hash": .string(Hash32.zero.hex), "parentHash": .string(Hash32.zero.hex), "timestamp": "0x1",
      "gasLimit": "0x1", "gasUsed": "0x1", "transactions": [.object(told)],
    ]
    chain.answers["eth_getBlockByNumber"] = { call, _ in call.params.first == "pending" ? .result(block) : nil }
  }

  @Test("An endpoint that counts more is believed if it shows the transaction that makes it so, and only then")
  func count() async throws {
    let counter = try Counter { $0.nonces = [$0.sender: 2] }
    let told = Told()
    var options = options(1)
    options.events.onDisagreement = { told.add($0) }
    func count(with others: StubNode...) async throws -> UInt64 {
      let client = try NodeClient(
        endpoints: ([counter.node] + others).map { try Endpoint($0.url) }, options: .patient)
      let sender = TransactionSender(node: client, chainID: 1337)
      return try await sender.prepare(counter.request(), options: options).transactionCount
    }
    let fresh = try counting(4) { try? self.showing(3, by: counter.key, in: &$0) }
    #expect(try await count(with: fresh) == 4 && told.all.isEmpty, "\(told.all)")
    // Of the others one has nothing to show, one shows it with another nonce, and one signed by somebody else.
    let stranger = try PrivateKey(bytes: Bytes(repeating: 7, count: 32))
    for liar in [
      try counting(50) { $0.block = 99 }, try counting(50) { try? self.showing(3, by: counter.key, in: &$0) },
      try counting(50) { try? self.showing(49, by: stranger, in: &$0) },
    ] {
      #expect(try await count(with: liar) == 2)
      #expect(told.all.last?.endpoint == (try Endpoint(liar.url).redacted), "\(told.all)")
      #expect(told.all.last?.description.contains("it counts 50 transactions") == true, "\(told.all)")
    }
    #expect(told.all.count == 3)
    // However far away it is.
    for absurd in ["0x8000000000000000", "0xffffffffffffffff"] {
      let liar = try counting(0) { $0.answers["eth_getTransactionCount"] = { _, _ in .result(.string(absurd)) } }
      #expect(try await count(with: liar) == 2)
    }
    #expect(told.all.count == 5)
    // What two say needs no proof.
    #expect(try await count(with: counting(4), counting(4)) == 4)
    #expect(try await count(with: counting(1)) == 1)
  }

  @Test("A transaction above the count of the others that the outbox has under way is no reason for doubt")
  func ownPending() async throws {
    let counter = try Counter { $0.status = nil }
    let other = try counting(0)
    let sender = try counter.sender(with: other)
    let told = Told()
    var options = options(1)
    options.events.onDisagreement = { told.add($0) }
    _ = try await sender.send(
      sender.prepare(counter.request(), options: options), signer: counter.key, options: options)
    // Only one of the two counts it.
    other.change { $0.nonces = [:] }
    let next = try await sender.prepare(counter.request(), options: options)
    let sent = try await sender.send(next, signer: counter.key, options: options)
    #expect(sent.nonce == 1 && told.all.isEmpty, "\(told.all)")
  }

  @Test("An endpoint on another chain is refused by its name, and nothing is signed")
  func otherChain() async throws {
    let counter = try Counter()
    let other = try counting(50) { ($0.chainID, $0.block) = (5, 99) }
    let error = await #expect(throws: SendingError.self) {
      try await counter.sender(with: other).prepare(counter.request(), options: options(1))
    }
    let name = try Endpoint(other.url).redacted
    #expect(error?.code == .wrongChain && error?.message.contains(name) == true)
    #expect(counter.node.sent.isEmpty && other.sent.isEmpty)
  }

  // MARK: The judgement

  private func statement(
    _ name: String, block: UInt64?, hash: Int = 1, status: Bool = true, gas: UInt64 = 21_000, price: UInt64? = nil,
    head: UInt64? = 10
  ) throws -> ReceiptVotes.Statement {
    guard let block else { return ReceiptVotes.Statement(endpoint: name, receipt: .success(nil), head: head) }
    let object: JSON = [
      "transactionHash": .string(Hash32.zero.hex), "blockNumber": .string(UInt256(block).quantity),
      "blockHash": .string(Hash32(UInt256(hash)).hex), "transactionIndex": "0x0",
      "from": .string(Address.zero.lowercaseHex), "to": .null, "contractAddress": .null,
      "status": status ? "0x1" : "0x0", "gasUsed": .string(UInt256(gas).quantity), "cumulativeGasUsed": "0x5208",
      "logs": [], "effectiveGasPrice": price.map { .string(UInt256($0).quantity) } ?? .null,
    ]
    return ReceiptVotes.Statement(endpoint: name, receipt: .success(try Receipt(reply: object)), head: head)
  }

  @Test("Receipts that differ in the gas used do not agree; of two prices the higher is believed, and both are told")
  func gas() throws {
    let liar = ReceiptVotes(
      statements: [try statement("a", block: 8), try statement("b", block: 8, gas: 1_000_000_000_000_000)], quorum: 2)
    #expect(liar.receipt == nil && liar.disagreements.map(\.isContradiction) == [true])
    let dear = ReceiptVotes(
      statements: [try statement("a", block: 8, price: 7), try statement("b", block: 8, price: 9)], quorum: 2)
    #expect(dear.receipt?.effectiveGasPrice == 9 && dear.disagreements.map(\.endpoint) == ["a"])
    let silent = ReceiptVotes(
      statements: [try statement("a", block: 8, price: 7), try statement("b", block: 8)], quorum: 2)
    #expect(silent.receipt?.effectiveGasPrice == 7 && silent.disagreements.isEmpty)
  }

  @Test("Of two groups the larger is believed; whoever has the block without the transaction contradicts")
  func judged() throws {
    let statements = [
      try statement("a", block: 8), try statement("b", block: 8), try statement("c", block: 9, hash: 2),
      try statement("d", block: nil, head: 9), try statement("e", block: nil, head: 7),
      try statement("f", block: nil, head: nil),
    ]
    let two = ReceiptVotes(statements: statements, quorum: 2)
    #expect(two.receipt?.blockNumber == 8 && two.head == 10)
    #expect(ReceiptVotes(statements: statements, quorum: 3).receipt == nil)
    #expect(ReceiptVotes(statements: statements, quorum: 5).head == 7)
    #expect(ReceiptVotes(statements: statements, quorum: 6).head == nil)
    #expect(two.disagreements.map(\.endpoint) == ["c", "d", "e", "f"])
    guard case .contradicts = two.disagreements[0].kind, case .contradicts = two.disagreements[1].kind,
      case .lags(7, 8) = two.disagreements[2].kind, case .silent = two.disagreements[3].kind
    else {
      Issue.record("\(two.disagreements)")
      return
    }
    #expect(ReceiptVotes(statements: [try statement("a", block: nil)], quorum: 1).disagreements.isEmpty)
  }
}

/// Keeps what was told.
private final class Told: Sendable {
  private let kept = Guarded<[EndpointDisagreement]>([])
  var all: [EndpointDisagreement] { kept.withLock { $0 } }
  func add(_ disagreement: EndpointDisagreement) { kept.withLock { $0.append(disagreement) } }
}
