import Primitives
import StrictJSON

/// The rates of exchange offices in all towns of Ukraine, and how banks can be reached, as finance.ua has them.
///
/// Sources: https://resources.finance.ua/ua/public/currency-cash.json, https://finance.ua/banks/api/organizationsList.
public struct FinanceUA: RateSource {
  /// The facts about it.
  public let profile = SourceProfile(
    name: "finance-ua", title: "finance.ua", markets: [.cash], isOfficial: false, wasTriedLive: true, freshness: 300,
    zone: .kyiv, licence: "finance.ua, https://finance.ua")

  /// The number that exchange offices have among the kinds of organizations; banks have 1.
  private static let exchangeOffice = 2

  /// An adapter, which keeps nothing of its own.
  public init() {}

  /// The one file with the rates of all offices, or the one list of all banks.
  public func requests(for query: RateQuery, at time: Int64) -> [SourceRequest] {
    switch query {
    case .now(.cash, _):
      [SourceRequest("https://resources.finance.ua/ua/public/currency-cash.json", for: query, mostBytes: 4 << 20)]
    case .banks:
      [
        SourceRequest(
          "https://finance.ua/banks/api/organizationsList?locale=uk", for: query, mostBytes: 4 << 20, freshness: 86_400)
      ]
    default: []
    }
  }

  /// Reads the rates, or the banks.
  public func read(_ answer: SourceAnswer, to request: SourceRequest) throws(RatesError) -> SourceFindings {
    let document = try json(answer, to: request)
    guard case .banks = request.query else { return try cash(document, retrieved: answer.retrieved) }
    let rows = try rows(document["responseData"])
    var findings = SourceFindings()
    findings.banks = rows.compactMap(bank)
    findings.skipped = rows.count - findings.banks.count
    guard !findings.banks.isEmpty else { throw badAnswer("None of its \(rows.count) rows is a bank.") }
    return findings
  }

  /// The median of all offices' bids and that of their asks, which a few wrong ones do not move.
  private func cash(_ document: JSON, retrieved: Int64) throws(RatesError) -> SourceFindings {
    guard let time = document["date"]?.string.flatMap({ profile.zone.time(of: $0) }) else {
      throw badAnswer("It does not say when its rates were.")
    }
    var findings = SourceFindings()
    let quote = { (currency: Currency, bid: ExactDecimal?, ask: ExactDecimal?) in
      Quote(
        source: profile.name, market: .cash, kind: .cash, pair: CurrencyPair(currency, .uah), bid: bid, ask: ask,
        asOf: time, retrieved: retrieved, mayCross: true)
    }
    var (offices, crossed): ([Currency: [Quote]], Int) = ([:], 0)
    for office in try rows(document["organizations"]) where office["orgType"]?.whole == Self.exchangeOffice {
      for (code, rate) in office["currencies"]?.object ?? [:] {
        let own = Currency(code).flatMap { quote($0, rate["bid"]?.decimal(), rate["ask"]?.decimal()) }
        if own?.isCrossed == true { crossed += 1 }
        if let own, !own.isCrossed {
          offices[own.pair.base, default: []].append(own)
        } else {
          findings.skipped += 1
        }
      }
    }
    // A few offices that err are none of the middle; most of them are.
    guard crossed <= offices.values.joined().count(where: { $0.bid != nil && $0.ask != nil }) else {
      throw profile.contradiction(in: crossed)
    }
    findings.quotes = offices.sorted { $0.key < $1.key }.compactMap { currency, quotes in
      quote(currency, quotes.compactMap(\.bid).median, quotes.compactMap(\.ask).median)
    }.filter { !$0.isCrossed }
    guard !findings.quotes.isEmpty else { throw noData("No exchange office in it has a rate.") }
    return findings
  }

  private func bank(_ row: JSON) -> Bank? {
    guard let slug = row["slug"]?.slug, let name = row["title"]?.plainText() else { return nil }
    var bank = Bank(slug: slug, name: name)
    bank.longName = row["longTitle"]?.plainText()
    bank.site = row["site"]?.link
    bank.phone = row["phone"]?.plainText(limit: 60)
    bank.email = row["email"]?.plainText(limit: 100).flatMap { $0.contains("@") && !$0.contains(" ") ? $0 : nil }
    bank.address = row["legalAddress"]?.plainText(limit: 300)
    bank.rating = row["ratingBank"]?.decimal()?.description
    bank.licence = row["licenseNumber"]?.plainText(limit: 40).map { number in
      [number, row["licenseDate"]?.plainText(limit: 40)].compactMap { $0 }.joined(separator: ", ")
    }
    bank.icon = ["squareLogo", "logo"].compactMap { row[$0]?.array?.compactMap(\.link).first }.first
    return bank
  }
}
