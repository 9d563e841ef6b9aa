import NodeRPC
import Outbox
import Primitives
import Transactions

/// Hands half-signed transactions to a fee delegation service, and finds at our own node what it sent: the service's word
/// is not believed.
struct ServiceHandOver: SenderPart {
  let context: SenderContext
  let statuses: StatusReader
  let tracker: ConfirmationTracker

  /// Hands over a transaction that is written down already, and finds what the service sent.
  ///
  /// - Parameter isAgain: whether it was handed over before.
  func handOver(
    _ partly: PartlySignedTransaction, of intent: Int64, to service: FeeService, label: String, isAgain: Bool = false
  ) async throws -> SentTransaction {
    let (hash, request) = (partly.senderTxHash, await outbox.request(for: intent))
    let answer = await service.sign(partly, as: request)
    switch answer {
    case .sent(let told):
      return try await releasingIfFailed(intent) {
        let signed = try await found(told, partly, service, request, label)
        await outbox.handedOver(hash, as: signed.hash, raw: signed.encoded, label: label)
        return tracker.sent(signed, of: intent, from: partly.transaction.from, label: label)
      }
    case .refused(let reason), .spent(let reason), .busy(let reason, _):
      let isBusy = if case .busy = answer { true } else { false }
      let trace = await trace(of: partly, intent)
      if case .none = trace, !isBusy { outbox.observer?.outbox(.declined(hash)) }
      await outbox.release(intent)
      switch trace {
      case .found(let signed):
        return tracker.sent(signed, of: intent, from: partly.transaction.from, label: label)
      case .nonceUsed:
        throw unclear(hash, "\(reason) But our node has a transaction with its nonce.", service, request, label)
      case .unknown:
        throw unclear(hash, "\(reason) Our node could not be asked.", service, request, label)
      case .none:
        throw SendingError(
          isBusy ? .serviceBusy : .serviceRefused,
          isBusy
            ? "The fee delegation service is not available now. It was not seen on your node."
            : "The fee delegation service does not pay for this. It was not seen on your node.",
          about: hash, reason: Self.named(reason, request), call: label,
          facts: .handedOver(intent: intent, request: "\(request)"))
      }
    case .notAsked(let reason) where !isAgain:
      try? await outbox.settle(intent, IntentOutcome(.unpublished, hash: hash, reason: reason))
      throw SendingError(
        .serviceRefused, "The fee delegation service cannot be reached; nothing was sent.", about: hash,
        reason: reason, call: label, advice: "Ask who runs \(service.address), or pay the fee otherwise.",
        facts: .service(service.address))
    case .notAsked(let reason):
      // An earlier run handed it over.
      await outbox.release(intent)
      throw unclear(hash, reason, service, nil, label)
    case .unclear(let reason):
      await outbox.release(intent)
      throw unclear(hash, reason, service, request, label)
    }
  }

  /// The transaction that a service makes of a replacement's part, as our own node shows it.
  ///
  /// - Returns: `.serviceRefused` where the service does not pay for it, `.serviceBusy` where it does not work now; it has
  ///   the sender's signature all the same.
  /// - Throws: `SendingError` `.serviceLied`, `.outcomeUnknown`.
  func signed(
    _ partly: PartlySignedTransaction, of intent: Int64, by service: FeeService, label: String
  ) async throws(SendingError) -> Result<SignedTransaction, SendingError> {
    let (hash, request) = (partly.senderTxHash, await outbox.request(for: intent))
    switch await service.sign(partly, as: request) {
    case .sent(let told):
      let signed = try await found(told, partly, service, request, label)
      await outbox.handedOver(hash, as: signed.hash, raw: signed.encoded, label: label)
      return .success(signed)
    case .refused(let reason), .spent(let reason):
      return .failure(
        SendingError(
          .serviceRefused, "The fee delegation service does not pay for this.", about: hash,
          reason: Self.named(reason, request), call: label, facts: .request("\(request)")))
    case .busy(let reason, _):
      return .failure(
        SendingError(
          .serviceBusy, "The fee delegation service is not available now.", about: hash,
          reason: Self.named(reason, request), call: label, facts: .request("\(request)")))
    case .notAsked(let reason):
      return .failure(
        SendingError(
          .serviceRefused, "The fee delegation service cannot be reached.", about: hash, reason: reason,
          call: label, facts: .service(service.address)))
    case .unclear(let reason): throw unclear(hash, reason, service, request, label)
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
      guard let row = try? await outbox.intent(intent),
        let status = try? await statuses.status(of: row)
      else { return .unknown }
      if let attempt = try? await outbox.intent(intent)?.lastAttempt, !attempt.isHandedOver,
        let signed = try? SignedTransaction(decoding: attempt.raw)
      {
        return .found(signed)
      }
      guard let pending = try? await node.transactionCount(of: transaction.from, at: .pending) else { return .unknown }
      guard case .missing = status, pending <= transaction.nonce else { return .nonceUsed }
    }
    return .none
  }

  /// - Parameter request: Nil where the service was not asked now.
  func unclear(
    _ hash: Hash32, _ reason: String, _ service: FeeService, _ request: RequestID?, _ label: String
  ) -> SendingError {
    SendingError(
      .outcomeUnknown, "Nobody can tell whether the fee delegation service sent the transaction.", about: hash,
      reason: request.map { Self.named(reason, $0) } ?? reason, call: label,
      facts: .service(service.address, request: request?.description))
  }

  private static func named(_ reason: String, _ request: RequestID) -> String {
    "\(reason) It was asked by the request \(request), which whoever runs it can look for."
  }

  /// The transaction at our node that the service calls ours; it has to be ours to the byte.
  private func found(
    _ told: Hash32, _ partly: PartlySignedTransaction, _ service: FeeService, _ request: RequestID, _ label: String
  ) async throws(SendingError) -> SignedTransaction {
    let hash = partly.senderTxHash
    for attempt in 0..<20 {
      if attempt > 0 { try? await Task.sleep(for: .milliseconds(500)) }
      if Task.isCancelled { break }
      guard let seen = try? await node.kaiaTransaction(told) else {
        continue
      }
      // The transaction is read with its signatures, and its hashes are computed here.
      guard let signed = try? SignedTransaction(json: seen.raw), signed.hash == told, signed.senderTxHash == hash else {
        throw SendingError(
          .serviceLied, "The fee delegation service names another transaction than the one it was given.",
          about: hash,
          reason: Self.named(
            "It says that it sent \(told), which is \(seen.from)'s with nonce \(seen.nonce), and not this one.", request
          ),
          call: label,
          advice:
            "Do not use \(service.address). It has your signature, so this transaction may still be sent: look before you send it again.",
          facts: .request("\(request)"))
      }
      return signed
    }
    throw unclear(hash, "It says that it sent \(told), and our node does not know that.", service, request, label)
  }
}
