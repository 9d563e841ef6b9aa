import Primitives

/// An error between a wish to send a transaction and its confirmation.
///
/// Two errors are equal when their codes are equal. The text has at most four lines: what failed, why, the call and
/// what to do next, where that is no matter of who shows it. A failure of the node itself is thrown as the `NodeError` it is, not wrapped in this one.
public struct SendingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failure; open, so that later versions can add to them.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    private init(_ description: String) { self.description = description }

    /// The node answers for another chain than the one configured.
    public static let wrongChain = Code("wrongChain")
    /// The account holds less than the value to send.
    public static let notEnoughForValue = Code("notEnoughForValue")
    /// The account holds the value, but not the fee on top of it.
    public static let notEnoughForGas = Code("notEnoughForGas")
    /// The fees are above what the caller allowed.
    public static let feeAboveLimit = Code("feeAboveLimit")
    /// The node refused the transaction; nothing was sent.
    public static let refused = Code("refused")
    /// The fee offered is below what the node takes; nothing was sent.
    public static let underpriced = Code("underpriced")
    /// The nonce was used by another transaction of this account.
    public static let nonceUsed = Code("nonceUsed")
    /// A node has another transaction of the account with the same nonce.
    public static let nonceHeld = Code("nonceHeld")
    /// The transaction may or may not have reached the network.
    public static let outcomeUnknown = Code("outcomeUnknown")
    /// The transaction was sent and no receipt came in time.
    public static let notConfirmed = Code("notConfirmed")
    /// Another transaction with the same nonce was mined instead.
    public static let replaced = Code("replaced")
    /// The transaction was mined and failed.
    public static let reverted = Code("reverted")
    /// A number of the transaction leaves its range (cost above 2^256, gas above 2^64).
    public static let outOfRange = Code("outOfRange")
    /// A node's gas estimate, or a chosen limit, that the transaction cannot have; ``SendingError/cause`` is an ``AbsurdGas``.
    public static let absurdGas = Code("absurdGas")
    /// The signer signs for another address than the one the transaction is prepared for.
    public static let wrongSigner = Code("wrongSigner")
    /// The keys at hand may not sign for the account: on Kaia an account's key can be changed.
    public static let keyNotHeld = Code("keyNotHeld")
    /// The keys that signed do not suffice for the account's key on the chain.
    public static let signaturesMissing = Code("signaturesMissing")
    /// The fee payer holds less than its part of the fee.
    public static let feePayerCannotPay = Code("feePayerCannotPay")
    /// Fee delegation was asked for where it does not exist, or with a ratio that does not.
    public static let noFeeDelegation = Code("noFeeDelegation")
    /// The fee delegation service refused the transaction.
    public static let serviceRefused = Code("serviceRefused")
    /// The fee delegation service says something that is not so.
    public static let serviceLied = Code("serviceLied")
    /// One of ours took the nonce, so that nothing of it is mined.
    public static let cancelled = Code("cancelled")
    /// Nothing can take the transaction's place: it is mined, or was never signed.
    public static let notReplaceable = Code("notReplaceable")
    /// Another pays for the gas of a transaction, and nobody is named who does for what is to take its place;
    /// ``SendingError/cause`` is a ``FeePayerNeeded``.
    public static let feePayerNeeded = Code("feePayerNeeded")
    /// No node took another transaction in its place.
    public static let notReplaced = Code("notReplaced")
    /// Gas did not become as cheap as was asked for in time.
    public static let priceNotMet = Code("priceNotMet")
    /// More endpoints are to agree than there are.
    public static let noQuorum = Code("noQuorum")
    /// Only one node says that nothing of what was signed can be mined, and nothing proves it.
    public static let notProven = Code("notProven")
    /// The chain shows an equal transaction of the account, and nothing shows whether it was sent under the key;
    /// ``SendingError/cause`` is a ``SameOnChain``.
    public static let sameOnChain = Code("sameOnChain")
    /// The account used nonces of which the outbox does not know what for; ``SendingError/cause`` is an ``UnknownHistory``.
    public static let historyUnknown = Code("historyUnknown")
    /// A transaction that is to have a key is not on the chain, failed, or is another account's.
    public static let notNamed = Code("notNamed")
    /// An earlier one with the same key is still under way elsewhere.
    public static let underWay = Code("underWay")
  }

  /// The kind of failure; equality goes by this alone.
  public let code: Code
  /// The failure, in a sentence.
  public let message: String
  /// The reason, if known.
  public let reason: String?
  /// The readable call or transfer.
  public let call: String?
  /// The next step, where that is the same for whoever calls this library; else ``facts`` tell what it depends on.
  public let advice: String?
  /// The facts on which the next step depends beyond the code; nil where there are none.
  public let facts: Facts?
  /// The hash of the transaction, once there is one.
  public let transactionHash: Hash32?
  /// The error underneath.
  public let cause: (any Error)?

  /// An error with its context; what is nil is left out of the text.
  public init(
    _ code: Code, _ message: String, reason: String? = nil, call: String? = nil, advice: String? = nil,
    facts: Facts? = nil, transactionHash: Hash32? = nil, cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.reason = reason
    self.call = call
    self.advice = advice
    self.facts = facts
    self.transactionHash = transactionHash
    self.cause = cause
  }

  public static func == (left: SendingError, right: SendingError) -> Bool { left.code == right.code }

  public var description: String {
    [message, reason, call.map { "Call: \($0)" }, advice].compactMap { $0 }.joined(separator: "\n")
  }
}
