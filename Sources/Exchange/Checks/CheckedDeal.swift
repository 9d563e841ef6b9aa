import Orders
import Primitives

/// A deal that was planned on the chain's state, tried there, and is ready to be shown and then signed.
public struct CheckedDeal: Sendable {
  /// The plan of all that is still to be done.
  public internal(set) var plan: DealPlan
  /// The transaction of it that comes first; what remains is planned anew afterwards.
  public let leg: DealLeg
  /// The call of that transaction.
  public let call: ExchangeCall
  /// The trial of that call, with the holdings of both sides before and after.
  public let simulation: CallSimulation
  /// The outcome that the trial shows.
  public let expected: DealOutcome
  /// The identity of the exchange.
  public let identity: ContractIdentity
  /// The things that somebody should agree to twice.
  public let warnings: [DealWarning]
  /// The orders that it was planned from.
  let orders: [AnySignedOrder]
  let costs: DealCosts
}

/// A circumstance of a deal that somebody should agree to twice.
public enum DealWarning: Sendable, Hashable {
  /// The average price is worse than the best by more than a twentieth: this share of the best.
  case farFromBest(Fraction)
  /// The exchange's code is not known.
  case unknownCode(Address)
  /// An account may let others move all tokens that are approved.
  case ownedProxy(Address)
  /// The chain's rules are not known for certain, so that the trial may err.
  case uncertainSimulation
  /// Less of a token arrives than is sent.
  case feeOnTransfer(token: Address, sent: UInt256, arrived: UInt256)
  /// Less than the wish can be had: this amount is missing.
  case incomplete(UInt256)
}

/// The difference between a deal as it was agreed to and as it is now.
public enum DealRecheck: Sendable {
  /// The deal can be carried out as it is.
  case unchanged(CheckedDeal)
  /// The deal takes other orders at a price that is no worse.
  case replanned(CheckedDeal)
  /// Its average price got worse, within the bound.
  case worse(CheckedDeal)
}
