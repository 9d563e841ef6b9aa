import NodeRPC
import Outbox
import Primitives

extension Resumer {
  /// Looks whether what was mined still is where it was seen; what is not is noted as the chain says it now, and is
  /// under way again if it is in no block. So is what a node refused when it was offered, and has all the same.
  ///
  /// The hash of a block stands for all before it: of each account the last that is where it was vouches for the rest.
  ///
  /// - Parameter account: The only one whose are looked at; nil for all.
  /// - Throws: The errors of the outbox and the node.
  public func recheckStatus(
    of account: Address? = nil, _ tracking: TrackingOptions = TrackingOptions(), _ events: SendEvents = SendEvents()
  ) async throws {
    let chain = try await context.identity.mark()
    for sender in try await outbox.senders(on: chain) where account == nil || sender == account {
      for intent in try await outbox.account(sender, on: chain).consumed(from: 0) {
        guard try await statuses.isInItsBlock(intent) == false else { break }
        try await recheck(at: intent, tracking, events)
      }
    }
    for intent in try await outbox.refused(on: chain) where account == nil || intent.account == account {
      try await recheckRefused(intent, tracking, events)
    }
  }

  /// Looks again at one intent.
  ///
  /// - Returns: The intent as it is now.
  public func recheckStatus(
    at intent: Intent, _ tracking: TrackingOptions = TrackingOptions(), _ events: SendEvents = SendEvents()
  ) async throws -> Intent {
    guard intent.state.isConsumed, try await statuses.isInItsBlock(intent) == false else { return intent }
    try await recheck(at: intent, tracking, events)
    return try await outbox.intent(intent.id) ?? intent
  }

  /// Takes up one that was refused when it was offered, with the nonce that it has: its bytes can be offered again.
  ///
  /// - Throws: `SendingError` `.underWay` if another has its nonce by now; the outbox's errors.
  public func reopen(_ refused: Intent) async throws -> Intent {
    guard let open = try await outbox.reopen(refused.id) else { throw SendingError.nonceLent(refused) }
    return open
  }

  /// Notes as under way what was refused when it was offered, and what nodes have all the same.
  private func recheckRefused(_ intent: Intent, _ tracking: TrackingOptions, _ events: SendEvents) async throws {
    switch try await statuses.status(of: intent, tracking, events) {
    case .mined, .pending: _ = await outbox.revive(intent.id)
    case .replaced, .missing, .undecided: break
    }
  }

  private func recheck(at intent: Intent, _ tracking: TrackingOptions, _ events: SendEvents) async throws {
    guard await outbox.unsettle(intent.id) else { return }
    try await look(at: intent, tracking, events)
  }
}
