import NodeRPC
import Outbox
import Primitives
import StrictJSON
import Transactions

/// A service that pays for others' transactions: Kaia's fee delegation API.
public struct FeeService: Sendable {
  /// The service's address, without secrets.
  public let address: String
  private let exchange: JSONExchange
  private static let noun = "fee delegation service"

  /// - Parameters:
  ///   - url: The service's address; `/api/signAsFeePayer` is added to it.
  ///   - key: Its API key, if it wants one.
  /// - Throws: `NodeError` for an address that cannot be read; `SendingError` for a key that cannot be one.
  public init(_ url: String, key: String? = nil) throws {
    let path = "/api/signAsFeePayer"
    var base = url[...]
    while base.hasSuffix("/") { base = base.dropLast() }
    address = try Endpoint(String(base), of: Self.noun).redacted
    if let key, key.isEmpty || !key.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) {
      throw SendingError(
        .noFeeDelegation, "The API key of the fee delegation service cannot be one.",
        reason: "It has a blank or another character that no key has.", advice: "Copy it again.")
    }
    // The service waits for the receipt before it answers.
    exchange = JSONExchange(
      try Endpoint(base.hasSuffix(path) ? String(base) : base + path, of: Self.noun), of: Self.noun, bearer: key,
      timeout: .seconds(60))
  }

  /// The answer of a service.
  enum Answer: Sendable {
    /// It was sent, and is to be found under this hash.
    case sent(Hash32)
    /// Nothing reached it.
    case notAsked(String)
    /// It says that it does not pay. It has the sender's signature all the same, so that proves nothing.
    case refused(String)
    /// Nobody can tell whether it was.
    case unclear(String)
  }

  func sign(_ transaction: PartlySignedTransaction) async -> Answer {
    let body: JSON = ["userSignedTx": ["raw": .string(Hex.encode(transaction.encoded(.senderPart)))]]
    let answer: JSONExchange.Answer
    do throws(NodeError) {
      answer = try await exchange.post(body)
    } catch {
      return error.leavesOutcomeOpen ? .unclear(error.message) : .notAsked(error.message)
    }
    let told = Self.text(answer)
    switch answer.status {
    case 200:
      // The documents of the API call it otherwise than its server does.
      let data = answer.json?["data"]
      let hash = (data?["hash"] ?? data?["transactionHash"])?.string.flatMap { try? Hash32($0) }
      return hash.map { .sent($0) } ?? .unclear("It answers with status 200 and tells no transaction.")
    case 400, 401, 403, 404, 405, 409, 413:
      return .refused(told)
    case 429:
      return .refused(told + (answer.retryAfter.map { " Try again in \($0) seconds." } ?? ""))
    case 503: return .refused(told)
    default: return .unclear(told)
    }
  }

  private static func text(_ answer: JSONExchange.Answer) -> String {
    let parts = [answer.json?["message"]?.string, answer.json?["data"]?.string].compactMap { $0 }
    guard !parts.isEmpty else { return "It answers with status \(answer.status)." }
    // Somebody else's words, on a terminal.
    let text = parts.joined(separator: ": ").unicodeScalars.prefix(400)
      .map { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) ? " " : String($0) }.joined()
    return text.hasSuffix(".") ? text : text + "."
  }
}

extension TransactionSender {
  /// Lets a service sign and send a half-signed transaction, and finds what it sent at our own node: the service's word
  /// is not believed.
  ///
  /// Once it was handed over, no refusal proves that it was not sent: it stays open with its nonce, and is looked for on
  /// the chain before it is handed over once more.
  ///
  /// - Parameter limits: The most that the sender may spend; nil is no limit.
  /// - Throws: The outbox's errors, and then nothing was handed over; else those of ``send(_:signer:options:)`` with a
  ///   service: `.serviceRefused`, `.serviceLied`, `.outcomeUnknown`; `.underWay` while another process works on it.
  public func send(
    _ partly: PartlySignedTransaction, through service: FeeService, label: String, limits: SpendingLimits? = nil
  ) async throws -> SignedTransaction {
    if let known = try await intent(signedAs: partly.senderTxHash), known.state.isLive || known.state == .final {
      return try await sendAgain(partly, known, through: service, label: label)
    }
    let transaction = partly.transaction
    var draft = IntentDraft(
      chain: try await origin.mark(), account: transaction.from, label: label, to: transaction.operation.to,
      value: Amount(wei: transaction.operation.value), data: transaction.operation.input,
      cost: Amount(wei: transaction.operation.value))
    draft.nonce = transaction.nonce
    (draft.limits, draft.unit) = (limits, unit)
    draft.blockTime = await blockTime(on: draft.chain, for: limits)
    let (intent, isNew) = try await enter(.half(partly, service), as: draft)
    guard isNew else { return try await sendAgain(partly, intent, through: service, label: label) }
    return try await handOver(partly, of: intent.id, to: service, label: label).transaction
  }

