import Primitives
import StrictJSON

/// The reference rates of central banks that frankfurter.dev collects: those of the National Bank of Ukraine and of the
/// European Central Bank, for when these do not answer themselves.
///
/// Source: https://frankfurter.dev.
public struct Frankfurter: RateSource {
  /// The facts about it.
  public let profile = SourceProfile(
    name: "frankfurter", title: "frankfurter.dev", markets: [.nbu, .ecb, .korea], freshness: 1800,
    publication: 57_600, zone: .frankfurt, licence: "Reference rates of central banks, https://frankfurter.dev")
  /// The address of the service, which can be one's own.
  public let server: String

  /// The source at an address, without a slash at its end.
  public init(at server: String = "https://api.frankfurter.dev") { self.server = server }

  /// One request for each currency against the hryvnia and the won, one for all against the euro.
  public func requests(for query: RateQuery, at time: Int64) -> [SourceRequest] {
    switch query {
    case .now(.nbu, let pairs):
      // A bank's own digits are given for its own direction alone, so each currency is asked for against the hryvnia;
      // with a date, since rows of tomorrow may be there.
      return known(pairs, besides: .uah).map {
        SourceRequest(ukrainian($0, "date=\(Zone.kyiv.day(at: time))"), for: query)
      }
    case .now(.ecb, _): return [SourceRequest("\(server)/v1/latest?base=EUR", for: query)]
    case .now(.korea, let pairs):
      return known(pairs, besides: .krw).map { SourceRequest(european("latest", $0, [.krw]), for: query) }
    case .days(let market, let pair, let from, let to) where from <= to:
      let span = "\(from)..\(to)"
      switch market {
      case .nbu:
        return known([pair], besides: .uah).map {
          SourceRequest(ukrainian($0, "from=\(from)&to=\(to)"), for: query, mostBytes: 4 << 20)
        }
      case .ecb:
        let symbols = known([pair], besides: .eur)
        return symbols.isEmpty
          ? [] : [SourceRequest(european(span, .eur, symbols), for: query, mostBytes: 4 << 20)]
      case .korea:
        return known([pair], besides: .krw).map {
          SourceRequest(european(span, $0, [.krw]), for: query, mostBytes: 4 << 20)
        }
      default: return []
      }
    default: return []
    }
  }

  /// Reads rows of one rate each (version 2), or a day's rates, or those of many days (version 1).
  public func read(_ answer: SourceAnswer, to request: SourceRequest) throws(RatesError) -> SourceFindings {
    let (market, document): (Market, JSON) = (request.query.market ?? .ecb, try json(answer, to: request))
    let rows = document["rates"] == nil ? try rows(document) : try firstVersion(document)
    return try quotes(of: rows.filter { $0["base"]?.currency != $0["quote"]?.currency }) { row in
      guard let base = row["base"]?.currency, let quote = row["quote"]?.currency, let rate = row["rate"]?.decimal(),
        let day = row["date"]?.string.flatMap({ Day($0) })
      else { return nil }
      let zone: Zone = market == .nbu ? .kyiv : profile.zone
      return Quote(
        source: profile.name, market: market, kind: .official, pair: CurrencyPair(base, quote), mid: rate,
        asOf: zone.time(on: day), day: day, retrieved: answer.retrieved)
    }
  }

  /// The rows of an answer of version 1, in the form of version 2.
  private func firstVersion(_ document: JSON) throws(RatesError) -> [JSON] {
    guard let rates = document["rates"]?.object, !rates.isEmpty else { throw noData("It has no rates in it.") }
    guard let base = document["base"], document["amount"] == nil || document["amount"]?.decimal() == ExactDecimal(1)
    else { throw badAnswer("It is not for one of a currency.") }
    return rates.flatMap { key, value -> [JSON] in
      if let day = value.object {
        return day.map { ["date": .string(key), "base": base, "quote": .string($0.key), "rate": $0.value] }
      }
      return [["date": document["date"] ?? .null, "base": base, "quote": .string(key), "rate": value]]
    }
  }

  /// The currencies that are asked for; a code that the service does not know would be refused with all others.
  private func known(_ pairs: [CurrencyPair], besides common: Currency) -> [Currency] {
    pairs.currencies(besides: common).filter(\.isISO)
  }

  private func ukrainian(_ currency: Currency, _ days: String) -> String {
    "\(server)/v2/rates?base=\(currency)&quotes=UAH&providers=NBU&\(days)"
  }

  private func european(_ days: String, _ base: Currency, _ symbols: [Currency]) -> String {
    "\(server)/v1/\(days)?base=\(base)&symbols=\(symbols.map(\.code).joined(separator: ","))"
  }
}
