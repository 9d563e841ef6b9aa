import Primitives

/// Nonces of an account whose use nothing shows.
public struct UnknownHistory: Error, Sendable, Hashable {
  /// The account that used them.
  public let account: Address
  /// The lowest of them.
  public let first: UInt64
  /// The highest of them.
  public let last: UInt64
  /// Whether rows of the outbox were lost, so that some may be its own.
  public let isLost: Bool
}

/// A transaction of the account that is on the chain and does what was to be sent.
public struct SameOnChain: Error, Sendable, Hashable {
  /// The transaction's hash.
  public let hash: Hash32
  /// The account's nonce that it used.
  public let nonce: UInt64
}

extension SendingError {
  /// An equal transaction of the account is on the chain.
  ///
  /// - Parameter isLost: whether it may have been sent from here.
  static func sameOnChain(_ hash: Hash32, nonce: UInt64, isLost: Bool, _ label: String) -> SendingError {
    SendingError(
      .sameOnChain, "The account sent the very same already; nothing was sent now.",
      reason: "It is the transaction \(hash) with nonce \(nonce), "
        + (isLost
          ? "and the outbox has lost what it was sent for."
          : "which the outbox does not know: another program sent it, or this one before its records were lost."),
      call: label, transactionHash: hash, cause: SameOnChain(hash: hash, nonce: nonce))
  }

  /// The use of nonces is unknown.
  ///
  /// - Parameter why: the reason, in a sentence.
  static func historyUnknown(_ unknown: UnknownHistory, _ why: String, _ label: String) -> SendingError {
    let nonces =
      unknown.first == unknown.last
      ? "Nonce \(unknown.first)" : "Some of the nonces \(unknown.first) to \(unknown.last)"
    return SendingError(
      .historyUnknown, "What \(unknown.account) sent before cannot be told; nothing was sent now.",
      reason: "\(nonces) may have paid this already: \(why)", call: label, cause: unknown)
  }
}
