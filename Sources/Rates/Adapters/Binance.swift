import Primitives
import StrictJSON

/// Binance's best bids and asks for coins in USDT, and the last prices of days.
///
/// Source: https://github.com/binance/binance-spot-api-docs. One unknown symbol fails a request for many, so that each
/// pair has a request of its own.
public struct Binance: RateSource {
  /// The facts about it; days are those of UTC.
  public let profile = SourceProfile(
    name: "binance", title: "Binance", markets: [.crypto],
    licence: "Binance, public market data, https://www.binance.com")

  /// The most days of a request.
  private static let mostDays = 1000
  /// The address of the public data alone, which wants no key and has no account behind it.
  private static let server = "https://data-api.binance.vision/api/v3"

  /// An adapter, which keeps nothing of its own.
  public init() {}

  /// One request for each coin in USDT; of days one for each thousand.
  public func requests(for query: RateQuery, at time: Int64) -> [SourceRequest] {
    switch query {
    case .now(.crypto, let pairs):
      return pairs.coins(besides: .usdt).map { coin in
        SourceRequest(
          "\(Self.server)/ticker/bookTicker?symbol=\(coin)USDT", for: .now(.crypto, [CurrencyPair(coin, .usdt)]))
      }
    case .days(.crypto, let pair, let from, let to):
      return [pair].coins(besides: .usdt).flatMap { coin in
        Day.spans(from: from, to: to, of: Self.mostDays).map { days in
          SourceRequest(
            "\(Self.server)/klines?symbol=\(coin)USDT&interval=1d&startTime=\(milliseconds(days.lowerBound))"
              + "&endTime=\(milliseconds(days.upperBound))&limit=\(Self.mostDays)",
            for: .days(.crypto, CurrencyPair(coin, .usdt), from: days.lowerBound, to: days.upperBound))
        }
      }
    default: return []
    }
  }

  /// Reads the best bid and ask of the pair, or its days, each with its last price.
  ///
  /// - Throws: `noData` for a symbol that is not known, `limited` where its rate limit was exceeded.
  public func read(_ answer: SourceAnswer, to request: SourceRequest) throws(RatesError) -> SourceFindings {
    let document = try json(answer, to: request)
    if let code = document["code"]?.whole {
      let reason = "It answers with code \(code)."
      throw code == -1121 ? noData(reason) : code == -1003 ? limited(reason) : badAnswer(reason)
    }
    switch request.query {
    case .days(_, let pair, _, _):
      return try quotes(of: rows(document)) { row in
        let opened = answer.time(row[0], unitsPerSecond: 1000)
        return closing(row[4], of: pair, on: opened.map { profile.zone.day(at: $0) }, in: .crypto, answer)
      }
    case .now(_, let pairs):
      // Nothing in it tells the time: that of the answer counts.
      return try quotes(of: rows(document.array == nil ? [document] : document)) { row in
        guard let pair = pairs.first(where: { row["symbol"]?.string == "\($0.base)\($0.quote)" }) else { return nil }
        return Quote(
          source: profile.name, market: .crypto, kind: .exchange, pair: pair, bid: row["bidPrice"]?.decimal(),
          ask: row["askPrice"]?.decimal(), asOf: answer.date, retrieved: answer.retrieved, mayCross: true)
      }
    default: throw badAnswer("It was asked for neither rates nor days.")
    }
  }

  private func milliseconds(_ day: Day) -> Int64 { profile.zone.time(on: day) * 1000 }
}
