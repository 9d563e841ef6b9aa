import Primitives

extension OutboxError {
  /// A row that was there a moment ago is not what it was: only a second hand in the file does that.
  package static var lostIntent: OutboxError {
    OutboxError(
      .failed, "The outbox was changed from outside; nothing was signed.",
      reason: "A row that this process works on is gone or has ended.")
  }

  /// An owner that gave no sign of life for too long: others may have taken up its work.
  static var takenForDead: OutboxError {
    OutboxError(
      .takenForDead, "This process stood still for too long; nothing was sent.",
      reason: "The outbox's server had no sign of it, and others may have taken up its work.", advice: "Try again.")
  }

  /// Nonces that the outbox does not know; never seen outside: the beginning of a send looks them up.
  static var historyUnchecked: OutboxError {
    OutboxError(.historyUnchecked, "The account used nonces that are to be looked up first.")
  }

  /// Never seen outside: the beginning of a send asks the node again.
  static var outdatedPendingNonce: OutboxError {
    OutboxError(
      .pendingNonceOutdated, "Another process saw a transaction of the account mined meanwhile.", advice: "Try again.")
  }

  /// A node that keeps no old blocks, of an id under which several chains were used.
  static func severalChains(_ id: UInt256, _ count: Int) -> OutboxError {
    OutboxError(
      .unknownChain, "It cannot be told which chain the node serves; nothing was sent.",
      reason: "It does not have its first block, and \(count) chains with the id \(id) were used from here.",
      facts: .chains(count, id: id))
  }

  static func signedForTheChainItself(_ number: Int64, _ hash: Hash32) -> OutboxError {
    OutboxError(
      .signedForForkedChain, "On this fork it would be the very transaction that was signed for the chain itself.",
      about: hash,
      reason: "That is number \(number) in the outbox, and stays with its chain; nothing was sent.",
      facts: .belongsToForkedChain(intent: number))
  }

  static func absurdCount(_ account: Address, _ count: UInt64) -> OutboxError {
    OutboxError(
      .absurdCount, "The node says that \(account) has sent \(count) transactions.",
      reason: "No account can have sent that many; nothing was sent.", advice: "Check the endpoint.")
  }

  /// A chosen nonce that is not above the last one that was mined.
  static func nonceUsed(_ account: Address, _ nonce: UInt64, next: UInt64) -> OutboxError {
    OutboxError(
      .nonceUsed, "Nonce \(nonce) of \(account) is used already; nothing was signed.",
      reason: "A transaction of this outbox with nonce \(next - 1) is mined.", facts: .usedNonce(nonce, next: next))
  }

  /// An equal one of which nobody said that it is to be sent twice.
  static func sameJustSent(_ same: Intent, now: UInt64) -> OutboxError {
    let minutes = now > same.created ? (now - same.created) / 60 : 0
    let ago = minutes == 0 ? "less than a minute ago" : minutes == 1 ? "a minute ago" : "\(minutes) minutes ago"
    guard let attempt = same.lastAttempt else {
      return OutboxError(
        .sameJustSent, "The very same was begun \(ago), and is \(same.state.words); nothing was sent now.",
        reason: "It is number \(same.id) in the outbox.", call: same.label, facts: .earlier(intent: same.id, same.state)
      )
    }
    return OutboxError(
      .sameJustSent, "The very same was sent \(ago); nothing was sent now.",
      about: attempt.hash, reason: "It is the transaction \(attempt.hash), \(same.state.words).",
      call: same.label, facts: .earlier(intent: same.id, same.state))
  }

  /// A key is taken by something else than is wanted with it now.
  package static func otherWithID(_ earlier: Intent) -> OutboxError {
    OutboxError(
      .otherWithID, "Something else was sent with this key; nothing was sent now.",
      about: earlier.lastAttempt?.hash,
      reason: earlier.lastAttempt.map { "It is the transaction \($0.hash), \(earlier.state.words)." }
        ?? "It is number \(earlier.id) in the outbox, \(earlier.state.words).", call: earlier.label,
      facts: .earlier(intent: earlier.id, earlier.state))
  }

  /// The key was used on another chain with the same id, as the nodes distinguish chains.
  static func sameElsewhere(_ same: Intent) -> OutboxError {
    OutboxError(
      .sameElsewhere, "The same was sent on another chain with the id \(same.chain.chainID); nothing was sent now.",
      about: same.lastAttempt?.hash,
      reason: "It is number \(same.id) in the outbox, \(same.state.words)"
        + (same.chain.genesis.map { ", on the chain with the first block \($0)" } ?? "")
        + ". That this is another chain is the node's word alone.", call: same.label,
      facts: .earlier(intent: same.id, same.state))
  }

  /// An earlier send differs from what is wanted now by nothing but a node's word.
  package static func sameFamily(_ same: Intent) -> OutboxError {
    OutboxError(
      .sameFamily, "The same was sent before; nothing was sent now.",
      about: same.lastAttempt?.hash,
      reason: "It is number \(same.id) in the outbox, \(same.state.words): “\(same.label)”. "
        + "That it would be something new now is one node's word alone, and the contract takes the money twice.",
      call: same.label, facts: .earlier(intent: same.id, same.state))
  }

  /// The intent that a run was to go on with is another's by now, or has ended.
  static func waitsNoMore(_ draft: IntentDraft) -> OutboxError {
    OutboxError(
      .waitsNoMore, "Another process goes on with it, or it waits no more; nothing was sent.", call: draft.label,
      facts: .intent(draft.waiting ?? 0))
  }

  static func limitExceeded(
    sum: Amount, limit: Amount, kind: SpendingLimits.Kind, draft: IntentDraft
  ) -> OutboxError {
    let what =
      switch kind {
      case .perCommand: "in one command"
      case .perDay: "in a day"
      case .perContract: "to one receiver in a day"
      }
    func text(_ amount: Amount) -> String { "\(amount.formatted(in: draft.unit)) \(draft.unit.symbol)" }
    return OutboxError(
      .limitExceeded, "Up to \(text(sum)) would be spent \(what); nothing was sent.",
      reason: "The limit is \(text(limit)).", call: draft.label, facts: .spending(sum, limit: limit, kind, draft.unit))
  }
}
