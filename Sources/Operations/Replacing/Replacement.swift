import ContractClient
import Outbox
import Primitives
import Sending

/// The end of a transaction that another was to take the place of.
public struct Replacement: Sendable {
  /// The intent in the outbox, as it was before.
  public let intent: Intent
  /// The one of both that was mined.
  public let confirmation: Confirmation
  /// Whether an empty transaction was mined: nothing of the first will be.
  public let isCancelled: Bool

  /// Whether the first was mined before another took its place.
  public var isTooLate: Bool { !isCancelled && intent.attempts.contains { $0.hash == confirmation.hash } }
}

extension Planner {
  /// Plans to put another transaction in the place of one that is pending: an equal one at a higher price, or an empty
  /// one.
  ///
  /// - Throws: The errors of ``Sending/Replacer/prepareSpeedUp(of:options:)`` and
  ///   ``Sending/Replacer/prepareCancellation(of:options:)``.
  public func replacement(of intent: Intent, by kind: Attempt.Kind) async throws -> Planned<Replacement> {
    listen(.began(.checking))
    let sender = connection.sender
    let prepared =
      kind == .cancellation
      ? try await sender.replacer.prepareCancellation(of: intent, options: options)
      : try await sender.replacer.prepareSpeedUp(of: intent, options: options)
    let title = kind == .cancellation ? "cancel: \(intent.label)" : "speed up: \(intent.label)"
    var work = TransactionWork(title, prepared, .replacement(of: intent, by: kind)) { signer, options in
      let sent = try await sender.replacer.replace(intent, with: prepared, kind: kind, signer: signer, options: options)
      let confirmation = try await sent.confirmed(options)
      let mined = try await sender.outbox.intent(intent.id)?.attempts.last { $0.hash == confirmation.hash }
      return Replacement(intent: intent, confirmation: confirmation, isCancelled: mined?.kind == .cancellation)
    }
    // The transaction takes the place of another: that an equal one was sent is the point of it.
    work.key = intent.key ?? IntentKey(title)
    work.replaced = intent
    return try await plan(work)
  }

  /// Plans empty transactions at the nonces that are missing below the account's pending transactions, which else wait
  /// for ever.
  ///
  /// - Parameter gaps: the missing nonces.
  /// - Returns: The empty transactions that take them, not yet mined, once it is carried out.
  public func fillingNonceGaps(_ gaps: [UInt64]) async throws -> Planned<[Intent]> {
    let sender = connection.sender
    let prepared = try await sender.replacer.prepareFiller(of: account)
    let title = "close \(gaps.count == 1 ? "the gap" : "\(gaps.count) gaps")"
    var work = TransactionWork(title, prepared, .closingGaps(gaps.count)) { signer, options in
      var fillers: [Intent] = []
      for nonce in gaps {
        var options = options
        // Each has the same content as the one before.
        (options.intent.nonce, options.intent.equalWithin) = (nonce, nil)
        let sent = try await sender.send(prepared, signer: signer, options: options)
        if let filler = try await sender.outbox.intent(sent.intent) { fillers.append(filler) }
      }
      return fillers
    }
    work.key = IntentKey("gap")
    return try await plan(work)
  }
}
