import Keys
import Outbox
import Primitives

extension TransactionSender {
  /// Prices the same transaction with the same nonce higher, so that it is mined sooner.
  ///
  /// Its tip and its ceiling rise by a tenth at least, rounded up, which is what nodes want before they replace one; and
  /// to what the chain asks now if that is more. Its gas is estimated anew: the old limit is kept where it is higher and
  /// plausible, and where what it builds upon is still under way, so that it cannot be tried.
  ///
  /// The options say who pays for its gas, whoever paid for the first: of two with the same nonce one at most is mined.
  ///
  /// - Throws: `SendingError` `.notReplaceable` for what was mined, never signed or signed elsewhere in another form;
  ///   `.feePayerNeeded` for what another pays for, where the options name nobody; those of ``prepare(_:options:)``.
  public func prepareSpeedUp(
    of intent: Intent, options: SendOptions = SendOptions()
  ) async throws -> PreparedTransaction {
    try await replacer.prepareSpeedUp(of: intent, options: options)
  }

  /// Prices an empty transaction with the same nonce, in whose place nothing else can be mined: Kaia's own type for that
  /// on Kaia, a transfer of nothing to oneself elsewhere. The account pays for it, or who the options name, whoever was to
  /// pay for the first and whatever form that has: of two with the same nonce one at most is mined.
  ///
  /// - Throws: `SendingError` `.notReplaceable` for what was mined or was never signed; as ``prepare(_:options:)``.
  public func prepareCancellation(
    of intent: Intent, options: SendOptions = SendOptions()
  ) async throws -> PreparedTransaction {
    try await replacer.prepareCancellation(of: intent, options: options)
  }

  /// Signs what ``prepareSpeedUp(of:options:)`` or ``prepareCancellation(of:options:)`` priced with the intent's nonce,
  /// writes it down and offers it; what a service is to pay for, that is handed.
  ///
  /// ``SentTransaction/confirmed(_:)`` returns whichever is mined in the end.
  ///
  /// - Throws: `SendingError` `.limitExceeded`; `.notReplaced` when no node takes it, or the service does not pay: then the
  ///   first goes on; `.serviceLied`; `.outcomeUnknown`.
  public func replace(
    _ intent: Intent, with prepared: PreparedTransaction, kind: Attempt.Kind, signer: any Signer,
    options: SendOptions = SendOptions()
  ) async throws -> SentTransaction {
    try await replacer.replace(intent, with: prepared, kind: kind, signer: signer, options: options)
  }

  /// Nonces that nothing has below some that are under way: what is above them waits for ever. At most a thousand.
  public func gaps(of account: Address) async throws -> [UInt64] { try await nonces.gaps(of: account) }

  /// Prices an empty transaction to oneself, for a nonce that nothing has.
  public func prepareFiller(of account: Address) async throws -> PreparedTransaction {
    try await replacer.prepareFiller(of: account)
  }
}
