import Primitives
import StrictJSON

/// The rates of monobank's cards, each with its own time.
///
/// Source: https://api.monobank.ua/docs.
public struct Monobank: RateSource {
  /// The facts about it.
  public let profile = SourceProfile(
    name: "monobank", title: "monobank", markets: [.banks], zone: .kyiv,
    licence: "monobank, open API, https://api.monobank.ua")

  /// Seconds after which a row is left out: of some currencies the newest is years old.
  private static let oldest: Int64 = 10 * 86_400

  /// An adapter, which keeps nothing of its own.
  public init() {}

  /// The one list of all currencies.
  public func requests(for query: RateQuery, at time: Int64) -> [SourceRequest] {
    switch query {
    case .now(.banks, _), .banks: [SourceRequest("https://api.monobank.ua/bank/currency", for: query)]
    default: []
    }
  }

  /// Reads the list; currencies stand in it by their numbers.
  ///
  /// - Throws: `limited` where its rate limit was exceeded.
  public func read(_ answer: SourceAnswer, to request: SourceRequest) throws(RatesError) -> SourceFindings {
    let document = try json(answer, to: request)
    if let problem = document["errorDescription"]?.plainText() {
      throw problem.lowercased().contains("too many")
        ? limited("It says: \(problem).") : badAnswer("It says: \(problem).")
    }
    var findings = try quotes(of: rows(document)) { row in
      guard let base = row["currencyCodeA"]?.whole.flatMap(Currency.init(isoNumber:)),
        let quote = row["currencyCodeB"]?.whole.flatMap(Currency.init(isoNumber:)),
        let time = row["date"]?.whole.map(Int64.init), time >= answer.retrieved - Self.oldest,
        time <= answer.retrieved + 86_400
      else { return nil }
      return Quote(
        source: profile.name, market: .banks, kind: .card, pair: CurrencyPair(base, quote),
        bid: row["rateBuy"]?.decimal(), ask: row["rateSell"]?.decimal(), mid: row["rateCross"]?.decimal(), asOf: time,
        retrieved: answer.retrieved, mayCross: true)
    }
    findings.addOwnRates(of: Bank(slug: profile.name, name: "monobank"), .card)
    return findings
  }
}
