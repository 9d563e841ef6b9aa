import Exchange
import Operations
import Orders
import Tokens

extension CommandFailure {
  /// The failure of a trade of which a part was sent, and an error keeps the rest from being: those of the exchange say that
  /// nothing was sent, which is not so of the whole trade.
  ///
  /// - Parameter failure: The failure that the error is.
  init(ofRestBy error: any Error, _ failure: CommandFailure) {
    guard error is ExchangeError else {
      self = failure
      return
    }
    self.init(.init("exchange.partlyFilled", .failure), ExchangeRefusal.restNotSent(failure), details: failure.details)
  }

  /// The failure that an error of a deal is, its amounts told in tokens where they are known.
  ///
  /// - Parameter isOfMakerToken: Whether the amount that was wished for is of the token that the orders give.
  init(
    ofDeal error: any Error, _ side: DealSide, isOfMakerToken: Bool, of pair: DirectoryPair, in market: ExchangeMarket
  ) {
    let failure = CommandFailure(error)
    guard let error = error as? ExchangeError else {
      self = failure
      return
    }
    if let shortage = ShortageRefusal(error, in: market) {
      self.init(failure.code, shortage, details: failure.details)
      return
    }
    let amounts = DealAmountsText(
      error, of: side, isOfMakerToken: isOfMakerToken, pair, knowing: market.tokens)
    self = amounts.map { failure.because($0) } ?? failure
  }
}
