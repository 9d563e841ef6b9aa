import Exchange
import Orders
import Primitives
import Tokens

/// A checked deal with the tokens that it is told in.
public struct ReviewedDeal: Sendable {
  /// The deal.
  public let deal: CheckedDeal
  /// The pair.
  public let pair: DirectoryPair
  /// The tokens that are known, for those of fees.
  public let tokens: TokenDirectory

  /// The tokens that are paid, fees in them included where they are known.
  public var pays: TokenAmount {
    TokenAmount(deal.plan.paid, of: deal.plan.request.side == .buy ? pair.quote : pair.base)
  }

  /// The tokens that are got.
  public var gets: TokenAmount {
    TokenAmount(deal.plan.received, of: deal.plan.request.side == .buy ? pair.base : pair.quote)
  }

  /// The average price; nil for a deal that moves nothing.
  public var average: PairPrice? { deal.plan.averagePrice.map { PairPrice($0, of: pair) } }

  /// The best price of the book.
  public var best: PairPrice { PairPrice(deal.plan.bestPrice, of: pair) }

  /// The worst price that is allowed.
  public var bound: PairPrice { PairPrice(deal.plan.bound, of: pair) }
}
