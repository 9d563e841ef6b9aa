import Outbox
import Primitives

extension TransactionSender {
  /// The earlier send with this key, mined or on its way.
  ///
  /// One that nobody works on any more is taken up: the bytes that were signed for it are offered again. One that ended
  /// without effect, as far as nodes said, is looked at again: it may be mined until the contrary is proven.
  ///
  /// - Parameters:
  ///   - options: the time to wait while another process is about to sign, and the quorum of endpoints.
  ///   - isSame: whether what was sent with the key is what is wanted.
  /// - Returns: nil if there is none, or nothing of it was or can be mined: then it may be sent.
  /// - Throws: `SendingError` `.otherWithID`, `.underWay`, `.outcomeUnknown`, `.notProven`; the errors of the outbox
  ///   and the node.
  public func earlier(
    _ key: IntentKey, of account: Address, options: SendOptions = SendOptions(),
    isSame: (Intent) -> Bool = { _ in true }
  ) async throws -> SentTransaction? {
    try await earlierSends.earlier(key, of: account, options: options, isSame: isSame)
  }

  /// Whether something live or mined was sent with a key that begins so: a look into the outbox alone.
  public func hasKeys(beginning text: String, of account: Address) async throws -> Bool {
    try await outbox.hasKeys(beginning: text, of: account, on: try await context.identity.mark())
  }

  /// The error if an equal send without a key a short time ago stands in the way of this one; nil if none does.
  ///
  /// - Parameter seconds: the time to look back.
  public func justSent(
    _ prepared: PreparedTransaction, within seconds: UInt64, options: SendOptions = SendOptions()
  ) async throws -> OutboxError? {
    let draft = try await context.draft(of: prepared, options)
    guard
      let same = try await outbox.equal(
        to: draft, within: seconds, count: prepared.transactionCount)
    else { return nil }
    return await outbox.sameJustSent(same)
  }

  /// The limit that a transaction would exceed now; nil if none. ``send(_:signer:options:)`` looks again.
  ///
  /// - Parameter replaced: the one in whose place it is sent, which spends nothing then.
  public func excess(
    of prepared: PreparedTransaction, over limits: SpendingLimits, options: SendOptions = SendOptions(),
    inPlaceOf replaced: Intent? = nil
  ) async throws -> OutboxError? {
    guard !limits.isEmpty else { return nil }
    var draft = try await context.draft(of: prepared, options)
    draft.limits = limits
    draft.blockTime = await context.blockTime(on: draft.chain, for: limits)
    return try await outbox.excess(
      of: draft, inPlaceOf: replaced?.id, count: prepared.transactionCount)
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
    guard !options.again, options.key?.isGuarded != true else { return nil }
    var options = options
    // The limits are checked elsewhere.
    options.limits = nil
    return try await history.obstacle(
      to: try await context.draft(of: prepared, options), count: prepared.transactionCount)
  }

  /// Writes a mined transaction into the outbox, if that has lost it, so that it is known as sent again.
  ///
  /// - Parameters:
  ///   - key: The idempotency key; nil if it cannot be known.
  ///   - label: The readable form, as far as the chain shows it.
  ///   - time: Of its block, in seconds since 1970.
  /// - Returns: false if it is there, was not mined, or cannot be read to the byte.
  /// - Throws: The errors of the outbox and the node.
  public func restore(_ hash: Hash32, key: IntentKey?, label: String, at time: UInt64?) async throws -> Bool {
    try await restorer.restore(hash, key: key, label: label, at: time, isLost: nil)
  }

  /// Gives a transaction that is on the chain, and does what is wanted, a key: it is what was sent under it.
  ///
  /// - Parameters:
  ///   - hash: the transaction's.
  ///   - isSame: whether a transaction is what is wanted.
  /// - Throws: `SendingError` `.notNamed` if it is not mined, failed, or is not the account's; `.otherWithID` if it is not
  ///   what is wanted, or has another key; the errors of the outbox and the node.
  public func name(
    _ hash: Hash32, _ key: IntentKey, of account: Address, isSame: (Intent) -> Bool
  ) async throws {
    try await restorer.name(hash, key, of: account, isSame: isSame)
  }
}
