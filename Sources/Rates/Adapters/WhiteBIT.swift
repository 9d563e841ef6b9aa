import Primitives
import StrictJSON

/// WhiteBIT's best bids and asks, above all for coins in hryvnias, and the last prices of days.
///
/// Source: https://github.com/whitebit-exchange/api-docs. The list of all markets tells which there are and which are
/// frozen; the books of those that are wished for follow one after another.
public struct WhiteBIT: RateSource {
  /// The facts about it; days are those of UTC.
  public let profile = SourceProfile(
    name: "whitebit", title: "WhiteBIT", markets: [.crypto],
    licence: "WhiteBIT, public market data, https://whitebit.com")

  /// The most days of a request.
  private static let mostDays = 1440
  /// The most books that follow a list of markets.
  private static let mostBooks = 15
  private static let server = "https://whitebit.com/api"

  /// An adapter, which keeps nothing of its own.
  public init() {}

  /// The list of all markets; of days one request for the pair, and one for USDT in hryvnias if the way goes through
  /// it.
  public func requests(for query: RateQuery, at time: Int64) -> [SourceRequest] {
    switch query {
    case .now(.crypto, _): return [SourceRequest("\(Self.server)/v4/public/ticker", for: query)]
    case .days(.crypto, let pair, let from, let to):
      let today = profile.zone.day(at: time)
      guard from <= min(to, today) else { return [] }
      let count = min(today.number - from.number + 1, Self.mostDays)
      return Self.traded(pair).map { pair in
        SourceRequest(
          "\(Self.server)/v1/public/kline?market=\(Self.symbol(pair))&interval=1d&limit=\(count)",
          for: .days(.crypto, pair, from: from, to: to))
      }
    default: return []
    }
  }

  /// Reads the list of markets, a book, or days with their last prices.
  ///
  /// - Throws: `noData` where no market that is wished for can be traded in.
  public func read(_ answer: SourceAnswer, to request: SourceRequest) throws(RatesError) -> SourceFindings {
    let document = try json(answer, to: request)
    if document["success"]?.bool == false { throw problem(document["message"]) }
    switch request.query {
    case .days(_, let pair, _, _):
      return try quotes(of: rows(document["result"])) { row in
        // Open, close, high, low: the close is the second price.
        closing(row[2], of: pair, on: answer.time(row[0]).map { profile.zone.day(at: $0) }, in: .crypto, answer)
      }
    case .now(_, let pairs):
      return try request.url.contains("/orderbook/")
        ? book(document, answer, of: pairs) : markets(document, answer, for: pairs)
    default: throw badAnswer("It was asked for neither rates nor days.")
    }
  }

  /// The last prices of markets in hryvnias, and as the next request the first book of those that are wished for.
  private func markets(
    _ document: JSON, _ answer: SourceAnswer, for pairs: [CurrencyPair]
  ) throws(RatesError) -> SourceFindings {
    guard let members = document.object else { throw badAnswer("A list of markets is missing in it.") }
    let wished = Set(pairs.currencies(besides: .usdt).filter { !$0.isISO || $0 == .uah } + [.usdt])
    var (findings, books) = (SourceFindings(), [CurrencyPair]())
    for (symbol, market) in members where market.object != nil && !Self.isFrozen(market) {
      guard let pair = Self.pair(symbol) else { continue }
      if wished.contains(pair.base), wished.contains(pair.quote) {
        books.append(pair)
      } else if pair.quote == .uah {
        let quote = Quote(
          source: profile.name, market: .crypto, kind: .exchange, pair: pair, mid: market["last_price"]?.decimal(),
          asOf: answer.date, retrieved: answer.retrieved)
        if let quote { findings.quotes.append(quote) } else { findings.skipped += 1 }
      }
    }
    findings.next = book(of: Array(books.sorted().prefix(Self.mostBooks)))
    guard !findings.quotes.isEmpty || findings.next != nil else { throw noData("It trades in none of the pairs.") }
    return findings
  }

  /// The best bid and ask of the first pair, and the book of the next.
  private func book(
    _ document: JSON, _ answer: SourceAnswer, of pairs: [CurrencyPair]
  ) throws(RatesError) -> SourceFindings {
    guard let pair = pairs.first else { throw badAnswer("It is for no pair.") }
    let orders = { (side: String) in (document[side]?.array ?? []).map { (price: $0[0], size: $0[1]) } }
    let book = OrderBook(bids: orders("bids"), asks: orders("asks"))
    var findings = SourceFindings()
    findings.next = self.book(of: Array(pairs.dropFirst()))
    let quote = answer.ownTime(document["timestamp"]).flatMap { time in
      Quote(
        source: profile.name, market: .crypto, kind: .exchange, pair: pair, bid: book.bid, ask: book.ask, asOf: time,
        retrieved: answer.retrieved, mayCross: true)
    }
    if let quote, quote.isCrossed {
      guard findings.next != nil else { throw profile.contradiction(in: 1) }
      (findings.skipped, findings.contradictions) = (1, 1)
    } else if let quote, document["ticker_id"]?.string == Self.symbol(pair) {
      findings.quotes = [quote]
    } else {
      // A bad book does not hide the others.
      guard findings.next != nil else { throw badAnswer("It has no orders for \(pair) that can be.") }
      findings.skipped = 1
    }
    return findings
  }

  /// The error of an answer that reports a failure, with a text or with texts by the parameter that they are about.
  private func problem(_ message: JSON?) -> RatesError {
    let words = message?.plainText() ?? message?["market"]?[0]?.plainText() ?? "an error without words"
    return words.lowercased().contains("market") ? noData("It says: \(words).") : badAnswer("It says: \(words).")
  }

  private func book(of pairs: [CurrencyPair]) -> SourceRequest? {
    pairs.first.map { pair in
      SourceRequest("\(Self.server)/v4/public/orderbook/\(Self.symbol(pair))?limit=1", for: .now(.crypto, pairs))
    }
  }

  /// The pair in the direction in which it is traded, and the other leg of the way between a coin and the hryvnia.
  private static func traded(_ pair: CurrencyPair) -> [CurrencyPair] {
    guard let coin = [pair].coins(besides: .usdt).first else {
      return Set([pair.base, pair.quote]) == [.usdt, .uah] ? [CurrencyPair(.usdt, .uah)] : []
    }
    return pair.base == .uah || pair.quote == .uah
      ? [CurrencyPair(coin, .uah), CurrencyPair(coin, .usdt), CurrencyPair(.usdt, .uah)] : [CurrencyPair(coin, .usdt)]
  }

  private static func isFrozen(_ market: JSON) -> Bool {
    guard let frozen = market["isFrozen"] else { return false }
    return frozen.bool ?? (frozen.text != nil && frozen.text != "false" && frozen.text != "0")
  }

  private static func symbol(_ pair: CurrencyPair) -> String { "\(pair.base)_\(pair.quote)" }

  /// The pair of a market; nil where the market goes by other names than the currencies' own.
  private static func pair(_ symbol: String) -> CurrencyPair? {
    let codes = symbol.split(separator: "_", omittingEmptySubsequences: false).map { Currency(String($0)) }
    guard codes.count == 2, let base = codes[0], let quote = codes[1], base != quote else { return nil }
    let pair = CurrencyPair(base, quote)
    return Self.symbol(pair) == symbol ? pair : nil
  }
}
