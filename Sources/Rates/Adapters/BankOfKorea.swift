import Primitives
import StrictJSON

/// The official rates of the won for the dollar, the yen and the euro, from ECOS, the statistics of the Bank of Korea.
///
/// Source: https://ecos.bok.or.kr, table 731Y001 (with a key; the key `sample` gives 10 rows).
public struct BankOfKorea: RateSource {
  /// The facts about it.
  public let profile = SourceProfile(
    name: "ecos", title: "Bank of Korea", markets: [.korea], needsKey: true, freshness: 1800, publication: 39_600,
    zone: .seoul, licence: "Bank of Korea, ECOS, https://ecos.bok.or.kr")
  private let key: SourceKey?

  /// The rows of the table that are asked for, and of how many units their rates are.
  private static let items: [(code: String, currency: String, units: Int)] = [
    ("0000001", "USD", 1), ("0000002", "JPY", 100), ("0000003", "EUR", 1),
  ]

  /// The source; without a key it has nothing to ask for.
  public init(key: SourceKey?) { self.key = key }

  /// One request for each of its currencies: the last ten days, or the days that are wished for.
  public func requests(for query: RateQuery, at time: Int64) -> [SourceRequest] {
    switch query {
    case .now(.korea, let pairs):
      let today = profile.zone.day(at: time)
      return requests(for: query, pairs, from: today.adding(-9), to: today)
    case .days(.korea, let pair, let from, let to): return requests(for: query, [pair], from: from, to: to)
    default: return []
    }
  }

  /// Reads the rows of a currency, a day each.
  ///
  /// - Throws: `noData`, `badKey` and `limited` for its codes of them.
  public func read(_ answer: SourceAnswer, to request: SourceRequest) throws(RatesError) -> SourceFindings {
    let document = try json(answer, to: request)
    if let code = (document["RESULT"] ?? document["StatisticSearch"]?["RESULT"])?["CODE"]?.plainText(limit: 20) {
      switch code {
      case "INFO-000": break
      case "INFO-200": throw noData("It has no such days.")
      case "INFO-100": throw badKey("It answers with \(code).")
      case "ERROR-301", "ERROR-602": throw limited("It answers with \(code).")
      default: throw badAnswer("It answers with \(code).")
      }
    }
    return try quotes(of: rows(document["StatisticSearch"]?["row"])) { row in
      guard let item = Self.items.first(where: { $0.code == row["ITEM_CODE1"]?.text }),
        let currency = Currency(item.currency), let day = row["TIME"]?.text.flatMap({ Day(compact: $0) })
      else { return nil }
      return Quote(
        source: profile.name, market: .korea, kind: .official, pair: CurrencyPair(currency, .krw),
        mid: row["DATA_VALUE"]?.decimal(groups: true)?.per(item.units), asOf: profile.zone.time(on: day), day: day,
        retrieved: answer.retrieved)
    }
  }

  private func requests(
    for query: RateQuery, _ pairs: [CurrencyPair], from first: Day, to last: Day
  ) -> [SourceRequest] {
    guard let key else { return [] }
    let wanted = pairs.currencies(besides: .krw).map(\.code)
    // The first rows of so many are given: no span has more days than that.
    let most = key.text == "sample" ? 10 : 1000
    return Self.items.filter { wanted.contains($0.currency) }.flatMap { item in
      Day.spans(from: first, to: last, of: most).map { span in
        let days = "\(span.lowerBound.compact)/\(span.upperBound.compact)"
        let table = "json/kr/1/\(most)/731Y001/D/\(days)/\(item.code)"
        return SourceRequest(
          "https://ecos.bok.or.kr/api/StatisticSearch/\(key.text)/\(table)", for: query, hiding: key.text)
      }
    }
  }
}