  private func sendAgain(
    _ partly: PartlySignedTransaction, _ known: Intent, through service: FeeService, label: String
  ) async throws -> SignedTransaction {
    let hash = partly.senderTxHash
    // It may be there to take the place of what the nodes know.
    let last = known.lastAttempt
    let replacing = last?.hash == hash && [.speedUp, .cancellation].contains(last?.kind) ? last : nil
    switch try await look(at: known) {
    case .mined(let attempt, _) where !attempt.isHandedOver:
      return try SignedTransaction(decoding: attempt.raw)
    case .pending(let attempt) where !attempt.isHandedOver && replacing == nil:
      return try SignedTransaction(decoding: attempt.raw)
    case .replaced(let other, _):
      throw SendingError(
        .replaced, "This transaction will never be mined: another one took its place.",
        reason: "Nonce \(partly.transaction.nonce) of \(partly.transaction.from) was used by \(other).", call: label,
        advice: "Look at the account's latest transactions before you sign it again.", transactionHash: hash)
    default:
      guard try await outbox.takeOver(known.id) else {
        throw unclear(hash, "Another process works on it, or has ended it.", service, label)
      }
    }
    if let replacing {
      do {
        return try await offer(
          .half(partly, service), inPlaceOf: known, kind: replacing.kind, label: label, SendOptions()
        ).transaction
      } catch {
        await outbox.release(known.id)
        throw error
      }
    }
    return try await handOver(partly, of: known.id, to: service, label: label, isAgain: true).transaction
  }

  /// Hands over a transaction that is written down already, and finds what the service sent.
  ///
  /// - Parameter isAgain: whether it was handed over before.
  func handOver(
    _ partly: PartlySignedTransaction, of intent: Int64, to service: FeeService, label: String, isAgain: Bool = false
  ) async throws -> SentTransaction {
    let hash = partly.senderTxHash
    switch await service.sign(partly) {
    case .sent(let told):
      do {
        let signed = try await found(told, partly, service, label)
        await outbox.handedOver(hash, as: signed.hash, raw: signed.encoded, label: label)
        return SentTransaction(
          transaction: signed, account: partly.transaction.from, label: label, intent: intent, earlier: nil,
          sender: self)
      } catch {
        await outbox.release(intent)
        throw error
      }
    case .refused(let reason):
      let trace = await trace(of: partly, intent)
      await outbox.release(intent)
      switch trace {
      case .found(let signed):
        return SentTransaction(
          transaction: signed, account: partly.transaction.from, label: label, intent: intent, earlier: nil,
          sender: self)
      case .nonceUsed:
        throw unclear(hash, "\(reason) But our node has a transaction with its nonce.", service, label)
      case .unknown:
        throw unclear(hash, "\(reason) Our node could not be asked.", service, label)
      case .none:
        throw SendingError(
          .serviceRefused, "The fee delegation service does not pay for this. It was not seen on your node.",
          reason: reason, call: label, facts: .handedOver(intent: intent), transactionHash: hash)
      }
    case .notAsked(let reason) where !isAgain:
      try? await outbox.settle(intent, IntentOutcome(.unpublished, hash: hash, reason: reason))
      throw SendingError(
        .serviceRefused, "The fee delegation service cannot be reached; nothing was sent.", reason: reason,
        call: label, advice: "Ask who runs \(service.address), or pay the fee otherwise.", transactionHash: hash)
    case .notAsked(let reason), .unclear(let reason):
      await outbox.release(intent)
      throw unclear(hash, reason, service, label)
    }
  }

