import Primitives
import StrictJSON

/// The answers of Kuna, a Ukrainian exchange that closed on 2025-05-01: they are read where somebody recorded them, and
/// nobody is asked.
///
/// Source: https://github.com/kunadevelopers/api-docs. Its successor for markets in hryvnias is ``WhiteBIT``.
public struct Kuna: RateSource {
  /// The facts about it.
  public let profile = SourceProfile(
    name: "kuna", title: "Kuna", markets: [.crypto], licence: "Kuna, closed since 2025-05-01; recorded answers alone")

  /// An adapter, which keeps nothing of its own.
  public init() {}

  /// None: its servers are off.
  public func requests(for query: RateQuery, at time: Int64) -> [SourceRequest] { [] }

  /// Reads an answer of version 2, 3 or 4; one of version 2 is for the first pair that is wished for.
  public func read(_ answer: SourceAnswer, to request: SourceRequest) throws(RatesError) -> SourceFindings {
    let document = try json(answer, to: request)
    if document["ticker"] != nil {
      guard case .now(_, let pairs) = request.query, let pair = pairs.first else {
        throw badAnswer("It is for no pair.")
      }
      return try quotes(of: [document]) { row in
        let ticker = row["ticker"]
        return quote(
          pair, bid: ticker?["buy"], ask: ticker?["sell"], last: ticker?["last"],
          at: answer.time(row["at"]) ?? answer.date, answer)
      }
    }
    return try quotes(of: rows(document["data"] ?? document)) { row in
      guard row.array != nil else {
        return quote(
          row["pair"]?.string.flatMap(Self.pair), bid: row["bestBidPrice"], ask: row["bestAskPrice"],
          last: row["price"], at: answer.date, answer)
      }
      // Symbol, bid and its volume, ask and its volume, the day's change twice, last price.
      return quote(
        row[0]?.string.flatMap(Self.pair), bid: row[1], ask: row[3], last: row[7], at: answer.date, answer)
    }
  }

  private func quote(
    _ pair: CurrencyPair?, bid: JSON?, ask: JSON?, last: JSON?, at time: Int64, _ answer: SourceAnswer
  ) -> Quote? {
    guard let pair else { return nil }
    return Quote(
      source: profile.name, market: .crypto, kind: .exchange, pair: pair, bid: bid?.decimal(), ask: ask?.decimal(),
      mid: last?.decimal(), asOf: time, retrieved: answer.retrieved)
  }

  /// The pair of a symbol, as in `BTC_UAH` or `btcuah`.
  private static func pair(_ symbol: String) -> CurrencyPair? {
    guard symbol.utf8.count <= 24 else { return nil }
    let codes = symbol.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
    if codes.count == 2 {
      guard let base = Currency(codes[0]), let quote = Currency(codes[1]) else { return nil }
      return CurrencyPair(base, quote)
    }
    guard let quote = quoteCodes.first(where: { symbol.lowercased().hasSuffix($0) }),
      let base = Currency(String(symbol.dropLast(quote.count))), let currency = Currency(quote)
    else { return nil }
    return CurrencyPair(base, currency)
  }

  /// The currencies that prices were in; longer codes first, so that none is taken for its own end.
  private static let quoteCodes = ["usdt", "usdc", "uah", "usd", "eur", "rub", "btc", "eth"]
}
