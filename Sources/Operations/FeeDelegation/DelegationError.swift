@_exported import Failures
import Primitives

/// The reason why the platform does not pay the fee of somebody's transaction, or why nobody knows whether it did.
public typealias DelegationError = DomainError<DelegationErrors>

/// The domain of ``DelegationError``.
public enum DelegationErrors: ErrorDomain {
  /// The difference between what was proposed and what was signed, and what else the next step depends on.
  public enum Facts: Sendable, Hashable {
    /// Two accounts or contracts.
    case addresses(proposed: Address, signed: Address)
    /// Two amounts, or two prices of gas, in the unit that they are given in.
    case amounts(proposed: Amount, signed: Amount, Amount.Unit)
    /// Two numbers: chains, nonces, units of gas.
    case numbers(proposed: UInt256, signed: UInt256)
    /// The shares of the fee that another pays, in per cent.
    case shares(proposed: UInt8, signed: UInt8)
    /// The money that an account needs, and the money that it has, in the coin that the network names.
    case shortage(needed: Amount, held: Amount, Amount.Unit)
    /// The budget that is spent for today.
    case budget(DelegationBudget.Scope)
    /// The fee payer's own words, for whoever runs it: they may tell its limits, and strangers need not read them.
    case words(String)
    /// The fee payer's own words, as above, and the seconds after which to ask it again.
    case busy(String, seconds: Int)
    /// The transaction that may have been sent.
    case transaction(Hash32)
  }
}

// The signed transaction is not the proposed one.
extension ErrorCode<DelegationErrors> {
  /// The bytes are no transaction that others can pay for, or their signatures are none.
  public static var malformed: Self { Self("malformed") }
  /// The bytes are more than such a transaction has.
  public static var tooLong: Self { Self("tooLong") }
  /// The transaction is of another type than a call whose fee another pays.
  public static var otherType: Self { Self("otherType") }
  /// The transaction is for another chain.
  public static var otherChain: Self { Self("otherChain") }
  /// Another account sends it.
  public static var otherSender: Self { Self("otherSender") }
  /// The transaction goes to another contract.
  public static var otherReceiver: Self { Self("otherReceiver") }
  /// The transaction pays another amount.
  public static var otherAmount: Self { Self("otherAmount") }
  /// The transaction calls another function, or the same with other arguments.
  public static var otherCall: Self { Self("otherCall") }
  /// Another share of the fee is to be paid.
  public static var otherShare: Self { Self("otherShare") }
  /// The transaction may use more gas.
  public static var moreGas: Self { Self("moreGas") }
  /// The transaction names another fee payer.
  public static var otherFeePayer: Self { Self("otherFeePayer") }
  /// A fee payer has signed it already.
  public static var paidAlready: Self { Self("paidAlready") }
  /// Its sender has not signed it.
  public static var notSigned: Self { Self("notSigned") }
  /// The review was signed before, by another transaction.
  public static var signedOtherwise: Self { Self("signedOtherwise") }
}

// The signed transaction cannot be paid for.
extension ErrorCode<DelegationErrors> {
  /// A unit of gas costs more than the platform pays.
  public static var priceTooHigh: Self { Self("priceTooHigh") }
  /// A unit of gas costs less than the next block asks.
  public static var priceTooLow: Self { Self("priceTooLow") }
  /// The account has sent another transaction with the nonce.
  public static var nonceUsed: Self { Self("nonceUsed") }
  /// Transactions that come before this one are missing.
  public static var nonceAhead: Self { Self("nonceAhead") }
  /// The keys that signed may not sign for the account, as the chain has it.
  public static var wrongSignature: Self { Self("wrongSignature") }
  /// The account does not have the money that it pays itself.
  public static var notCovered: Self { Self("notCovered") }
  /// Nobody pays for calls of this kind.
  public static var notPaidFor: Self { Self("notPaidFor") }
  /// The account has bought nothing yet, so that only a purchase is paid for.
  public static var nothingBought: Self { Self("nothingBought") }
  /// A budget of the day is spent.
  public static var budgetSpent: Self { Self("budgetSpent") }
  /// The fee payer refused.
  public static var refused: Self { Self("refused") }
  /// The fee payer has too much to do just now.
  public static var busy: Self { Self("busy") }
  /// The fee payer cannot be asked.
  public static var unreachable: Self { Self("unreachable") }
  /// Unknown whether the fee payer sent it; the same bytes may be handed in again.
  public static var outcomeUnknown: Self { Self("outcomeUnknown") }
  /// The record of what was paid for cannot be read or written.
  public static var bookFailed: Self { Self("bookFailed") }
}