  /// The transaction that a service makes of a replacement's part, as our own node shows it.
  ///
  /// - Returns: `.serviceRefused` where the service does not pay for it; it has the sender's signature all the same.
  /// - Throws: `SendingError` `.serviceLied`, `.outcomeUnknown`.
  func signed(
    _ partly: PartlySignedTransaction, by service: FeeService, label: String
  ) async throws(SendingError) -> Result<SignedTransaction, SendingError> {
    let hash = partly.senderTxHash
    switch await service.sign(partly) {
    case .sent(let told):
      let signed = try await found(told, partly, service, label)
      await outbox.handedOver(hash, as: signed.hash, raw: signed.encoded, label: label)
      return .success(signed)
    case .refused(let reason):
      return .failure(
        SendingError(
          .serviceRefused, "The fee delegation service does not pay for this.", reason: reason, call: label,
          transactionHash: hash))
    case .notAsked(let reason):
      return .failure(
        SendingError(
          .serviceRefused, "The fee delegation service cannot be reached.", reason: reason, call: label,
          transactionHash: hash))
    case .unclear(let reason): throw unclear(hash, reason, service, label)
    }
  }

  /// The trace on our node of a part that a service was handed and says it did not send.
  private enum Trace {
    case found(SignedTransaction)
    /// Something has its nonce, in a block or not yet, and nobody shows what.
    case nonceUsed
    case none
    case unknown
  }

  /// Looks a few times: what a service sent in this moment takes a little to arrive.
  private func trace(of partly: PartlySignedTransaction, _ intent: Int64) async -> Trace {
    let transaction = partly.transaction
    for turn in 0..<4 {
      if turn > 0 { try? await Task.sleep(for: .milliseconds(250)) }
      // A transaction that is found is noted as the service's.
      guard let row = try? await outbox.intent(intent), let fate = try? await fate(of: row) else { return .unknown }
      if let attempt = try? await outbox.intent(intent)?.lastAttempt, !attempt.isHandedOver,
        let signed = try? SignedTransaction(decoding: attempt.raw)
      {
        return .found(signed)
      }
      guard let pending = try? await node.transactionCount(of: transaction.from, at: .pending) else { return .unknown }
      guard case .missing = fate, pending <= transaction.nonce else { return .nonceUsed }
    }
    return .none
  }

  private func unclear(_ hash: Hash32, _ reason: String, _ service: FeeService, _ label: String) -> SendingError {
    SendingError(
      .outcomeUnknown, "Nobody can tell whether the fee delegation service sent the transaction.", reason: reason,
      call: label, facts: .service(service.address), transactionHash: hash)
  }

  /// The transaction at our node that the service calls ours; it has to be ours to the byte.
  private func found(
    _ told: Hash32, _ partly: PartlySignedTransaction, _ service: FeeService, _ label: String
  ) async throws(SendingError) -> SignedTransaction {
    let hash = partly.senderTxHash
    for attempt in 0..<20 {
      if attempt > 0 { try? await Task.sleep(for: .milliseconds(500)) }
      if Task.isCancelled { break }
      guard let seen = try? await node.kaiaTransaction(told) else {
        continue
      }
      // It is read with its signatures, and its hashes are computed here.
      guard let signed = try? SignedTransaction(json: seen.raw), signed.hash == told, signed.senderTxHash == hash else {
        throw SendingError(
          .serviceLied, "The fee delegation service names another transaction than the one it was given.",
          reason: "It says that it sent \(told), which is \(seen.from)'s with nonce \(seen.nonce), and not this one.",
          call: label,
          advice:
            "Do not use \(service.address). It has your signature, so this transaction may still be sent: look before you send it again.",
          transactionHash: hash)
      }
      return signed
    }
    throw unclear(hash, "It says that it sent \(told), and our node does not know that.", service, label)
  }
}
