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

/// A transaction whose gas another pays for, of an account without money, that waits.
@Suite("What another pays for, replaced")
struct DelegatedReplacementTests {
  private let folder: OutboxFolder
  private let counter: Counter
  private let payer: PrivateKey
  /// The hashes of what the node knows.
  private let known: Guarded<Set<String>>

  init() throws {
    folder = try OutboxFolder()
    let payer = try PrivateKey(bytes: Hash32(UInt256(5)).bytes)
    let known = Guarded<Set<String>>([])
    counter = try Counter { chain in
      chain.status = nil
      chain.balances = [payer.address.lowercaseHex: 5]
      for name in ["kaia_getAccountKey", "kaia_getTransactionBySenderTxHash", "eth_getTransactionReceipt"] {
        chain.answers[name] = { _, _ in .result(.null) }
      }
      chain.answers["kaia_sendRawTransaction"] = { call, _ in
        guard let bytes = try? Hex.decode(call.params.first?.string ?? "") else { return nil }
        let hash = Keccak256.hash(bytes).hex
        known.withLock { _ = $0.insert(hash) }
        return .result(.string(hash))
      }
      chain.answers["eth_getTransactionByHash"] = { call, chain in
        let hash = call.params.first?.string ?? ""
        return .result(known.withLock { $0.contains(hash) } ? chain.transaction(hash) : .null)
      }
    }
    (self.payer, self.known) = (payer, known)
  }

  private func options(percent: UInt8? = nil) -> SendOptions {
    var options = SendOptions()
    options.feeDelegation = FeeDelegation(.keys(Keyring(payer)), percent: percent)
    return options
  }

  private func options(_ service: HostileServer) throws -> SendOptions {
    var options = SendOptions()
    options.feeDelegation = FeeDelegation(.service(try FeeService(service.url)))
    return options
  }

  /// Sends nothing to somebody, and another pays for it.
  private func first(over outbox: Outbox) async throws -> Intent {
    let sender = counter.sender(over: outbox)
    let prepared = try await sender.prepare(counter.request(.zero), options: options())
    let sent = try await sender.send(prepared, signer: counter.key, options: options())
    return try #require(try await outbox.intent(sent.intent))
  }

  private func sent() throws -> [SignedTransaction] {
    try counter.node.calls(of: "kaia_sendRawTransaction").map {
      try SignedTransaction(decoding: Hex.decode($0.params.first?.string ?? ""))
    }
  }

  @Test("is sped up by an account without a coin, signed by both, with the same nonce; its limits count nothing of it")
  func spedUp() async throws {
    let outbox = folder.outbox()
    let sender = counter.sender(over: outbox)
    let intent = try await first(over: outbox)
    let refused = await #expect(throws: SendingError.self) { try await sender.replacer.prepareSpeedUp(of: intent) }
    #expect(refused?.code == .feePayerNeeded && refused?.reason?.contains("\(payer.address)") == true)
    #expect(refused?.facts == .feePayer(payer.address, intent: intent.id))

    var options = options()
    options.intent.limits = SpendingLimits(perCommand: Amount(wei: 1), perDay: Amount(wei: 1))
    let prepared = try await sender.replacer.prepareSpeedUp(of: intent, options: options)
    let replacement = try await sender.replacer.replace(
      intent, with: prepared, kind: .speedUp, signer: counter.key, options: options)
    let both = try sent()
    #expect(both.count == 2 && both[1].hash == replacement.hash)
    let kind = TransactionKind.kaia(KaiaTransactionType(.valueTransfer, paidBy: .feePayer))
    #expect(both.map(\.transaction.kind) == [kind, kind])
    #expect(both[1].transaction.nonce == both[0].transaction.nonce)
    #expect(both[1].transaction.maxFeePerGas >= both[0].transaction.maxFeePerGas * 11 / 10)
    #expect(try both[1].senderPublicKeys() == [counter.key.publicKey])
    #expect(try both[1].feePayerPublicKeys() == [payer.publicKey])
    let row = try #require(try await outbox.intent(intent.id))
    #expect(row.cost == .zero && row.maximum == .zero && row.attempts.map(\.kind) == [.first, .speedUp])
  }

