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

/// A transaction that was handed to a fee delegation service by a process that died, on a node that does not index what
/// senders signed.
@Suite("A hand-over after a crash")
struct HandOverTests {
  private let folder: OutboxFolder
  private let counter: Counter
  /// The transactions handed to the service, and its answers.
  private let (half, whole): (PartlySignedTransaction, SignedTransaction)
  private let intent: Intent

  init() async throws {
    let folder = try OutboxFolder()
    let counter = try Counter {
      $0.answers["kaia_getAccountKey"] = { _, _ in .result(.null) }
      $0.answers["kaia_getTransactionBySenderTxHash"] = { _, _ in .result(.null) }
    }
    var options = SendOptions()
    options.feeDelegation = FeeDelegation(.service(try FeeService("http://127.0.0.1:9")))
    let prepared = try await counter.sender.prepare(counter.request(), options: options)
    guard case .kaia(let transaction) = prepared.transaction(nonce: 0) else { throw Unexpected() }
    var half = PartlySignedTransaction(transaction)
    try half.sign(by: counter.key)
    let dead = folder.outbox()
    let draft = try await counter.sender(over: dead).context.draft(of: prepared, options)
    intent = try await dead.begin(draft, count: 0).begun()
    let part = OutgoingTransaction.half(half, try FeeService("http://127.0.0.1:9"))
    try await dead.record(part.draft(.first), of: intent.id, label: "a transfer")
    await dead.close()
    let handedOver = half
    try half.signAsFeePayer(by: try PrivateKey(bytes: Hash32(UInt256(9)).bytes))
    (self.half, whole) = (handedOver, try half.completed())
    (self.folder, self.counter) = (folder, counter)
  }

  private struct Unexpected: Error {}

  /// The chain has a transaction with the account's first nonce in its fifth block.
  private func mine(_ signed: SignedTransaction, keepsStates: Bool) {
    let (account, block) = (counter.key.address.lowercaseHex, UInt64(5))
    counter.node.change { chain in
      chain.status = nil
      chain.answers["eth_getTransactionCount"] = { call, _ in
        guard let number = (call.params.last?.string).flatMap({ UInt64($0.dropFirst(2), radix: 16) }) else {
          return .result("0x1")
        }
        return keepsStates ? .result(number >= block ? "0x1" : "0x0") : .error("missing trie node")
      }
      chain.answers["eth_getBlockByNumber"] = { call, chain in
        let number = (call.params.first?.string).flatMap { UInt64($0.dropFirst(2), radix: 16) } ?? 7
        // It stays the chain that it was.
        guard number > 0 else { return nil }
        chain.sender = account
        return .result([
          "number": .string(UInt256(number).quantity), "hash": .string(Hash32(UInt256(number)).hex),
          "parentHash": .string(Hash32.zero.hex), "timestamp": .string(UInt256(4_000_000_000).quantity),
          "gasLimit": "0x1", "gasUsed": "0x1",
          "transactions": number == block ? [chain.transaction(signed.hash.hex)] : [],
        ])
      }
      chain.answers["kaia_getTransactionByHash"] = { call, _ in
        .result(call.params.first?.string == signed.hash.hex ? signed.json : .null)
      }
      chain.answers["eth_getTransactionByHash"] = { _, _ in .result(.null) }
      chain.answers["eth_getTransactionReceipt"] = { call, chain in
        .result(call.params.first?.string == signed.hash.hex ? chain.receipt(signed.hash.hex, 1, block: 5) : .null)
      }
    }
  }

  private func resume(_ outbox: Outbox) async throws -> TransactionStatus {
    let sender = counter.sender(over: outbox)
    return try await sender.resumer.resume(try #require(try await outbox.intent(intent.id)))
  }

  @Test(
    "is found by sender and nonce in the blocks, whether the node keeps the states of the past or not",
    arguments: [true, false])
  func found(keepsStates: Bool) async throws {
    mine(whole, keepsStates: keepsStates)
    let outbox = folder.outbox()
    guard case .mined(let attempt, _) = try await resume(outbox) else { throw Unexpected() }
    #expect(attempt.hash == whole.hash)
    let row = try #require(try await outbox.intent(intent.id))
    #expect(row.state == .final && row.attempts.map(\.hash) == [whole.hash] && row.attempts[0].raw == whole.encoded)
  }

  @Test("that another transaction took the place of is told as replaced, and only then")
  func replaced() async throws {
    // The same nonce, other money.
    let plain = try UnsignedTransaction.legacy(
      LegacyTransaction(
        chainID: 1337, nonce: 0, gasPrice: 1, gasLimit: 21_000, to: counter.key.address, value: 7, data: [])
    ).signed(by: counter.key)
    mine(plain, keepsStates: true)
    let outbox = folder.outbox()
    guard case .replaced(plain.hash, _) = try await resume(outbox) else { throw Unexpected() }
    #expect(try await outbox.intent(intent.id)?.state == .nonceTaken)
  }

  @Test("that no node shows is left open, and nothing else is signed with its nonce")
  func open() async throws {
    let outbox = folder.outbox()
    guard case .missing = try await resume(outbox) else { throw Unexpected() }
    #expect(try await outbox.intent(intent.id)?.state == .signed)
    let sender = counter.sender(over: outbox)
    for _ in 0..<2 {
      let error = await #expect(throws: SendingError.self) {
        try await sender.send(try await sender.prepare(counter.request(.klay(2))), signer: counter.key)
      }
      #expect(error?.code == .underWay && error?.facts == .blocked(by: intent.id))
    }
    #expect(try await outbox.intents().filter { !$0.attempts.isEmpty }.map(\.id) == [intent.id])
    // Nor when the chain has used it, and does not show by what.
    mine(whole, keepsStates: true)
    counter.node.change { $0.answers["kaia_getTransactionByHash"] = { _, _ in .result(.null) } }
    guard case .undecided = try await resume(outbox) else { throw Unexpected() }
    #expect(try await outbox.intent(intent.id)?.state == .signed)
  }

