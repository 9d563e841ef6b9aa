import Primitives

/// The reference rates of the European Central Bank: so much of each currency for one euro, on working days of TARGET.
///
/// Sources: https://www.ecb.europa.eu/stats/eurofxref, https://data.ecb.europa.eu/help/api/data.
public struct EuropeanCentralBank: RateSource {
  /// The facts about it: a day's rates are published on that day about 16:00 in Frankfurt.
  public let profile = SourceProfile(
    name: "ecb", title: "European Central Bank", markets: [.ecb], wasTriedLive: true, freshness: 1800,
    publication: 57_600, crawlDelay: 5, zone: .frankfurt, licence: "European Central Bank, https://www.ecb.europa.eu")

  /// Days back to which the smaller of the files with history reaches for certain.
  private static let shortHistory = 88

  /// An adapter, which keeps nothing of its own.
  public init() {}

  /// The rates of the newest day; for other days the file of the last 90, or a currency's rows in the bank's database.
  public func requests(for query: RateQuery, at time: Int64) -> [SourceRequest] {
    let files = "https://www.ecb.europa.eu/stats/eurofxref"
    switch query {
    case .now(.ecb, _): return [SourceRequest("\(files)/eurofxref-daily.xml", for: query)]
    case .days(.ecb, let pair, let from, let to) where from <= to:
      let currencies = [pair].currencies(besides: .eur).filter(\.isISO)
      if from >= profile.zone.day(at: time).adding(-Self.shortHistory) {
        return currencies.isEmpty ? [] : [SourceRequest("\(files)/eurofxref-hist-90d.xml", for: query)]
      }
      return currencies.map { currency in
        let series = "https://data-api.ecb.europa.eu/service/data/EXR/D.\(currency).EUR.SP00.A"
        return SourceRequest(
          "\(series)?format=csvdata&startPeriod=\(from)&endPeriod=\(to)", for: query, mostBytes: 4 << 20)
      }
    default: return []
    }
  }

  /// Reads a file of days in XML, or rows of the database in CSV.
  public func read(_ answer: SourceAnswer, to request: SourceRequest) throws(RatesError) -> SourceFindings {
    // Blanks and the mark of UTF-8 may stand in front.
    let first = answer.body.first { ![0x20, 0x09, 0x0d, 0x0a, 0xef, 0xbb, 0xbf].contains($0) }
    let rows = first == UInt8(ascii: "<") ? try days(answer, to: request) : try table(answer)
    let quotes = rows.compactMap { quote($0, retrieved: answer.retrieved) }
    guard !quotes.isEmpty else {
      throw rows.isEmpty ? noData("It has no rates in it.") : badAnswer("None of its \(rows.count) rates can be read.")
    }
    return SourceFindings(quotes: quotes, skipped: rows.count - quotes.count)
  }

  /// A rate as it is written.
  private struct Row {
    var day: String?
    var currency: String?
    var rate: String?
  }

  private func quote(_ row: Row, retrieved: Int64) -> Quote? {
    guard let day = row.day.flatMap({ Day($0) }), let currency = row.currency.flatMap({ Currency($0) }),
      let rate = row.rate.flatMap({ ExactDecimal($0) })
    else { return nil }
    return Quote(
      source: profile.name, market: .ecb, kind: .official, pair: CurrencyPair(.eur, currency), mid: rate,
      asOf: profile.zone.time(on: day), day: day, retrieved: retrieved)
  }

  /// The innermost of three nested elements `Cube` have the rates, those around them the days.
  private func days(_ answer: SourceAnswer, to request: SourceRequest) throws(RatesError) -> [Row] {
    let reader = try XMLReader(answer.body, limits: XMLReader.Limits(bytes: request.mostBytes))
    guard case .start("gesmes:Envelope", _) = try reader.next() else { throw badAnswer("It is not the file of rates.") }
    var rows: [Row] = []
    var day: String?
    while let piece = try reader.next() {
      guard case .start("Cube", let attributes) = piece else { continue }
      if let time = attributes["time"] { day = time }
      if attributes["currency"] != nil || attributes["rate"] != nil {
        rows.append(Row(day: day, currency: attributes["currency"], rate: attributes["rate"]))
      }
    }
    return rows
  }

  private func table(_ answer: SourceAnswer) throws(RatesError) -> [Row] {
    guard let text = String(validating: answer.body, as: UTF8.self), let table = CSVTable(text),
      let currency = table.column("CURRENCY"), let day = table.column("TIME_PERIOD"),
      let rate = table.column("OBS_VALUE")
    else { throw badAnswer("It is no table of rates.") }
    return table.rows.map { Row(day: $0[day], currency: $0[currency], rate: $0[rate]) }
  }
}