  @Test("is cancelled by Kaia's fee-delegated type for that, with a ratio where one is given", arguments: [nil, 30])
  func cancelled(percent: UInt8?) async throws {
    let outbox = folder.outbox()
    let sender = counter.sender(over: outbox)
    let intent = try await first(over: outbox)
    await #expect(throws: SendingError(.notEnoughForGas, "")) {
      try await sender.replacer.prepareCancellation(of: intent)
    }
    if percent != nil { counter.node.change { [counter] in $0.balances[counter.key.address.lowercaseHex] = 1 } }
    let options = options(percent: percent)
    let prepared = try await sender.replacer.prepareCancellation(of: intent, options: options)
    _ = try await sender.replacer.replace(
      intent, with: prepared, kind: .cancellation, signer: counter.key, options: options)
    let both = try sent()
    #expect(both.count == 2 && both[1].transaction.nonce == both[0].transaction.nonce)
    #expect(
      both[1].transaction.kind
        == .kaia(KaiaTransactionType(.cancel, paidBy: percent == nil ? .feePayer : .both)))
    #expect(both[1].encoded.first == (percent == nil ? 0x39 : 0x3a) && both[1].feePayer?.address == payer.address)
    #expect(both[1].transaction.kaia?.feePayment == percent.map { .shared(percent: $0) } ?? .delegated)
  }

  @Test("that the account was to pay for itself can be sped up at another's cost, too")
  func ownFirst() async throws {
    counter.node.change { [counter] in $0.balances[counter.key.address.lowercaseHex] = 1 }
    let outbox = folder.outbox()
    let sender = counter.sender(over: outbox)
    let first = try await sender.send(try await sender.prepare(counter.request(.zero)), signer: counter.key)
    counter.node.change { [counter] in $0.balances[counter.key.address.lowercaseHex] = 0 }
    let intent = try #require(try await outbox.intent(first.intent))
    await #expect(throws: SendingError(.notEnoughForGas, "")) { try await sender.replacer.prepareSpeedUp(of: intent) }
    let prepared = try await sender.replacer.prepareSpeedUp(of: intent, options: options())
    let sent = try await sender.replacer.replace(
      intent, with: prepared, kind: .speedUp, signer: counter.key, options: options())
    #expect(sent.nonce == first.nonce && sent.transaction.feePayer?.address == payer.address)
    #expect(sent.transaction.transaction.maxFeePerGas > first.transaction.transaction.maxFeePerGas)
  }

  /// One that was signed in the place of the first, by a process that died before it could offer it.
  private func interrupted(_ options: SendOptions) async throws -> (intent: Int64, first: Hash32, second: Hash32) {
    let dead = folder.outbox()
    let intent = try await first(over: dead)
    let sender = counter.sender(over: dead)
    let prepared = try await sender.replacer.prepareSpeedUp(of: intent, options: options)
    let outgoing = try await prepared.signed(
      nonce: try #require(intent.nonce), with: counter.key, feeDelegation: options.feeDelegation)
    let draft = outgoing.draft(.speedUp)
    try await dead.replace(intent.id, by: draft, as: try await sender.context.draft(of: prepared, options))
    await dead.close()
    return (intent.id, try #require(intent.lastAttempt).hash, draft.hash)
  }

  @Test(
    "by a process that died before it could offer that: it is offered when it is taken up", arguments: [true, false])
  func resumed(isTaken: Bool) async throws {
    let (number, first, second) = try await interrupted(options())
    if !isTaken {
      counter.node.change {
        $0.answers["kaia_sendRawTransaction"] = { _, _ in
          .error("there is another tx which has the same nonce in the tx pool")
        }
      }
    }
    let outbox = folder.outbox()
    let row = try #require(try await outbox.intent(number))
    guard case .pending(let attempt) = try await counter.sender(over: outbox).resumer.resume(row) else {
      throw Unexpected()
    }
    #expect(attempt.hash == (isTaken ? second : first))
    #expect(try sent().map(\.hash) == [first, second])
    #expect(try await outbox.intent(number)?.lastAttempt?.hash == attempt.hash)
  }

  private struct Unexpected: Error {}

  /// A service that pays, or does not; what it sends the node knows.
  private func service(pays: Guarded<Bool>) throws -> HostileServer {
    let node = counter.node
    let known = known
    return try HostileServer { request in
      guard pays.withLock({ $0 }), let raw = try? JSON(parsing: request.body)["userSignedTx"]?["raw"]?.string,
        var half = try? PartlySignedTransaction(decoding: Hex.decode(raw)),
        let key = try? PrivateKey(bytes: Hash32(UInt256(9)).bytes),
        (try? half.signAsFeePayer(by: key)) != nil, let whole = try? half.completed()
      else { return [.reply(#"{"message":"Bad request","data":"not paid for","status":false}"#, status: 400)] }
      known.withLock { _ = $0.insert(whole.hash.hex) }
      let (hash, json) = (whole.hash.hex, whole.json)
      node.change {
        $0.answers["kaia_getTransactionByHash"] = { call, _ in
          .result(call.params.first?.string == hash ? json : .null)
        }
      }
      let body: JSON = ["message": "Request was successful", "data": ["hash": .string(hash)], "status": true]
      return [.reply(body.serialized())]
    }
  }

  @Test("at a service that does not pay for that: the first goes on; then it does")
  func byService() async throws {
    let pays = Guarded(false)
    let server = try service(pays: pays)
    let outbox = folder.outbox()
    let sender = counter.sender(over: outbox)
    let intent = try await first(over: outbox)
    let options = try options(server)
    let prepared = try await sender.replacer.prepareSpeedUp(of: intent, options: options)
    let error = await #expect(throws: SendingError.self) {
      try await sender.replacer.replace(intent, with: prepared, kind: .speedUp, signer: counter.key, options: options)
    }
    #expect(error?.code == .notReplaced && error?.reason?.contains("not paid for") == true)
    var row = try #require(try await outbox.intent(intent.id))
    #expect(row.state == .broadcast || row.state == .seen)
    #expect(row.attempts.count == 2 && row.lastAttempt?.hash == intent.lastAttempt?.hash)

    pays.withLock { $0 = true }
    let sent = try await sender.replacer.replace(
      row, with: prepared, kind: .speedUp, signer: counter.key, options: options)
    row = try #require(try await outbox.intent(intent.id))
    #expect(row.lastAttempt?.hash == sent.hash && row.lastAttempt?.isHandedOver == false)
    #expect(sent.transaction.feePayer != nil && sent.nonce == intent.nonce)
  }

  @Test("at a service, by a process that died before it could hand that over: it is handed over when it is taken up")
  func handedOverLater() async throws {
    let server = try service(pays: Guarded(true))
    let (number, first, second) = try await interrupted(try options(server))
    #expect(server.requests.isEmpty)
    let outbox = folder.outbox()
    let sender = counter.sender(over: outbox)
    let row = try #require(try await outbox.intent(number))
    guard case .pending(let attempt) = try await sender.resumer.resume(row) else { throw Unexpected() }
    #expect(attempt.hash == first)
    let part = try #require(row.lastAttempt)
    let half = try PartlySignedTransaction(decoding: part.raw, chainID: 1337)
    #expect(part.isHandedOver && half.senderTxHash == second)
    let whole = try await sender.send(half, through: FeeService(server.url), label: "a transfer")
    #expect(server.requests.count == 1 && whole.senderTxHash == second)
    #expect(try await outbox.intent(number)?.lastAttempt?.hash == whole.hash)
  }
}