  @Test("can be cancelled by the account alone, and whichever of the two is mined is told", arguments: [true, false])
  func cancelled(isTooLate: Bool) async throws {
    let outbox = folder.outbox()
    let sender = counter.sender(over: outbox)
    counter.node.change {
      $0.answers["kaia_sendRawTransaction"] = { call, _ in
        .result(.string(Keccak256.hash((try? Bytes(hex: call.params[0].string ?? "")) ?? []).hex))
      }
    }
    func row() async throws -> Intent { try #require(try await outbox.intent(intent.id)) }
    let error = await #expect(throws: SendingError.self) { try await sender.replacer.prepareSpeedUp(of: row()) }
    #expect(error?.code == .feePayerNeeded)
    #expect(error?.facts == .feePayer(nil, intent: intent.id))
    let nothing = try await sender.replacer.replace(
      row(), with: sender.replacer.prepareCancellation(of: row()), kind: .cancellation, signer: counter.key)
    let unsigned = nothing.transaction.transaction
    #expect(unsigned.nonce == 0 && unsigned.kaia?.operation == .cancel && unsigned.kaia?.feePayment == .sender)
    #expect(unsigned.maxFeePerGas > half.transaction.gasPrice)
    // Taken up, it is the cancellation that is offered again, and nothing is told as done.
    counter.node.change { $0.answers["eth_getTransactionByHash"] = { _, _ in .result(.null) } }
    guard case .pending(let attempt) = try await resume(outbox) else { throw Unexpected() }
    #expect(attempt.hash == nothing.hash)
    mine(isTooLate ? whole : nothing.transaction, keepsStates: true)
    #expect(try await nothing.confirmed().hash == (isTooLate ? whole.hash : nothing.hash))
    #expect(try await row().state == (isTooLate ? .final : .cancelled))
  }

  @Test("that no node shows stands in the way of the next: nothing is signed, and it is not told as sent")
  func obstacle() async throws {
    let sender = counter.sender(over: folder.outbox(telling: counter.journal))
    let told = Guarded<[Int64]>([])
    var options = SendOptions()
    options.events.onObstacle = { intent, _ in told.withLock { $0.append(intent.id) } }
    let prepared = try await sender.prepare(counter.request(.klay(2)), options: options)
    let wanted = options
    await #expect(throws: SendingError(.underWay, "")) {
      try await sender.send(prepared, signer: counter.key, options: wanted)
    }
    #expect(told.withLock { $0 } == [intent.id])
    #expect(counter.journal.steps.isEmpty && counter.node.sent.isEmpty, "\(counter.journal.steps)")
  }

  @Test("that is handed over again is the same one: what the service refuses then may have been sent the first time")
  func again() async throws {
    let server = try HostileServer { _ in
      [.reply(#"{"message":"nonce too low","data":"","status":false}"#, status: 400)]
    }
    let service = try FeeService(server.url)
    let outbox = folder.outbox()
    let sender = counter.sender(over: outbox)
    let error = await #expect(throws: SendingError.self) {
      try await sender.send(half, through: service, label: "a transfer")
    }
    #expect(error?.code == .serviceRefused && server.requests.count == 1, "\(error?.description ?? "")")
    let rows = try await outbox.intents()
    #expect(rows.map(\.id) == [intent.id] && rows[0].state == .signed && rows[0].attempts.count == 1)
    // It was: that is what is told then, and nobody is asked.
    mine(whole, keepsStates: true)
    #expect(try await sender.send(half, through: service, label: "a transfer").hash == whole.hash)
    #expect(try await sender.send(half, through: service, label: "a transfer").hash == whole.hash)
    #expect(server.requests.count == 1)
    #expect(try await outbox.intents().map(\.state) == [.final])
  }

  @Test("that is handed over again although another took its nonce is told as replaced, and goes to nobody")
  func againAndReplaced() async throws {
    let plain = try UnsignedTransaction.legacy(
      LegacyTransaction(
        chainID: 1337, nonce: 0, gasPrice: 1, gasLimit: 21_000, to: counter.key.address, value: 7, data: [])
    ).signed(by: counter.key)
    mine(plain, keepsStates: true)
    let sender = counter.sender(over: folder.outbox())
    await #expect(throws: SendingError(.replaced, "")) {
      try await sender.send(half, through: FeeService("http://127.0.0.1:9"), label: "a transfer")
    }
  }
}
