@_exported import Failures
import Primitives

/// An error between a wish to send a transaction and its confirmation.
///
/// A failure of the node itself is thrown as the `NodeError` it is, not wrapped in this one.
public typealias SendingError = DomainError<SendingErrors>

/// The domain of ``SendingError``.
public enum SendingErrors: ErrorDomain {
  /// The hash of a transaction.
  public typealias Subject = Hash32
}

extension ErrorCode<SendingErrors> {
  /// The node answers for another chain than the one configured.
  public static var wrongChain: Self { Self("wrongChain") }
  /// The account holds less than the value to send.
  public static var notEnoughForValue: Self { Self("notEnoughForValue") }
  /// The account holds the value, but not the fee on top of it.
  public static var notEnoughForGas: Self { Self("notEnoughForGas") }
  /// The fees are above what the caller allowed.
  public static var feeAboveLimit: Self { Self("feeAboveLimit") }
  /// The node refused the transaction; nothing was sent.
  public static var refused: Self { Self("refused") }
  /// The fee offered is below what the node takes; nothing was sent.
  public static var underpriced: Self { Self("underpriced") }
  /// The nonce was used by another transaction of this account.
  public static var nonceUsed: Self { Self("nonceUsed") }
  /// A node has another transaction of the account with the same nonce.
  public static var nonceHeld: Self { Self("nonceHeld") }
  /// The transaction may or may not have reached the network.
  public static var outcomeUnknown: Self { Self("outcomeUnknown") }
  /// The transaction was sent and no receipt came in time.
  public static var notConfirmed: Self { Self("notConfirmed") }
  /// Another transaction with the same nonce was mined instead.
  public static var replaced: Self { Self("replaced") }
  /// The transaction was mined and failed.
  public static var reverted: Self { Self("reverted") }
  /// A number of the transaction leaves its range (cost above 2^256, gas above 2^64).
  public static var outOfRange: Self { Self("outOfRange") }
  /// A node's gas estimate, or a chosen limit, that the transaction cannot have.
  public static var absurdGas: Self { Self("absurdGas") }
  /// The signer signs for another address than the one the transaction is prepared for.
  public static var wrongSigner: Self { Self("wrongSigner") }
  /// The keys at hand may not sign for the account: on Kaia an account's key can be changed.
  public static var keyNotHeld: Self { Self("keyNotHeld") }
  /// The keys that signed do not suffice for the account's key on the chain.
  public static var signaturesMissing: Self { Self("signaturesMissing") }
  /// The fee payer holds less than its part of the fee.
  public static var feePayerCannotPay: Self { Self("feePayerCannotPay") }
  /// Fee delegation was asked for where it does not exist, or with a ratio that does not.
  public static var noFeeDelegation: Self { Self("noFeeDelegation") }
  /// The fee delegation service refused the transaction.
  public static var serviceRefused: Self { Self("serviceRefused") }
  /// The fee delegation service does not work now, which is no refusal.
  public static var serviceBusy: Self { Self("serviceBusy") }
  /// A false answer of the fee delegation service.
  public static var serviceLied: Self { Self("serviceLied") }
  /// A transaction of ours took the nonce, so that nothing of it is mined.
  public static var cancelled: Self { Self("cancelled") }
  /// Nothing can take the transaction's place: it is mined, or was never signed.
  public static var notReplaceable: Self { Self("notReplaceable") }
  /// Another pays for the gas of a transaction, and no fee payer is given for its replacement.
  public static var feePayerNeeded: Self { Self("feePayerNeeded") }
  /// No node took another transaction in its place.
  public static var notReplaced: Self { Self("notReplaced") }
  /// Gas did not become as cheap as was asked for in time.
  public static var priceNotMet: Self { Self("priceNotMet") }
  /// More endpoints are to agree than there are.
  public static var noQuorum: Self { Self("noQuorum") }
  /// Only one node reports that nothing of what was signed can be mined, and nothing proves it.
  public static var notProven: Self { Self("notProven") }
  /// The chain shows an equal transaction of the account, and nothing shows whether it was sent under the key.
  public static var sameOnChain: Self { Self("sameOnChain") }
  /// The account used nonces of which the outbox does not know what for.
  public static var historyUnknown: Self { Self("historyUnknown") }
  /// A transaction that is to have a key is not on the chain, failed, or is another account's.
  public static var notNamed: Self { Self("notNamed") }
  /// An earlier one with the same key is still under way elsewhere.
  public static var underWay: Self { Self("underWay") }
}

extension SendingError {
  /// The hash of the transaction, once there is one.
  public var transactionHash: Hash32? { subject }
}
