@_exported import Failures
import Primitives

/// An error of trading on an exchange: of a plan, of a check before something is signed, or of an outcome.
public typealias ExchangeError = DomainError<ExchangeErrors>

/// The domain of ``ExchangeError``.
public enum ExchangeErrors: ErrorDomain {}

extension ErrorCode<ExchangeErrors> {
  // The orders.

  /// An order of which nothing can be filled any more: filled, cancelled, or not there.
  public static var orderGone: Self { Self("orderGone") }
  /// An order that is over, or will be before a transaction can be included.
  public static var expired: Self { Self("expired") }
  /// An order that only another account may fill.
  public static var notTaker: Self { Self("notTaker") }
  /// An amount that cannot be filled without losing more than 0.1 % by rounding.
  public static var rounding: Self { Self("rounding") }
  /// An order whose maker lacks the balance or the allowance.
  public static var makerUnfunded: Self { Self("makerUnfunded") }

  /// An order whose taker pays a fee that nobody agreed to.
  public static var takerFee: Self { Self("takerFee") }

  // The outcome.

  /// A transaction that was included and filled nothing.
  public static var notFilled: Self { Self("notFilled") }
  /// A transaction that was included and filled less than was planned.
  public static var partlyFilled: Self { Self("partlyFilled") }
  /// A token of which less arrives than was sent.
  public static var feeOnTransfer: Self { Self("feeOnTransfer") }

  // The own account.

  /// An account that holds less than a deal takes.
  public static var balance: Self { Self("balance") }
  /// An account that lets the exchange take less than a deal takes.
  public static var allowance: Self { Self("allowance") }

  // The contracts.

  /// A contract that is not what it is taken for.
  public static var wrongContract: Self { Self("wrongContract") }
  /// A network on which a contract that is needed has no address.
  public static var noContract: Self { Self("noContract") }

  // The price.

  /// A book that moved beyond what was agreed to.
  public static var priceMoved: Self { Self("priceMoved") }
  /// A bound that no order keeps.
  public static var slippage: Self { Self("slippage") }
  /// Gas that costs more than the deal is worth to its taker.
  public static var gasTooDear: Self { Self("gasTooDear") }

  // The request.

  /// Numbers that make no deal: an amount of zero, more orders than a transaction holds, a bound that is no price.
  public static var invalidDeal: Self { Self("invalidDeal") }
  /// A token that cannot do what was asked of it.
  public static var unsupportedToken: Self { Self("unsupportedToken") }
}
