import NodeRPC
import OrderBook
import Orders

/// The book that a relay keeps.
typealias RelayBook = BookKeeper<NodeClient>

extension RelayRules {
  /// The orders of one version that everybody may see.
  func filter(_ version: OrderVersion) -> OrderFilter {
    OrderFilter().with { filter in
      filter.version = version
      filter.includesPrivate = showsPrivateOrders
    }
  }
}

extension LiveBook {
  /// A page of each side of a pair.
  func sides(of pair: TokenPair, _ filter: OrderFilter, _ page: PageRequest) -> (bids: BookPage, asks: BookPage) {
    let directions = [TokenDirection(.bid, of: pair), TokenDirection(.ask, of: pair)]
    let pages = directions.map { direction in
      orders(
        filter.with { filter in
          filter.makerToken = direction.makerToken
          filter.takerToken = direction.takerToken
        }, page)
    }
    return (pages[0], pages[1])
  }
}
