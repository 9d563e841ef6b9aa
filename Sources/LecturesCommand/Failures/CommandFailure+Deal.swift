import Exchange
import Operations
import Orders
import Tokens

extension CommandFailure {
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
    if let cause = error.causeOfRest {
      let cause = CommandFailure(ofDeal: cause, side, isOfMakerToken: isOfMakerToken, of: pair, in: market)
      self.init(failure.code, ExchangeRefusal(ofRest: cause, isMined: error.isRestMined), details: cause.details)
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

  /// The words of what came of a conditional order, in English: no command goes on with what it did in part.
  var ofConditionalOrder: String {
    var words = english
    if ["exchange.partlyFilled", "exchange.notFilled"].contains(code.name) {
      words.advice = "It was carried out once and is over: trade what is missing by its own amount."
    }
    return words.allSentences
  }
}
