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

@Suite("A send with a key")
struct EarlierTests {
  let folder: OutboxFolder
  let counter: Counter

  init() throws {
    folder = try OutboxFolder()
    counter = try Counter()
  }

  private var keyed: SendOptions {
    var options = SendOptions()
    options.intent.key = IntentKey("once")
    return options
  }

  private func send(over outbox: Outbox, _ options: SendOptions? = nil) async throws -> SentTransaction {
    let options = options ?? keyed
    return try await counter.sender(over: outbox).send(counter.prepare(options), signer: counter.key, options: options)
  }

  @Test("that was mined is returned the second time, and nothing is signed or sent")
  func done() async throws {
    let first = try await send(over: folder.outbox())
    _ = try await first.confirmed()
    let second = try await send(over: folder.outbox())
    #expect(second.hash == first.hash && second.earlier?.status == .done)
    #expect(try await second.confirmed().receipt.transactionHash == first.hash)
    #expect(counter.node.sent.count == 1)
    let third = try await counter.sender(over: folder.outbox()).earlierSends.earlier(
      IntentKey("once"), of: counter.key.address)
    #expect(third?.hash == first.hash)
    #expect(
      try await counter.sender(over: folder.outbox()).earlierSends.earlier(IntentKey("2"), of: counter.key.address)
        == nil)
  }

  @Test("that was signed by a process that died leaves as the same bytes")
  func resumed() async throws {
    let dead = folder.outbox()
    let bytes = try await sign(nonce: 0, over: dead)
    await dead.close()
    #expect(counter.node.sent.isEmpty)
    let sent = try await send(over: folder.outbox())
    #expect(sent.earlier?.status == .resumed && sent.transaction == bytes)
    #expect(counter.node.sent == [bytes.encoded.hex])
    let told = Guarded<[Hash32]>([])
    var options = keyed
    options.events.onEarlier = { earlier in told.withLock { $0.append(earlier.hash) } }
    _ = try await sent.confirmed(options)
    #expect(told.withLock { $0 } == [bytes.hash], "who waits for it is told of it")
    #expect(try await folder.outbox().intents().map(\.state) == [.final])
    _ = try await send(over: folder.outbox()).confirmed(options)
    #expect(told.withLock { $0 }.count == 1, "what is done is not waited for")
  }

  @Test("stands behind another that was stranded, whose bytes are offered first")
  func stranded() async throws {
    let dead = folder.outbox()
    let bytes = try await sign(nonce: 0, over: dead, key: nil)
    await dead.close()
    let outbox = folder.outbox(telling: counter.journal)
    let sent = try await send(over: outbox)
    #expect(sent.nonce == 1 && !sent.isEarlier)
    #expect(counter.node.sent == [bytes.encoded.hex, sent.transaction.encoded.hex])
    #expect(counter.journal.steps.contains("rebroadcast a transfer"), "\(counter.journal.steps)")
    // It was mined before this one: the outbox knows it with the end of this one.
    _ = try await sent.confirmed()
    #expect(try await outbox.intents().map(\.state) == [.final, .final])
  }

  @Test("is signed elsewhere, and handed in over two openings at once: it has one row, and counts once")
  func sameBytes() async throws {
    let signed = try await counter.prepare().transaction(nonce: 0).signed(by: counter.key)
    let outboxes = [folder.outbox(), folder.outbox()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<6 {
        group.addTask {
          try await counter.sender(over: outboxes[index % 2]).broadcast(signed, label: "handed in")
        }
      }
      try await group.waitForAll()
    }
    let rows = try await outboxes[0].intents()
    #expect(rows.count == 1 && rows[0].attempts.map(\.hash) == [signed.hash], "\(rows)")
  }

  @Test("stands behind another that the nodes do not take: nothing is signed meanwhile, and the ways out are told")
  func obstacle() async throws {
    let dead = folder.outbox()
    let bytes = try await sign(nonce: 0, over: dead, key: nil)
    await dead.close()
    let refuse: @Sendable (StubNode.Call, inout StubNode.Chain) -> StubNode.Answer? = { call, _ in
      call.params.first?.string == bytes.encoded.hex ? .error("max fee per gas less than block base fee") : nil
    }
    counter.node.change {
      $0.status = nil
      $0.answers["eth_sendRawTransaction"] = refuse
    }
    let told = Guarded<[SendingError.Facts?]>([])
    var options = keyed
    options.tracking.timeout = 0.3
    options.events.onObstacle = { _, error in told.withLock { $0.append((error as? SendingError)?.facts) } }
    let outbox = folder.outbox()
    let wanted = options
    let blocked = await #expect(throws: SendingError.self) { try await send(over: outbox, wanted) }
    #expect(blocked?.code == .underWay && blocked?.facts == .blocked(by: 1))
    #expect(told.withLock { $0 } == [.refusedAsItIs(intent: 1, isCancellation: false)])
    #expect(try await outbox.intents().map(\.attempts.count) == [0, 1])
    // Who takes that one up is not told to begin it anew: it can still be mined.
    let open = try #require(try await outbox.intent(1))
    let error = await #expect(throws: SendingError.self) { try await counter.sender(over: outbox).resumer.resume(open) }
    #expect(error?.code == .underpriced && error?.facts == .refusedAsItIs(intent: 1, isCancellation: false))
    #expect(error?.description.contains("nothing was sent") == false)
    // A node takes it.
    counter.node.change { $0.answers["eth_sendRawTransaction"] = nil }
    let sent = try await send(over: outbox, options)
    #expect(sent.nonce == 1)
    // The chain has counted neither.
    counter.node.change {
      $0.nonces = [:]
      $0.answers["eth_sendRawTransaction"] = refuse
    }
    let late = await #expect(throws: SendingError.self) { try await sent.confirmed(wanted) }
    #expect(late?.code == .notConfirmed && late?.reason?.contains("Number 1") == true)
    #expect(late?.facts == .blocked(by: 1))
  }

  @Test("that stands in the way of another while the outbox cannot be read is told of")
  func unreadableOutbox() async throws {
    let outbox = folder.outbox()
    let sent = try await send(over: outbox)
    let stranded = try #require(try await outbox.intent(sent.intent))
    let told = Guarded<[OutboxError.Code?]>([])
    var events = SendEvents()
    events.onObstacle = { intent, error in
      #expect(intent.id == stranded.id)
      told.withLock { $0.append((error as? OutboxError)?.code) }
    }
    await counter.sender(over: .impossible).resumer.rebroadcast([stranded], TrackingOptions(), events)
    #expect(told.withLock { $0 } == [.failed])
  }

  @Test("at the same moment over two openings is sent once")
  func race() async throws {
    let outboxes = [folder.outbox(), folder.outbox()]
    let hashes = try await withThrowingTaskGroup(of: (Hash32, Bool).self) { group in
      for index in 0..<6 {
        group.addTask {
          let sent = try await send(over: outboxes[index % 2])
          return (try await sent.confirmed().hash, sent.isEarlier)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(hashes.map(\.0)).count == 1 && hashes.count { !$0.1 } == 1)
    #expect(Set(counter.node.sent).count == 1)
  }

  @Test("whose transaction is on no chain any more is offered again, the same bytes")
  func reorganised() async throws {
    let outbox = folder.outbox()
    let first = try await send(over: outbox)
    _ = try await first.confirmed()
    // The chain went back: another block, no receipt, no count.
    counter.node.change {
      $0.answers["eth_getTransactionReceipt"] = { _, _ in .result(.null) }
      $0.answers["eth_getTransactionByHash"] = { _, _ in .result(.null) }
      $0.answers["eth_getTransactionCount"] = { _, _ in .result("0x0") }
      $0.answers["eth_getBlockByNumber"] = { call, _ in call.params.first == "0x0" ? nil : .result(.null) }
    }
    let again = try await send(over: outbox)
    #expect(again.hash == first.hash)
    #expect(again.earlier?.status == .resumed)
    #expect(counter.node.sent == [first.transaction.encoded.hex, first.transaction.encoded.hex])
  }

  @Test("again, when that is meant, pays a second time")
  func again() async throws {
    let outbox = folder.outbox()
    _ = try await send(over: outbox).confirmed()
    var options = keyed
    options.intent.again = true
    let second = try await send(over: outbox, options)
    #expect(!second.isEarlier && second.nonce == 1)
  }

  @Test("whose nonce another program used is begun anew")
  func replaced() async throws {
    let dead = folder.outbox()
    _ = try await sign(nonce: 0, over: dead)
    await dead.close()
    // Another transaction with nonce 0 is in block 3.
    let other = try counter.other(nonce: 0)
    counter.node.change {
      $0.nonces = [$0.sender: 1]
      Counter.show(other, in: &$0)
      $0.answers["eth_sendRawTransaction"] = { call, _ in
        let nonce = (call.params[0].string).flatMap { try? SignedTransaction(decodingHex: $0).transaction.nonce }
        return nonce == 0 ? .error("nonce too low") : nil
      }
    }
    let sent = try await send(over: folder.outbox())
    #expect(sent.nonce == 1 && !sent.isEarlier)
    #expect(try await folder.outbox().intents().map(\.state).contains(.nonceTaken))
  }

  @Test("What was signed since somebody looked is taken up as it is now, and not struck out")
  func signedMeanwhile() async throws {
    let (dead, outbox) = (folder.outbox(), folder.outbox())
    let prepared = try await counter.prepare()
    let draft = try await counter.sender(over: dead).context.draft(of: prepared, SendOptions())
    let seen = try await dead.begin(draft, count: 0).begun()
    let signed = try prepared.transaction(nonce: 0).signed(by: counter.key)
    try await dead.record(
      AttemptDraft(hash: signed.hash, raw: signed.encoded, nonce: 0, maximumPerGas: signed.transaction.maxFeePerGas),
      of: seen.id, label: "")
    await dead.close()
    let status = try await counter.sender(over: outbox).resumer.resume(seen)
    guard case .pending = status else {
      Issue.record("\(status)")
      return
    }
    #expect(try await outbox.intent(seen.id)?.state == .broadcast)
    #expect(counter.node.sent == [Hex.encode(signed.encoded)])
    // What has ended by then is told as it is.
    try await outbox.settle(seen.id, IntentOutcome(.final, block: 8, blockHash: .zero))
    guard case .mined = try await counter.sender(over: folder.outbox()).resumer.resume(seen) else {
      Issue.record("it is mined")
      return
    }
  }

  @Test("A node that is out of order does not make a chain of the same id another one")
  func genesis() async throws {
    let counter = try Counter {
      $0.answers["eth_getBlockByNumber"] = { call, _ in call.turn == 1 ? .error(code: -32603, "internal error") : nil }
    }
    await #expect(throws: NodeError.self) { try await counter.sender.chain() }
    #expect(try await counter.sender.chain().genesis != nil)
  }

  @Test("A fork under a chain's own id is a chain of its own, unless one of the endpoints serves the chain itself")
  func fork() async throws {
    func metadata(_ instance: Hash32, forked: Bool) -> JSON {
      let object: JSONObject = [
        "instanceId": .string(instance.hex), "forkedNetwork": forked ? ["forkBlockNumber": 7] : .null,
      ]
      return .object(object)
    }
    func node(_ answer: StubNode.Answer) throws -> StubNode {
      try StubNode { $0.answers["hardhat_metadata"] = { _, _ in answer } }
    }
    func mark(_ nodes: StubNode..., chainID: UInt256 = 8217) async throws -> ChainMark {
      let client = try NodeClient(endpoints: nodes.map { try Endpoint($0.url) }, options: .patient)
      return try await TransactionSender(node: client, chainID: chainID, outbox: .inMemory()).chain()
    }
    let (one, other) = (Keccak256.hash([1]), Keccak256.hash([2]))
    let itself = ChainMark(chainID: 8217)
    let fork = try node(.result(metadata(one, forked: true)))
    #expect(try await mark(fork) == ChainMark(chainID: 8217, genesis: one, isFork: true))
    #expect(try await mark(fork, chainID: 31337) == ChainMark(chainID: 31337, genesis: one, isFork: true))
    let second = try node(.result(metadata(other, forked: true)))
    #expect(try await mark(fork, second) == itself)
    for answer: StubNode.Answer in [
      .result(metadata(one, forked: false)), .error(code: -32601, "the method does not exist"),
      .error(code: -32000, "not whitelisted", status: 403), .result("HardhatNetwork"),
    ] {
      let real = try node(answer)
      #expect(try await mark(real) == itself, "\(answer)")
      #expect(try await mark(fork, real) == itself, "\(answer)")
    }
    // Nobody else's node can make the chain another one, for which the same would be paid again.
    let client = try NodeClient(
      endpoints: [Endpoint(fork.url.replacing("127.0.0.1", with: "0.0.0.0"))], options: .patient)
    #expect(try await TransactionSender(node: client, chainID: 8217, outbox: .inMemory()).chain() == itself)
    #expect(fork.calls(of: "hardhat_metadata").count > 0)
    // Nobody can tell: nothing is guessed.
    await #expect(throws: NodeError.self) { try await mark(node(.acts([.close]))) }
  }

  @Test("A node that keeps no old blocks serves the chain of its id that the outbox knows, and none that is a guess")
  func noFirstBlock() async throws {
    let counter = try Counter { $0.answers["eth_getBlockByNumber"] = { _, _ in .result(.null) } }
    let whole = ChainMark(chainID: counter.sender.chainID, genesis: .zero)
    let other = ChainMark(chainID: counter.sender.chainID, genesis: Keccak256.hash([]))
    func outbox(with marks: [ChainMark]) async throws -> Outbox {
      let outbox = Outbox.inMemory()
      for (wei, mark) in marks.enumerated() {
        var draft = IntentDraft.transfer(wei)
        draft.chain = mark
        _ = try await outbox.begin(draft, count: 0)
      }
      return outbox
    }
    let alone = ChainMark(chainID: counter.sender.chainID)
    #expect(try await counter.sender(over: outbox(with: [])).chain() == alone)
    #expect(try await counter.sender(over: outbox(with: [whole])).chain() == whole)
    #expect(try await counter.sender(over: outbox(with: [whole, alone])).chain() == alone)
    await #expect(throws: OutboxError(.unknownChain, "")) {
      try await counter.sender(over: outbox(with: [whole, other])).chain()
    }
    // The other way round: what was sent by way of such a node is found by way of another.
    let teller = try Counter()
    #expect(try await teller.sender(over: outbox(with: [alone])).chain() == alone)
    #expect(try await teller.sender(over: outbox(with: [whole])).chain() != whole)
  }

  /// Signs and does not send, as a process that dies between the two.
  private func sign(nonce: UInt64, over outbox: Outbox, key: String? = "once") async throws -> SignedTransaction {
    let prepared = try await counter.prepare()
    var draft = try await counter.sender(over: outbox).context.draft(of: prepared, SendOptions())
    draft.key = key.map { IntentKey($0) }
    let intent = try await outbox.begin(draft, count: nonce).begun()
    let signed = try prepared.transaction(nonce: nonce).signed(by: counter.key)
    try await outbox.record(
      AttemptDraft(
        hash: signed.hash, raw: signed.encoded, nonce: nonce, maximumPerGas: signed.transaction.maxFeePerGas),
      of: intent.id, label: "")
    return signed
  }
}
