import Exchange
import Orders
import Primitives
import Tokens

/// A checked deal with the tokens of its amounts.
public struct ReviewedDeal: Sendable {
  /// The orders that are taken, with what was found out of them.
  public let deal: CheckedDeal
  /// The base and the quote token.
  public let pair: DirectoryPair
  /// The tokens that are known, for those of fees.
  public let tokens: TokenDirectory
  /// The amounts that the exchanges are to be let move before.
  public var approved: [TokenAmount] = []

  /// The tokens that are paid, fees in them included where they are known.
  public var pays: TokenAmount {
    TokenAmount(deal.plan.paid, of: deal.plan.request.side == .buy ? pair.quote : pair.base)
  }

  /// The tokens that are got.
  public var gets: TokenAmount {
    TokenAmount(deal.plan.received, of: deal.plan.request.side == .buy ? pair.base : pair.quote)
  }

  /// As in `buy 100 TKA for 30 WKAIA`.
  var title: String {
    switch deal.plan.request.side {
    case .buy: "buy \(gets.text) for \(pays.text)"
    case .sell: "sell \(pays.text) for \(gets.text)"
    }
  }

  /// The average price; nil for a deal that moves nothing.
  public var average: PairPrice? { deal.plan.averagePrice.map { PairPrice($0, of: pair) } }

  /// The best price of the book.
  public var best: PairPrice { PairPrice(deal.plan.bestPrice, of: pair) }

  /// The worst price that is allowed.
  public var bound: PairPrice { PairPrice(deal.plan.bound, of: pair) }
}
