import Outbox
import Primitives
import Transactions

extension TransactionSender {
  /// Whether something live or mined was sent with a key that begins so: a look into the outbox alone.
  public func hasKeys(beginning text: String, of account: Address) async throws -> Bool {
    try await outbox.account(account, on: try await context.identity.mark()).hasKeys(beginning: text)
  }

  /// The one with a key that was begun and has not ended; nil for none, and for what its process did not live to sign.
  public func underWay(_ key: IntentKey, of account: Address) async throws -> Intent? {
    let found = try await outbox.account(account, on: try await context.identity.mark()).find(key)
    guard let found, found.state.isLive else { return nil }
    if !found.state.mayBeSent, try await outbox.isAbandoned(found) { return nil }
    return found
  }

  /// The error if an equal send without a key a short time ago stands in the way of this one; nil if none does.
  ///
  /// - Parameter seconds: the time to look back.
  public func justSent(
    _ prepared: PreparedTransaction, within seconds: UInt64, options: SendOptions = SendOptions()
  ) async throws -> OutboxError? {
    let draft = try await context.draft(of: prepared, options)
    guard
      let same = try await outbox.account(of: draft).equal(
        to: draft, within: seconds, count: prepared.transactionCount)
    else { return nil }
    return await outbox.account(of: draft).sameJustSent(same)
  }

  /// The limit that a transaction would exceed now; nil if none. ``send(_:signer:options:)`` looks again.
  ///
  /// - Parameter replaced: the one in whose place it is sent, which spends nothing then.
  public func excess(
    of prepared: PreparedTransaction, over limits: SpendingLimits, options: SendOptions = SendOptions(),
    inPlaceOf replaced: Intent? = nil
  ) async throws -> OutboxError? {
    guard !limits.isEmpty else { return nil }
    return try await excess(
      of: context.draft(of: prepared, options), over: limits, inPlaceOf: replaced, count: prepared.transactionCount)
  }

  /// The limit that a signed transaction would exceed if it were broadcast now; nil if none.
  public func excess(
    of transaction: SignedTransaction, label: String, over limits: SpendingLimits
  ) async throws -> OutboxError? {
    guard !limits.isEmpty else { return nil }
    return try await excess(
      of: context.draft(of: transaction, label: label), over: limits, count: transaction.transaction.nonce)
  }

  private func excess(
    of draft: IntentDraft, over limits: SpendingLimits, inPlaceOf replaced: Intent? = nil, count: UInt64
  ) async throws -> OutboxError? {
    var draft = draft
    draft.limits = limits
    draft.blockTime = await context.blockTime(on: draft.chain, for: limits)
    return try await outbox.account(of: draft).excess(of: draft, inPlaceOf: replaced?.id, count: count)
  }

  /// The error if sends of the account that the outbox does not know stand in the way; nil if none do.
  ///
  /// An outbox that was lost, rebuilt or restored has forgotten what was sent with it, and another program may have sent
  /// the same. So nonces that were used and are not known here are looked up on the chain; the transactions are written
  /// down as another program's. Where nothing is unknown, no node is asked.
  ///
  /// - Throws: The errors of the outbox and the node.
  public func historyObstacle(
    _ prepared: PreparedTransaction, options: SendOptions = SendOptions()
  ) async throws -> SendingError? {
    guard !options.intent.again, options.intent.key?.isGuarded != true else { return nil }
    var options = options
    // The limits are checked elsewhere.
    options.intent.limits = nil
    return try await history.obstacle(
      to: try await context.draft(of: prepared, options), count: prepared.transactionCount)
  }
}
