import Primitives
import StrictJSON

/// A Korean exchange of coins for won: Bithumb, and Upbit, whose addresses and answers are nearly alike.
///
/// Sources: https://apidocs.bithumb.com, https://docs.upbit.com. One unknown market fails a request for many, so that
/// each has a request of its own.
public struct KoreanExchange: RateSource {
  /// The facts about it.
  public let profile: SourceProfile
  private let server: String

  /// Bithumb, whose days begin at midnight in Seoul.
  public static let bithumb = KoreanExchange(
    SourceProfile(
      name: "bithumb", title: "Bithumb", markets: [.korea], wasTriedLive: true, zone: .seoul,
      licence: "Bithumb, public market data, https://www.bithumb.com"),
    server: "https://api.bithumb.com/v1")
  /// Upbit, whose days begin at midnight UTC.
  public static let upbit = KoreanExchange(
    SourceProfile(
      name: "upbit", title: "Upbit", markets: [.korea], wasTriedLive: true,
      licence: "Upbit, public market data, https://upbit.com"),
    server: "https://api.upbit.com/v1")

  /// The most days of a request.
  private static let mostDays = 200

  private init(_ profile: SourceProfile, server: String) { (self.profile, self.server) = (profile, server) }

  /// The book of each coin in won; of days one request for each two hundred.
  public func requests(for query: RateQuery, at time: Int64) -> [SourceRequest] {
    switch query {
    case .now(.korea, let pairs):
      return pairs.coins(besides: .krw).map { coin in
        SourceRequest("\(server)/orderbook?markets=KRW-\(coin)", for: .now(.korea, [CurrencyPair(coin, .krw)]))
      }
    case .days(.korea, let pair, let from, let to):
      let today = profile.zone.day(at: time)
      return [pair].coins(besides: .krw).flatMap { coin in
        Day.spans(from: from, to: min(to, today), of: Self.mostDays).map { days in
          let count = days.upperBound.number - days.lowerBound.number + 1
          // Both read a time without a zone by the clock of their own days.
          let end = days.upperBound == today ? "" : "&to=\(days.upperBound.adding(1))T00:00:00"
          return SourceRequest(
            "\(server)/candles/days?market=KRW-\(coin)&count=\(count)\(end)",
            for: .days(.korea, CurrencyPair(coin, .krw), from: days.lowerBound, to: days.upperBound))
        }
      }
    default: return []
    }
  }

  /// Reads a book, a last price, or days with their last prices; a book without orders leads to the last price.
  ///
  /// - Throws: `noData` for a market that is not known, `limited` where its rate limit was exceeded.
  public func read(_ answer: SourceAnswer, to request: SourceRequest) throws(RatesError) -> SourceFindings {
    let document = try json(answer, to: request)
    if let error = document["error"] { throw problem(error) }
    switch request.query {
    case .days(_, let pair, _, _):
      return try quotes(of: rows(document)) { row in
        guard Self.isMarket(row, of: pair) else { return nil }
        return closing(row["trade_price"], of: pair, on: day(of: row), in: .korea, answer)
      }
    case .now(_, let pairs):
      guard let pair = pairs.first else { throw badAnswer("It is for no pair.") }
      let rows = try rows(document).filter { Self.isMarket($0, of: pair) }
      if request.url.contains("/ticker?") { return try quotes(of: rows) { lastPrice($0, of: pair, answer) } }
      guard Set(rows).count <= 1 else { throw profile.contradiction(in: rows.count) }
      return try book(rows.first, of: pair, answer, request)
    default: throw badAnswer("It was asked for neither rates nor days.")
    }
  }

  private func book(
    _ row: JSON?, of pair: CurrencyPair, _ answer: SourceAnswer, _ request: SourceRequest
  ) throws(RatesError) -> SourceFindings {
    guard let row, let units = row["orderbook_units"]?.array else { throw badAnswer("It has no book of \(pair).") }
    let book = OrderBook(
      bids: units.map { (price: $0["bid_price"], size: $0["bid_size"]) },
      asks: units.map { (price: $0["ask_price"], size: $0["ask_size"]) })
    if book.bid == nil, book.ask == nil {
      var findings = SourceFindings()
      findings.next = SourceRequest("\(server)/ticker?markets=KRW-\(pair.base)", for: request.query)
      return findings
    }
    return try quotes(of: [row]) { row in
      guard let time = answer.ownTime(row["timestamp"], unitsPerSecond: 1000) else { return nil }
      return Quote(
        source: profile.name, market: .korea, kind: .exchange, pair: pair, bid: book.bid, ask: book.ask, asOf: time,
        retrieved: answer.retrieved, mayCross: true)
    }
  }

  /// The price of the last trade, with its day and time in UTC: Bithumb's timestamps beside them are nine hours ahead.
  private func lastPrice(_ row: JSON, of pair: CurrencyPair, _ answer: SourceAnswer) -> Quote? {
    guard let day = row["trade_date"]?.text.flatMap({ Day(compact: $0) }), let digits = row["trade_time"]?.text,
      digits.utf8.count == 6
    else { return nil }
    let clock = stride(from: 0, to: 6, by: 2).map { digits.dropFirst($0).prefix(2) }.joined(separator: ":")
    guard let time = Zone.utc.time(of: "\(day) \(clock)"), time <= answer.date + 86_400 else { return nil }
    return Quote(
      source: profile.name, market: .korea, kind: .exchange, pair: pair, mid: row["trade_price"]?.decimal(), asOf: time,
      retrieved: answer.retrieved)
  }

  private func day(of candle: JSON) -> Day? {
    let name = profile.zone == .seoul ? "candle_date_time_kst" : "candle_date_time_utc"
    return candle[name]?.text.flatMap { Day($0.prefix { $0 != "T" }) }
  }

  private func problem(_ error: JSON) -> RatesError {
    let message = error["message"]?.plainText() ?? "an error without words"
    switch error["name"]?.text {
    case "404": return noData("It says: \(message).")
    case "429", "too_many_requests": return limited("It says: \(message).")
    default: return badAnswer("It says: \(message).")
    }
  }

  private static func isMarket(_ row: JSON, of pair: CurrencyPair) -> Bool {
    row["market"]?.string == "\(pair.quote)-\(pair.base)"
  }
}
