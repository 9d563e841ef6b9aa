import Primitives
import StrictJSON

/// The rates of PrivatBank for cash and for cards, of now and of earlier days.
///
/// Source: https://api.privatbank.ua.
public struct PrivatBank: RateSource {
  /// The facts about it.
  public let profile = SourceProfile(
    name: "privatbank", title: "PrivatBank", markets: [.banks], zone: .kyiv,
    licence: "PrivatBank, open API, https://api.privatbank.ua")

  /// The most days that are asked for at once, the newest ones: each is a request of its own.
  private static let mostDays = 31

  /// An adapter, which keeps nothing of its own.
  public init() {}

  /// Cash and cards of now, or a request for each day.
  public func requests(for query: RateQuery, at time: Int64) -> [SourceRequest] {
    switch query {
    case .now(.banks, _), .banks:
      return ["5", "11"].map {
        SourceRequest("https://api.privatbank.ua/p24api/pubinfo?json&exchange&coursid=\($0)", for: query)
      }
    case .days(.banks, let pair, let from, let to):
      return Day.newest(Self.mostDays, from: from, to: to).map { day in
        SourceRequest(
          "https://api.privatbank.ua/p24api/exchange_rates?json&date=\(day.dayFirst)",
          for: .days(.banks, pair, from: day, to: day))
      }
    default: return []
    }
  }

  /// Reads the rates of now, or those of a day.
  public func read(_ answer: SourceAnswer, to request: SourceRequest) throws(RatesError) -> SourceFindings {
    let document = try json(answer, to: request)
    if case .days = request.query { return try day(document, retrieved: answer.retrieved) }
    let form: BankRate.Form = request.url.hasSuffix("coursid=11") ? .card : .cash
    // Nothing in it tells the time: that of the answer counts.
    var findings = try quotes(of: rows(document)) { row in
      guard let base = row["ccy"]?.currency, let quote = row["base_ccy"]?.currency else { return nil }
      return Quote(
        source: profile.name, market: .banks, kind: form == .card ? .card : .bank, pair: CurrencyPair(base, quote),
        bid: row["buy"]?.decimal(), ask: row["sale"]?.decimal(), asOf: answer.date, retrieved: answer.retrieved,
        mayCross: true)
    }
    findings.addOwnRates(of: Bank(slug: profile.name, name: "ПриватБанк"), form)
    return findings
  }

  /// The bank's own rates of a day; those of the National Bank beside them are left to that bank.
  private func day(_ document: JSON, retrieved: Int64) throws(RatesError) -> SourceFindings {
    guard let day = document["date"]?.string.flatMap({ Day($0, separator: ".", isDayFirst: true) }) else {
      throw badAnswer("It is for no day.")
    }
    let traded = try rows(document["exchangeRate"]).filter { $0["saleRate"] != nil || $0["purchaseRate"] != nil }
    guard !traded.isEmpty else { throw noData("The bank traded nothing on \(day).") }
    return try quotes(of: traded) { row in
      guard let base = row["currency"]?.currency, let quote = row["baseCurrency"]?.currency else { return nil }
      return Quote(
        source: profile.name, market: .banks, kind: .bank, pair: CurrencyPair(base, quote),
        bid: row["purchaseRate"]?.decimal(), ask: row["saleRate"]?.decimal(), asOf: profile.zone.time(on: day),
        day: day, retrieved: retrieved, mayCross: true)
    }
  }
}
