@_exported import Failures
import Outbox
import Primitives
import Sending

/// A refusal of an operation that no lower target knows: the libraries' own errors are thrown as they are.
public typealias OperationError = DomainError<OperationErrors>

/// The domain of ``OperationError``.
public enum OperationErrors: ErrorDomain {
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
}

extension ErrorCode<OperationErrors> {
  /// A receiver where money is most likely lost, to which nobody agreed; the facts say why.
  public static var receiver: Self { Self("receiver") }
  /// A review has a warning that nobody agreed to.
  public static var notAgreed: Self { Self("notAgreed") }
  /// The account holds fewer tokens than it is to send.
  public static var notEnoughTokens: Self { Self("notEnoughTokens") }
  /// A number that the outbox does not have for this chain.
  public static var unknownIntent: Self { Self("unknownIntent") }
  /// A fee delegation service was handed a transaction, and no node knows what became of it.
  public static var handedOver: Self { Self("handedOver") }
  /// An intent that waits can go on only by what began it, for the outbox does not hold all of it.
  public static var notPlain: Self { Self("notPlain") }
  /// No account is named, and there is none here.
  public static var noAccount: Self { Self("noAccount") }
  /// No account is named, and there are several here.
  public static var severalAccounts: Self { Self("severalAccounts") }
  /// The wallet book has the address of a name, and there is no key of it here.
  public static var noKey: Self { Self("noKey") }
  /// An account and the wallet book give a name to different addresses.
  public static var ambiguousName: Self { Self("ambiguousName") }
  /// The fee of a transaction cannot be paid by signing it as the fee payer.
  public static var notPayable: Self { Self("notPayable") }
  /// A row of a batch names a run that its lecture is not in.
  public static var otherRun: Self { Self("otherRun") }
  /// Text that is no price of a pair.
  public static var exchangePrice: Self { Self("exchangePrice") }
  /// A limit order that would be filled at once, where that is not wanted.
  public static var crossesBook: Self { Self("crossesBook") }
  /// No relay is configured for orders of a version of the protocol.
  public static var noRelay: Self { Self("noRelay") }
  /// A transaction is named that did what is wanted, and what is wanted has no idempotency key to give to it.
  public static var nothingToName: Self { Self("nothingToName") }
}

extension OperationError {
  /// The refusal to sign a transaction as its fee payer.
  public static func notPayable(_ reason: String) -> OperationError {
    OperationError(.notPayable, "Nobody can sign this as the fee payer.", reason: reason)
  }

  static func receiver(_ risk: ReceiverRisk) -> OperationError {
    OperationError(.receiver, "Nobody agreed to this receiver.", facts: .risk(risk))
  }
}
