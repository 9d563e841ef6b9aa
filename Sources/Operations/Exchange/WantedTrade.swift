import Exchange
import Orders
import Primitives

/// An action at a network's exchange that somebody wants, as a value that a store can hold: what is done, and nothing of
/// fees or states, which the chain has.
package enum WantedTrade: Sendable, Hashable {
  /// Letting an account move so many smallest units of a token; zero takes all of it back.
  case allowance(UInt256, of: Address, for: Address)
  /// Making tokens of so many smallest units of the chain's coin.
  case wrapping(UInt256)
  /// Making the chain's coin of so many smallest units of its token.
  case unwrapping(UInt256)
  /// Filling orders.
  case deal(WantedDeal)
  /// Cancelling own orders, all of one version of the protocol.
  case cancellation([AnySignedOrder])

  /// The name of its kind, in a store.
  package var name: String {
    switch self {
    case .allowance: "allowance"
    case .wrapping: "wrapping"
    case .unwrapping: "unwrapping"
    case .deal: "deal"
    case .cancellation: "cancellation"
    }
  }

  /// The tokens that a market has to know for it.
  package var tokens: [Address] {
    switch self {
    case .allowance(_, let token, _): [token]
    case .wrapping, .unwrapping: []
    case .deal(let deal): [deal.pair.base, deal.pair.quote]
    case .cancellation(let orders): orders.flatMap { [$0.order.makerToken, $0.order.takerToken] }
    }
  }

  /// Whether a second transaction like it would do the same once more: the contracts refuse none.
  package var isRepeatable: Bool {
    switch self {
    case .allowance, .cancellation: false
    case .wrapping, .unwrapping, .deal: true
    }
  }

  /// Whether another is the same wish, though the book may look otherwise now.
  package func isSame(as other: WantedTrade) -> Bool {
    guard case .deal(let deal) = self, case .deal(let second) = other else { return self == other }
    return deal.isSame(as: second)
  }

  /// Whether another is this wish with other terms, so that one of both alone is wanted.
  package func isChanged(from other: WantedTrade) -> Bool {
    guard case .deal(let deal) = self, case .deal(let second) = other else { return false }
    return deal.isChanged(from: second)
  }
}

/// A deal with the orders that it was planned from and the worst price that it may have: what is planned again is planned
/// of these alone, so that a wallet is asked for what was shown.
package struct WantedDeal: Sendable, Hashable {
  /// Both tokens.
  package let pair: TokenPair
  /// The amount, and the side.
  package let amount: DealAmount
  /// The worst price: quote for base, in smallest units.
  package let bound: Fraction
  /// The one order that a person chose, with the most that is paid for it; nil for the best of the book.
  package let choice: Choice?
  /// The share by which the price was allowed to be worse than the best; nil where a price was named.
  package let slippage: Fraction?
  /// The orders.
  package let orders: [AnySignedOrder]

  /// An order that a person chose.
  package struct Choice: Sendable, Hashable {
    /// The most that is paid, in the taker token's smallest unit; nil for all that can be filled.
    package let wanted: UInt256?
  }

  package init(
    _ amount: DealAmount, of pair: TokenPair, within bound: Fraction, slippage: Fraction? = nil, choice: Choice?,
    orders: [AnySignedOrder]
  ) {
    (self.pair, self.amount, self.bound, self.choice, self.orders) = (pair, amount, bound, choice, orders)
    self.slippage = slippage
  }

  /// Whether another is the same wish; of a deal at the market's price that its orders, and the price that its slippage
  /// leads to, may be others.
  func isSame(as other: WantedDeal) -> Bool {
    guard pair == other.pair, choice == other.choice else { return false }
    guard choice == nil else { return orders == other.orders }
    return amount == other.amount && hasTerms(of: other)
  }

  /// Whether another is this wish with other terms: the same amount at the market's price, and another worst price.
  func isChanged(from other: WantedDeal) -> Bool {
    pair == other.pair && choice == nil && other.choice == nil && amount == other.amount && !hasTerms(of: other)
  }

  private func hasTerms(of other: WantedDeal) -> Bool {
    slippage == other.slippage && (slippage != nil || bound == other.bound)
  }
}
