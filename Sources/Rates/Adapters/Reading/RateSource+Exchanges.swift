import Primitives
import StrictJSON

extension RateSource {
  /// The last price of a day at an exchange.
  func closing(
    _ price: JSON?, of pair: CurrencyPair, on day: Day?, in market: Market, _ answer: SourceAnswer
  ) -> Quote? {
    guard let day else { return nil }
    return Quote(
      source: profile.name, market: market, kind: .exchange, pair: pair, mid: price?.decimal(),
      asOf: profile.zone.time(on: day), day: day, retrieved: answer.retrieved)
  }
}

extension SourceAnswer {
  /// The time that a member tells, in seconds since 1970; nil where it tells none, or one that is not there yet by a day.
  ///
  /// - Parameter unitsPerSecond: 1000 for milliseconds.
  func time(_ json: JSON?, unitsPerSecond: Int64 = 1) -> Int64? {
    guard let units = json?.text.flatMap({ Int64($0) }), units > 0 else { return nil }
    let time = units / unitsPerSecond
    return time - 86_400 <= date ? time : nil
  }

  /// The time that a member tells, or that of the answer where it is missing; nil where it tells one that cannot be.
  func ownTime(_ json: JSON?, unitsPerSecond: Int64 = 1) -> Int64? {
    json.map(\.isNull) ?? true ? date : time(json, unitsPerSecond: unitsPerSecond)
  }
}

/// The best orders of a market's book.
struct OrderBook {
  /// The most that somebody pays.
  let bid: ExactDecimal?
  /// The least that somebody wants.
  let ask: ExactDecimal?

  /// The best of prices with their sizes, in any order; orders of nothing do not count.
  init(bids: [(price: JSON?, size: JSON?)], asks: [(price: JSON?, size: JSON?)]) {
    let prices = { (orders: [(price: JSON?, size: JSON?)]) in
      orders.compactMap { $0.size?.decimal() == nil ? nil : $0.price?.decimal() }
    }
    (bid, ask) = (prices(bids).max(), prices(asks).min())
  }
}

extension [CurrencyPair] {
  /// The coins in them besides one: all that is not the money of a state, each once and ordered.
  func coins(besides common: Currency) -> [Currency] { currencies(besides: common).filter { !$0.isISO } }
}
