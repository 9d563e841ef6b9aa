import Keys
import NodeDoubles
import NodeRPC
import Outbox
import Primitives
import Sending
import StrictJSON
import Testing
import Transactions

@Suite("Nonces of what is sent")
struct SendingNonceTests {
  @Test("Twenty sends side by side, all priced at the same count, take twenty in a row")
  func concurrent() async throws {
    let counter = try Counter()
    let prepared = try await counter.prepare()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask { _ = try await counter.sender.send(prepared, signer: counter.key) }
      }
      try await group.waitForAll()
    }
    #expect(try counter.nonces().sorted() == Array(0..<20))
  }

  @Test("One that the node refused is used by the next")
  func givenBack() async throws {
    let counter = try Counter { $0.refusal = "gas limit reached" }
    #expect(try await counter.refusal().code == .refused)
    counter.node.change { $0.refusal = nil }
    try await counter.send()
    #expect(try counter.offered() == [0, 0])
    #expect(counter.journal.steps == ["will 0 a transfer", "refused", "will 0 a transfer", "did"])
  }

  @Test("Those missing below what waits after a node's count was too high are named")
  func gapAfterLie() async throws {
    let counter = try Counter { $0.status = nil }
    let account = counter.key.address
    let lie: @Sendable (inout StubNode.Chain) -> Void = {
      $0.answers["eth_getTransactionCount"] = { _, _ in .result("0x7") }
    }
    counter.node.change(lie)
    var options = SendOptions()
    options.tracking.timeout = 0.3
    let sent = try await counter.sender.send(
      try await counter.prepare(), signer: counter.key, options: options)
    #expect(sent.nonce == 7)
    counter.node.change { $0.answers["eth_getTransactionCount"] = { _, _ in .result("0x2") } }
    let wanted = options
    let late = await #expect(throws: SendingError.self) { try await sent.confirmed(wanted) }
    #expect(late?.code == .notConfirmed)
    let gap = SendingErrors.Facts.nonceGap(of: account, first: 2, last: 6, intent: sent.intent)
    #expect(late?.facts == gap, "\(String(describing: late))")
    #expect(late?.reason?.contains("Nonces 2 to 6 of the account are missing") == true)
  }

  @Test("One that ours had is not called missing, however low a node counts")
  func lowCount() async throws {
    let counter = try Counter()
    var options = SendOptions()
    options.tracking.timeout = 5
    let first = try await counter.sender.send(try await counter.prepare(), signer: counter.key, options: options)
    _ = try await first.confirmed(options)
    #expect(try await counter.sender.outbox.intents().map(\.state.isLive) == [false])
    counter.node.change { $0.status = nil }
    options.tracking.timeout = 0.3
    let second = try await counter.sender.send(try await counter.prepare(), signer: counter.key, options: options)
    #expect(second.nonce == first.nonce + 1)
    counter.node.change { $0.answers["eth_getTransactionCount"] = { _, _ in .result("0x0") } }
    let wanted = options
    let late = await #expect(throws: SendingError.self) { try await second.confirmed(wanted) }
    #expect(late?.code == .notConfirmed && late?.reason?.contains("missing") != true, "\(String(describing: late))")
  }

  @Test("Those missing below what nodes refuse for it are named, and its own is free again")
  func gapAtRefusal() async throws {
    let counter = try Counter {
      $0.refusal = "nonce too high"
      $0.answers["eth_getTransactionCount"] = { call, _ in .result(call.turn == 1 ? "0x1" : "0x0") }
    }
    let error = try await counter.refusal()
    #expect(error.code == .refused, "\(error)")
    #expect(error.facts == .nonceGap(of: counter.key.address, first: 0, last: 0, intent: nil), "\(error)")
    #expect(error.reason?.contains("Nonce 0 of the account is missing") == true)
  }

  @Test("Side by side with refusals no gap stays")
  func noGap() async throws {
    // Every third is refused, whichever it is.
    let counter = try Counter {
      $0.answers["eth_sendRawTransaction"] = { call, _ in
        call.turn.isMultiple(of: 3) ? .error("not supported today") : nil
      }
    }
    let prepared = try await counter.prepare()
    let outcomes = await withTaskGroup(of: SendingError.Code?.self) { group in
      for _ in 0..<12 { group.addTask { await counter.refused(prepared) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.compactMap { $0 } == Array(repeating: .refused, count: 4))
    // One of five is refused again, so four fill the gaps.
    for _ in 0..<5 { _ = await counter.refused(prepared) }
    let nonces = try counter.nonces().sorted()
    #expect(nonces == Array(0..<UInt64(nonces.count)))
  }

  @Test("A transaction whose end nobody knows is not used again, and its bytes are offered again before the next")
  func unknown() async throws {
    let counter = try Counter {
      $0.answers["eth_sendRawTransaction"] = { call, _ in
        call.turn == 1 ? .acts([.reply("", status: 500)]) : nil
      }
    }
    let error = try await counter.refusal()
    #expect(error.code == .outcomeUnknown && error.transactionHash != nil)
    try await counter.send()
    #expect(try counter.offered() == [0, 0, 1])
    #expect(
      counter.journal.steps == ["will 0 a transfer", "did", "rebroadcast a transfer", "will 1 a transfer", "did"])
  }

  @Test("One that another program used is followed by the chain's next")
  func usedElsewhere() async throws {
    let counter = try Counter {
      $0.answers["eth_sendRawTransaction"] = { call, chain in
        guard call.turn == 1 else { return nil }
        guard let other = try? Self.other() else { return nil }
        Counter.show(other, count: 5, in: &chain)
        return .error("nonce too low: next nonce 5, tx nonce 0")
      }
    }
    #expect(try await counter.send().nonce == 5)
    #expect(try counter.offered() == [0, 5])
    #expect(counter.journal.steps == ["will 0 a transfer", "refused", "will 5 a transfer", "did"])
  }

  @Test("One that another program used, while the chain's next cannot be learned, is left to whoever comes next")
  func usedElsewhereAndSilent() async throws {
    let counter = try Counter {
      $0.answers["eth_sendRawTransaction"] = { _, chain in
        guard let other = try? Self.other() else { return nil }
        Counter.show(other, count: 5, in: &chain)
        let counts = chain.answers["eth_getTransactionCount"]
        chain.answers["eth_getTransactionCount"] = { call, chain in
          call.params.last == "pending" ? .error("no pending state") : counts?(call, &chain)
        }
        return .error("nonce too low")
      }
    }
    await #expect(throws: NodeError.self) { try await counter.send() }
    let outbox = counter.sender.outbox
    let row = try #require(try await outbox.intents().first)
    #expect(try await outbox.isAbandoned(row) && row.state == .signed)
  }

  /// A transaction of the account with the first nonce, which another program signed.
  private static func other() throws -> (hash: Hash32, told: JSON) { try Counter().other(nonce: 0) }

  @Test("One that a node calls used, while none shows by what, stays open and is not signed anew: it may be mined")
  func usedByNobodyKnown() async throws {
    let counter = try Counter { $0.refusal = "nonce too low" }
    #expect(try await counter.refusal().code == .outcomeUnknown)
    #expect(try counter.offered() == [0])
    #expect(try await counter.sender.outbox.intents().map(\.state) == [.signed])
  }

  @Test("One that the caller chose is taken as it is, and never replaced by another")
  func chosen() async throws {
    let counter = try Counter()
    var options = SendOptions()
    options.intent.nonce = 7
    #expect(try await counter.send(options).nonce == 7)
    let late = try Counter { $0.refusal = "nonce too low" }
    #expect(try await late.refusal(options).code == .nonceUsed)
    #expect(try late.offered() == [7])
  }

  @Test("One that the caller chose and the node refused is not given to the next")
  func chosenAndRefused() async throws {
    let counter = try Counter()
    for _ in 0..<2 { try await counter.send() }
    counter.node.change { $0.refusal = "replacement transaction underpriced" }
    var options = SendOptions()
    options.intent.nonce = 0
    options.fees.chosen = .legacy(gasPrice: 7)
    #expect(try await counter.refusal(options).code == .underpriced)
    counter.node.change { $0.refusal = nil }
    #expect(try await counter.send().nonce == 2)
  }

  @Test("A count that leaves no nonce is told, and nothing is signed")
  func absurdCount() async throws {
    let counter = try Counter {
      $0.answers["eth_getTransactionCount"] = { _, _ in .result("0xffffffffffffffff") }
    }
    await #expect(throws: OutboxError(.absurdCount, "")) { try await counter.send() }
    #expect(try counter.offered().isEmpty)
  }

  // MARK: Not even offered

  private struct Broken: Signer {
    struct Failure: Error {}
    let address: Address
    var cancels = false

    func sign(_ digest: Hash32) async throws -> Signature {
      guard cancels else { throw Failure() }
      withUnsafeCurrentTask { $0?.cancel() }
      return try PrivateKey(bytes: Bytes(repeating: 1, count: 32)).sign(digest)
    }
  }

  @Test("A signer or an outbox that fails, or a task that is cancelled, stops the send and gives the nonce back")
  func stopped() async throws {
    let counter = try Counter()
    let prepared = try await counter.prepare()
    await #expect(throws: Broken.Failure.self) {
      try await counter.sender.send(prepared, signer: Broken(address: counter.key.address))
    }
    await #expect(throws: OutboxError(.failed, "")) {
      try await counter.sender(over: .impossible).send(prepared, signer: counter.key)
    }
    let cancelled = Task {
      try await counter.sender.send(prepared, signer: Broken(address: counter.key.address, cancels: true))
    }
    await #expect(throws: CancellationError.self) { _ = try await cancelled.value }
    #expect(try counter.offered().isEmpty)
    #expect(try await counter.send().nonce == 0)
  }

  @Test("A key of another account signs nothing")
  func wrongSigner() async throws {
    let counter = try Counter()
    let prepared = try await counter.prepare()
    let stranger = try PrivateKey(bytes: Bytes(repeating: 1, count: 32))
    await #expect(throws: SendingError(.wrongSigner, "")) {
      try await counter.sender.send(prepared, signer: stranger)
    }
    #expect(try counter.offered().isEmpty)
  }
}
