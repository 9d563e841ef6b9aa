import Primitives
import StrictJSON

/// The rates that MinFin sells: between banks, the average of banks, announcements of cash, and the official ones.
///
/// Source: https://developers.minfin.com.ua. A key is good for few requests, so a single day can be asked for and no range.
public struct MinFinAPI: RateSource {
  /// The facts about it.
  public let profile = SourceProfile(
    name: "minfin", title: "MinFin's API", markets: [.cash, .banks, .interbank, .nbu], needsKey: true, zone: .kyiv,
    licence: "MinFin, with a key of one's own, https://developers.minfin.com.ua")
  private let key: SourceKey?

  /// The source; without a key it has nothing to ask for.
  public init(key: SourceKey?) { self.key = key }

  /// The one address of the market that is asked for.
  public func requests(for query: RateQuery, at time: Int64) -> [SourceRequest] {
    guard let key, let route = query.market.flatMap(Self.route) else { return [] }
    var url = "https://api.minfin.com.ua/\(route)/\(key.text)/"
    if case .days(let market, _, let from, let to) = query {
      guard from == to, market != .cash else { return [] }
      url += "\(from)/"
    }
    return [SourceRequest(url, for: query, hiding: key.text)]
  }

  /// Reads rows of single times (between banks), or a bid and an ask of each currency.
  public func read(_ answer: SourceAnswer, to request: SourceRequest) throws(RatesError) -> SourceFindings {
    let document = try json(answer, to: request)
    if document.array != nil { return try interbank(rows(document), answer, isDay: Self.day(of: request) != nil) }
    guard let market = request.query.market, market != .interbank, let members = document.object else {
      throw badAnswer("It has no rates in it.")
    }
    let day = Self.day(of: request) ?? (market == .nbu ? profile.zone.day(at: answer.date) : nil)
    let rows = members.filter { $0.value.object != nil }.map { key, value -> JSON in
      ["currency": .string(key), "row": value]
    }
    // Announcements of many people: those who buy may offer more than those who sell want.
    return try quotes(of: rows, mayCross: market == .cash) { row in
      guard let currency = row["currency"]?.currency, let row = row["row"] else { return nil }
      let (bid, ask) = (row["bid"]?.decimal(), row["ask"]?.decimal())
      let time = answer.time(row["time"]) ?? row["time"]?.text.flatMap { profile.zone.time(of: $0) }
      let isOfficial = market == .nbu
      return Quote(
        source: profile.name, market: market, kind: isOfficial ? .official : market == .cash ? .cash : .bank,
        pair: CurrencyPair(currency, .uah), bid: isOfficial ? nil : bid, ask: isOfficial ? nil : ask,
        mid: isOfficial && bid == ask ? bid : nil, asOf: day.map { profile.zone.time(on: $0) } ?? time ?? answer.date,
        day: day, retrieved: answer.retrieved, mayCross: true)
    }
  }

  /// Of several rows of a currency the newest counts.
  private func interbank(_ rows: [JSON], _ answer: SourceAnswer, isDay: Bool) throws(RatesError) -> SourceFindings {
    var findings = try quotes(of: rows) { row in
      guard let currency = row["currency"]?.currency,
        let time = row["pointDate"]?.string.flatMap({ profile.zone.time(of: $0) })
      else { return nil }
      return Quote(
        source: profile.name, market: .interbank, kind: .interbank, pair: CurrencyPair(currency, .uah),
        bid: row["bid"]?.decimal(), ask: row["ask"]?.decimal(), asOf: time,
        day: isDay ? profile.zone.day(at: time) : nil, retrieved: answer.retrieved, mayCross: true)
    }
    findings.quotes = Dictionary(findings.quotes.map { ($0.pair, $0) }) { $0.asOf >= $1.asOf ? $0 : $1 }
      .values.sorted { $0.pair < $1.pair }
    return findings
  }

  private static func route(_ market: Market) -> String? {
    switch market {
    case .cash: "auction/info"
    case .banks: "summary"
    case .interbank: "mb"
    case .nbu: "nbu"
    default: nil
    }
  }

  private static func day(of request: SourceRequest) -> Day? {
    if case .days(_, _, let day, _) = request.query { day } else { nil }
  }
}
