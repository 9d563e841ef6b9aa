import Primitives
import StrictJSON

/// The average of banks, the rates between banks, and those of each bank, from where MinFin's own site takes them.
///
/// Its addresses, https://minfin.com.ua/api/currency/…, are not documented; their forms are what other programs saw of them.
public struct MinFinSite: RateSource {
  /// The facts about it.
  public let profile = SourceProfile(
    name: "minfin-site", title: "MinFin's site", markets: [.banks, .interbank], isOfficial: false, freshness: 300,
    zone: .kyiv, licence: "MinFin, https://minfin.com.ua; not documented, for one's own use")

  /// The most pages of a list of banks, each of 100.
  private static let mostPages = 20
  /// The most days of banks' averages that are asked for at once, the newest ones: each is a request of its own.
  private static let mostDays = 31
  private static let address = "https://minfin.com.ua/api/currency"

  /// An adapter, which keeps nothing of its own.
  public init() {}

  /// The one list of markets, the list of banks of a currency, or such a list for each day.
  public func requests(for query: RateQuery, at time: Int64) -> [SourceRequest] {
    switch query {
    case .now(.banks, let pairs), .now(.interbank, let pairs):
      let codes = pairs.currencies(besides: .uah).filter(\.isISO).map { $0.code.lowercased() }
      guard !codes.isEmpty else { return [] }
      return [SourceRequest("\(Self.address)/simple/?base=UAH&list=\(codes.joined(separator: ","))", for: query)]
    case .banks(let currency): return currency.isISO ? [Self.banks(currency, for: query)] : []
    case .days(.banks, let pair, let from, let to):
      return [pair].currencies(besides: .uah).filter(\.isISO).flatMap { currency in
        Day.newest(Self.mostDays, from: from, to: to).map {
          Self.banks(currency, for: .days(.banks, CurrencyPair(currency, .uah), from: $0, to: $0))
        }
      }
    default: return []
    }
  }

  /// Reads the markets of all currencies, or a page of banks.
  public func read(_ answer: SourceAnswer, to request: SourceRequest) throws(RatesError) -> SourceFindings {
    let document = try json(answer, to: request)
    return request.url.hasPrefix("\(Self.address)/simple/")
      ? try markets(document, answer, request.query) : try page(document, answer, request)
  }

  private func markets(
    _ document: JSON, _ answer: SourceAnswer, _ query: RateQuery
  ) throws(RatesError) -> SourceFindings {
    guard let members = document["data"]?.object, !members.isEmpty else {
      throw badAnswer("It has no currencies in it.")
    }
    var findings = SourceFindings()
    for (code, rates) in members {
      for (name, market, kind) in [("midbank", Market.banks, RateKind.bank), ("interbank", .interbank, .interbank)] {
        // Outside trading hours there is null between banks.
        guard let sides = rates[name], !sides.isNull else { continue }
        let quote = Currency(code).flatMap {
          Quote(
            source: profile.name, market: market, kind: kind, pair: CurrencyPair($0, .uah),
            bid: sides["buy"]?["val"]?.decimal(), ask: sides["sell"]?["val"]?.decimal(), asOf: answer.date,
            retrieved: answer.retrieved, mayCross: true)
        }
        if let quote, !quote.isCrossed {
          findings.quotes.append(quote)
        } else {
          findings.skipped += 1
          if quote != nil { findings.contradictions += 1 }
        }
      }
    }
    // Nothing between banks and no average is usual; numbers that are none are not.
    guard findings.skipped == 0 || !findings.quotes.isEmpty else {
      throw findings.contradictions > 0
        ? profile.contradiction(in: findings.contradictions)
        : badAnswer("None of its \(findings.skipped) averages is a rate.")
    }
    // Where the average of banks is missing, it is made of the list of banks.
    if case .now(.banks, let pairs) = query {
      let told = Set(findings.quotes.filter { $0.market == .banks }.map(\.pair.base))
      findings.next = Self.nextAverage(pairs.currencies(besides: .uah).filter { $0.isISO && !told.contains($0) })
    }
    guard !findings.quotes.isEmpty || findings.next != nil else { throw noData("It has neither buy nor sell in it.") }
    return findings
  }

  private func page(_ document: JSON, _ answer: SourceAnswer, _ request: SourceRequest) throws(RatesError)
    -> SourceFindings
  {
    guard let (currency, page) = Self.place(of: request) else { throw badAnswer("It is for no currency.") }
    let rows = try rows(document["data"])
    var findings = BankListPage.findings(rows, of: currency)
    guard Set(findings.banks.map(\.slug)).count == findings.banks.count else {
      throw badAnswer("It has a bank twice.")
    }
    guard !findings.banks.isEmpty else { throw badAnswer("None of its \(rows.count) rows is a bank.") }
    let isLast = [nil, .null, false].contains(document["meta"]?["next"])
    if !isLast, page < Self.mostPages {
      findings.next = Self.banks(currency, page: page + 1, for: request.query)
    } else if case .now(.banks, let pairs) = request.query {
      findings.next = Self.nextAverage(pairs.currencies(besides: .uah).filter { $0 > currency })
    }
    let isAverage = if case .banks = request.query { false } else { true }
    if isAverage, isLast, page == 1 { addAverages(of: currency, to: &findings, answer, Self.day(of: request.query)) }
    return findings
  }

  /// Adds the means of all banks, which are here on one page; of a day's list only those that are of that day count. That of
  /// cash is a number of ours, and of another kind than the site's own average.
  private func addAverages(
    of currency: Currency, to findings: inout SourceFindings, _ answer: SourceAnswer, _ day: Day?
  ) {
    for (form, kind) in [(BankRate.Form.cash, RateKind.aggregate), (.card, .card)] {
      let rates = findings.bankRates.filter { rate in
        rate.form == form && (day.map { profile.zone.day(at: rate.asOf) == $0 } ?? true)
      }
      let quote = Quote(
        source: profile.name, market: .banks, kind: kind, pair: CurrencyPair(currency, .uah),
        bid: rates.compactMap(\.bid).mean, ask: rates.compactMap(\.ask).mean,
        asOf: day.map { profile.zone.time(on: $0) } ?? rates.map(\.asOf).max() ?? answer.date, day: day,
        retrieved: answer.retrieved)
      if let quote { findings.quotes.append(quote) }
    }
  }

  /// The list of banks of the first of some currencies, and the query for the others behind it.
  private static func nextAverage(_ currencies: [Currency]) -> SourceRequest? {
    currencies.first.map { banks($0, for: .now(.banks, currencies.map { CurrencyPair($0, .uah) })) }
  }

  private static func banks(_ currency: Currency, page: Int = 1, for query: RateQuery) -> SourceRequest {
    let date = day(of: query).map { "&date=\($0)" } ?? ""
    let url = "\(address)/rates/banks/\(currency.code.lowercased())/?page=\(page)&cpp=100\(date)"
    return SourceRequest(url, for: query, mostBytes: 4 << 20)
  }

  /// The currency and the number of the page that a request is for.
  private static func place(of request: SourceRequest) -> (Currency, Int)? {
    let rest = request.url.dropFirst("\(address)/rates/banks/".count)
    guard let currency = Currency(String(rest.prefix { $0 != "/" })),
      let page = request.url.firstRange(of: "?page=").flatMap({
        Int(request.url[$0.upperBound...].prefix { $0 != "&" })
      })
    else { return nil }
    return (currency, page)
  }

  private static func day(of query: RateQuery) -> Day? {
    if case .days(_, _, let day, _) = query { day } else { nil }
  }
}
