import Primitives
import StrictJSON

/// The official rates of the National Bank of Ukraine: so many hryvnias for one of each currency, metal and drawing right.
///
/// Source: https://bank.gov.ua/ua/open-data/api-dev.
public struct NationalBankOfUkraine: RateSource {
  /// The facts about it: a day's rates are published from 15:30 Kyiv time on the working day before.
  public let profile = SourceProfile(
    name: "nbu", title: "National Bank of Ukraine", markets: [.nbu], wasTriedLive: true, freshness: 1800,
    publication: 55_800, publishesNextDay: true, zone: .kyiv,
    licence: "National Bank of Ukraine, open data, https://bank.gov.ua")

  /// An adapter, which keeps nothing of its own.
  public init() {}

  /// The rates of today in Kyiv, or a currency's days, a year in a request.
  public func requests(for query: RateQuery, at time: Int64) -> [SourceRequest] {
    switch query {
    case .now(.nbu, _):
      // Without a date it is the newest that is given, which on Friday evening is already Monday's.
      let day = profile.zone.day(at: time).compact
      let url = "https://bank.gov.ua/NBUStatService/v1/statdirectory/exchange?date=\(day)&json"
      return [SourceRequest(url, for: query, mostBytes: 4 << 20)]
    case .days(.nbu, let pair, let from, let to):
      return [pair].currencies(besides: .uah).flatMap { currency in
        Day.spans(from: from, to: to, of: 365).map { span in
          let days = "start=\(span.lowerBound.compact)&end=\(span.upperBound.compact)"
          let parameters = "\(days)&valcode=\(currency.code.lowercased())&sort=exchangedate&order=asc&json"
          return SourceRequest(
            "https://bank.gov.ua/NBU_Exchange/exchange_site?\(parameters)", for: query, mostBytes: 4 << 20)
        }
      }
    default: return []
    }
  }

  /// Reads a list of rates; those of the archive are given for 1, 10, 100 or 1,000 units.
  public func read(_ answer: SourceAnswer, to request: SourceRequest) throws(RatesError) -> SourceFindings {
    let isArchive = if case .days = request.query { true } else { false }
    return try quotes(of: rows(json(answer, to: request))) { row in
      guard let currency = row["cc"]?.currency, let rate = isArchive ? perUnit(row) : row["rate"]?.decimal(),
        let day = row["exchangedate"]?.string.flatMap({ Day($0, separator: ".", isDayFirst: true) })
      else { return nil }
      return Quote(
        source: profile.name, market: .nbu, kind: .official, pair: CurrencyPair(currency, .uah), mid: rate,
        asOf: profile.zone.time(on: day), day: day, retrieved: answer.retrieved)
    }
  }

  private func perUnit(_ row: JSON) -> ExactDecimal? {
    row["rate_per_unit"]?.decimal() ?? row["units"]?.whole.flatMap { row["rate"]?.decimal()?.per($0) }
  }
}
