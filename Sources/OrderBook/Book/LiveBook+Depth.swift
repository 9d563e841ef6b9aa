import Orders
import Primitives

extension LiveBook {
  /// The price levels of both sides of a pair.
  ///
  /// - Parameter levels: The most levels of each side.
  public func depth(of pair: TokenPair, levels: Int = 20, _ filter: OrderFilter = OrderFilter()) -> BookDepth {
    BookDepth(
      pair: pair, bids: self.levels(.bid, of: pair, levels, filter), asks: self.levels(.ask, of: pair, levels, filter),
      sequence: sequence)
  }

  /// The part of each order of a side that the makers' money reaches for, from the best price on, in taker tokens.
  ///
  /// - Parameters:
  ///   - isWanted: Whether an order counts; others take none of their makers' money.
  ///   - body: Takes an order and its part; false ends it.
  public func funded(
    _ direction: TokenDirection, _ filter: OrderFilter = OrderFilter(),
    where isWanted: (BookEntry) -> Bool = { _ in true }, _ body: (BookEntry, UInt256) -> Bool
  ) {
    var left = RemainingFunds()
    for entry in side(direction, filter) where isWanted(entry) {
      guard let exchange = exchanges[entry.order.exchange] else { continue }
      guard body(entry, left.take(entry, at: exchange, funds)) else { return }
    }
  }

  private func levels(
    _ side: OrderSide, of pair: TokenPair, _ count: Int, _ filter: OrderFilter
  ) -> [DepthLevel] {
    var levels: [DepthLevel] = []
    funded(TokenDirection(side, of: pair), filter) { entry, part in
      let order = entry.order.order
      guard let price = pair.price(of: order), let makerPart = order.makerShare(of: part), part > 0 else { return true }
      let (base, quote) = side == .ask ? (makerPart, part) : (part, makerPart)
      if let last = levels.last, last.price == price {
        levels[levels.count - 1].add(base: base, quote: quote)
      } else {
        guard levels.count < count else { return false }
        levels.append(DepthLevel(price: price, base: base, quote: quote, orders: 1))
      }
      return true
    }
    return levels
  }
}

extension DepthLevel {
  /// Adds an order's amounts; a sum that is too large stays at the largest number.
  fileprivate mutating func add(base: UInt256, quote: UInt256) {
    self.base = self.base.addingSaturated(base)
    self.quote = self.quote.addingSaturated(quote)
    orders += 1
  }
}
