import Charts
import OrderBook
import Tokens

extension CheckedBook {
  /// The depth of both sides as a curve of base tokens over prices.
  package func curve(_ depth: BookDepth) -> DepthCurve {
    func levels(_ levels: [DepthLevel]) -> [DepthCurve.Level] {
      levels.map { level in
        DepthCurve.Level(
          price: PairPrice(level.price, of: pair).approximation,
          amount: TokenAmount(level.base, of: pair.base).approximation)
      }
    }
    return DepthCurve(bids: levels(depth.bids), asks: levels(depth.asks))
  }
}
