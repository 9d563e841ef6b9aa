import Primitives
import StrictJSON

/// The day's rates of the Export-Import Bank of Korea: so many won for one of a currency, in the middle and on both sides of
/// a transfer.
///
/// Source: https://www.koreaexim.go.kr (with a key, at most 1,000 requests a day).
public struct KoreaEximbank: RateSource {
  /// The facts about it: the day's rates are there from 11:00 Seoul time on working days.
  public let profile = SourceProfile(
    name: "exim", title: "Export-Import Bank of Korea", markets: [.korea], needsKey: true, freshness: 1800,
    publication: 39_600, zone: .seoul, licence: "The Export-Import Bank of Korea, https://www.koreaexim.go.kr")
  private let key: SourceKey?

  /// The number of days that it goes back in a run when a day has no rates.
  private static let mostDaysBack = 3

  /// The source; without a key it has nothing to ask for.
  public init(key: SourceKey?) { self.key = key }

  /// The rates of the last working day on which they may be there.
  public func requests(for query: RateQuery, at time: Int64) -> [SourceRequest] {
    guard case .now(.korea, _) = query else { return [] }
    return [self.request(for: query, on: newestDay(at: time))].compactMap { $0 }
  }

  /// Reads the rates of a day; one without rates leads to the working day before it.
  ///
  /// - Throws: `badKey` and `limited` for results 3 and 4, `noData` where the days before have no rates either.
  public func read(_ answer: SourceAnswer, to request: SourceRequest) throws(RatesError) -> SourceFindings {
    guard let day = Self.day(of: request) else { throw badAnswer("It is for no day.") }
    let document = try json(answer, to: request)
    guard !document.isNull, document.array?.isEmpty != true else {
      return try dayBefore(day, asked: request, at: answer.retrieved)
    }
    let rows = try rows(document)
    switch rows.compactMap({ $0["result"]?.whole }).first(where: { $0 != 1 }) {
    case 3: throw badKey("It answers with result 3.")
    case 4: throw limited("The requests of the day are used up: it answers with result 4.")
    case 2: throw badAnswer("It knows no such data: it answers with result 2.")
    default: break
    }
    return try quotes(of: rows.filter { $0["cur_unit"]?.currency != .krw }) { row in
      guard (row["result"]?.whole ?? 1) == 1, let (currency, units) = row["cur_unit"]?.string.flatMap(Self.unit)
      else { return nil }
      let rate = { (name: String) in row[name]?.decimal(groups: true)?.per(units) }
      return Quote(
        source: profile.name, market: .korea, kind: .official, pair: CurrencyPair(currency, .krw), bid: rate("ttb"),
        ask: rate("tts"), mid: rate("deal_bas_r"), asOf: profile.zone.time(on: day), day: day,
        retrieved: answer.retrieved, mayCross: true)
    }
  }

  private func request(for query: RateQuery, on day: Day) -> SourceRequest? {
    key.map { key in
      let address = "https://oapi.koreaexim.go.kr/site/program/financial/exchangeJSON"
      return SourceRequest(
        "\(address)?authkey=\(key.text)&searchdate=\(day.compact)&data=AP01", for: query, hiding: key.text)
    }
  }

  /// The findings where a day has no rates, as on holidays: none, and the working day before as the next to ask for.
  private func dayBefore(_ day: Day, asked: SourceRequest, at time: Int64) throws(RatesError) -> SourceFindings {
    let before = Self.workingDay(day.adding(-1))
    var oldest = newestDay(at: time)
    for _ in 0..<Self.mostDaysBack { oldest = Self.workingDay(oldest.adding(-1)) }
    guard before >= oldest, let next = request(for: asked.query, on: before) else {
      throw noData("The last working days up to \(day) have none.")
    }
    var findings = SourceFindings()
    findings.next = next
    return findings
  }

  private func newestDay(at time: Int64) -> Day {
    Self.workingDay(profile.zone.day(at: time - (profile.publication ?? 0)))
  }

  /// The day itself, or the Friday before a weekend.
  private static func workingDay(_ day: Day) -> Day { day.adding(min(0, 4 - day.weekday)) }

  private static func day(of request: SourceRequest) -> Day? {
    request.url.firstRange(of: "&searchdate=").flatMap { Day(compact: String(request.url[$0.upperBound...].prefix(8))) }
  }

  /// A currency and a number of units, as in `JPY(100)`.
  private static func unit(_ text: String) -> (Currency, Int)? {
    let parts = text.split(separator: "(", omittingEmptySubsequences: false)
    guard parts.count <= 2, let code = parts.first, let currency = Currency(String(code)) else { return nil }
    guard parts.count == 2 else { return (currency, 1) }
    guard parts[1].last == ")", let units = Int(parts[1].dropLast()) else { return nil }
    return (currency, units)
  }
}
