import Outbox
import Primitives
import Sending

/// A refusal of an operation that no lower target knows: the libraries' own errors are thrown as they are.
///
/// Two errors are equal when their codes are equal.
public struct OperationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of refusal; open, so that later versions can add to them.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    private init(_ description: String) { self.description = description }

    /// A receiver where money is most likely lost, to which nobody agreed; the facts say why.
    public static let receiver = Code("receiver")
    /// A review has a warning that nobody agreed to.
    public static let notAgreed = Code("notAgreed")
    /// The account holds fewer tokens than it is to send.
    public static let notEnoughTokens = Code("notEnoughTokens")
    /// A number that the outbox does not have for this chain.
    public static let unknownIntent = Code("unknownIntent")
    /// A fee delegation service was handed a transaction, and no node knows what became of it.
    public static let handedOver = Code("handedOver")
    /// An intent that waits can go on only by what began it, for the outbox does not hold all of it.
    public static let notPlain = Code("notPlain")
    /// No account is named, and there is none here.
    public static let noAccount = Code("noAccount")
    /// No account is named, and there are several here.
    public static let severalAccounts = Code("severalAccounts")
    /// The wallet book has the address of a name, and there is no key of it here.
    public static let noKey = Code("noKey")
    /// An account and the wallet book give a name to different addresses.
    public static let ambiguousName = Code("ambiguousName")
    /// The fee of a transaction cannot be paid by signing it as the fee payer.
    public static let notPayable = Code("notPayable")
    /// A row of a batch names a run that its lecture is not in.
    public static let otherRun = Code("otherRun")
    /// A transaction is named that did what is wanted, and what is wanted has no idempotency key to give to it.
    public static let nothingToName = Code("nothingToName")
  }

  /// Facts on which the next step depends beyond the code; whoever shows the error has the words for that step.
  public enum Facts: Sendable {
    /// The risk of a receiver.
    case risk(ReceiverRisk)
    /// The intent in the outbox.
    case intent(Intent)
    /// The run that was named is over.
    case runIsOver
    /// The lecture of this number is in this run.
    case presentRun(UInt256, UInt64)
    /// The contract does not tell the run of the lecture of this number.
    case runsUnknown(UInt256)
  }

  /// The kind of refusal; equality goes by this alone.
  public let code: Code
  /// The refusal, in a sentence.
  public let message: String
  /// The reason, if known.
  public let reason: String?
  /// The readable call.
  public let call: String?
  /// The facts on which the next step depends beyond the code; nil where there are none.
  public let facts: Facts?

  /// A refusal with its context; what is nil is left out of the text.
  public init(
    _ code: Code, _ message: String, reason: String? = nil, call: String? = nil, facts: Facts? = nil
  ) {
    self.code = code
    self.message = message
    self.reason = reason
    self.call = call
    self.facts = facts
  }

  /// The refusal to sign a transaction as its fee payer.
  public static func notPayable(_ reason: String) -> OperationError {
    OperationError(.notPayable, "Nobody can sign this as the fee payer.", reason: reason)
  }

  static func receiver(_ risk: ReceiverRisk) -> OperationError {
    OperationError(.receiver, "Nobody agreed to this receiver.", facts: .risk(risk))
  }

  public static func == (left: OperationError, right: OperationError) -> Bool { left.code == right.code }

  public var description: String {
    [message, reason, call.map { "Call: \($0)" }].compactMap { $0 }.joined(separator: "\n")
  }
}
