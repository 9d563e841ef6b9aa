import Primitives

/// An order that a deal does not take, and the reason.
public struct DealExclusion: Sendable, Hashable {
  /// The reasons to leave an order out.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The order is of other tokens, or stands on the other side.
    case otherTokens
    /// The order was given twice.
    case duplicate
    /// The taker made it.
    case own
    /// Only another account may fill it.
    case notTaker
    /// The order is over, or will be before a transaction is included.
    case expiring
    /// Its taker pays a fee in a token of neither side, and nobody agreed to that.
    case fee
    /// Nothing remains of it.
    case gone
    /// Its maker lacks the balance or the allowance.
    case makerUnfunded
    /// Its amounts are zero or so large that the exchange cannot compute with them.
    case outOfRange
    /// The part of it that can be filled is below the least amount.
    case dust
    /// Its price with fees is worse than the bound.
    case beyondBound
    /// No amount of it can be filled without losing more than 0.1 % by rounding.
    case rounding
    /// Its price is better than that of others that are taken, and its gas costs more than that saves.
    case gas
    /// A token of the order does not arrive whole.
    case feeOnTransfer
    /// A transfer of it is refused, though balance and allowance suffice.
    case transferRefused
    /// The exchange refuses it.
    case refused
  }

  /// The hash of the order that is left out.
  public let hash: Hash32
  /// The reason for which it is left out.
  public let reason: Reason

  /// An order's hash with a reason.
  public init(_ hash: Hash32, _ reason: Reason) { (self.hash, self.reason) = (hash, reason) }
}
