import Primitives

extension SendingError {
  /// An equal transaction of the account is on the chain.
  ///
  /// - Parameter isLost: whether it may have been sent from here.
  static func sameOnChain(_ hash: Hash32, nonce: UInt64, isLost: Bool, _ label: String) -> SendingError {
    SendingError(
      .sameOnChain, "The account sent the very same already; nothing was sent now.", about: hash,
      reason: "It is the transaction \(hash) with nonce \(nonce), "
        + (isLost
          ? "and the outbox has lost what it was sent for."
          : "which the outbox does not know: another program sent it, or this one before its records were lost."),
      call: label, facts: .sameOnChain(nonce: nonce))
  }

  /// The use of an account's nonces from the first to the last is unknown.
  ///
  /// - Parameter why: the reason, in a sentence.
  static func historyUnknown(
    _ account: Address, _ first: UInt64, _ last: UInt64, _ why: String, _ label: String
  ) -> SendingError {
    let nonces = first == last ? "Nonce \(first)" : "Some of the nonces \(first) to \(last)"
    return SendingError(
      .historyUnknown, "What \(account) sent before cannot be told; nothing was sent now.",
      reason: "\(nonces) may have paid this already: \(why)", call: label,
      facts: .unknownNonces(of: account, first: first, last: last))
  }
}
