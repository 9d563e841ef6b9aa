import Primitives
@testable import Rates

/// The time at which the answers come, in seconds since 1970.
enum AnswerTime {
  static let now: Int64 = 1_789_500_000
  /// From 1900 to 2999, and the days around: what a ``Day`` can be.
  static let possible: ClosedRange<Int64> = -2_209_075_200...32_503_766_400
}

/// The findings in an answer, of which everything that a source may say has been looked at; nil where it is refused, with
/// an error that a source may throw.
func findings(of source: any RateSource, in bytes: Bytes, to request: SourceRequest) -> SourceFindings? {
  let answer = SourceAnswer(bytes, date: AnswerTime.now, retrieved: AnswerTime.now)
  do throws(RatesError) {
    let found = try source.read(answer, to: request)
    checkFindings(found, of: source.profile, in: bytes)
    return found
  } catch {
    require(
      [.badAnswer, .noData, .badKey, .limited, .contradictory].contains(error.code),
      "\(source.profile.name) throws \(error.code)")
    requirePresentable(error, of: source.profile.name)
    return nil
  }
}

private func checkFindings(_ found: SourceFindings, of profile: SourceProfile, in bytes: Bytes) {
  let name = profile.name
  // Each row takes a byte at least, and cash, card and their means come of one row.
  require(found.count + found.skipped <= 4 * bytes.count, "\(name): \(found.count) findings")
  for quote in found.quotes { check(quote, of: profile) }
  for rate in found.bankRates {
    checkPrices(rate.bid, rate.ask, nil, mayCross: false, name)
    require(AnswerTime.possible.contains(rate.asOf) && !rate.bank.isEmpty, "\(name): \(rate)")
  }
  for item in found.news { check(item, of: profile) }
  for bank in found.banks { check(bank, of: name) }
  let credible = found.credible(of: profile, at: AnswerTime.now)
  require(credible.count + credible.skipped == found.count + found.skipped, "\(name): what is not credible is lost")
  require(credible.news.count == found.news.count || found.news.contains { $0.time < 0 }, "\(name): news of tomorrow")
}

private func check(_ quote: Quote, of profile: SourceProfile) {
  require(quote.source == profile.name && profile.markets.contains(quote.market), "\(profile.name): \(quote)")
  require(quote.pair.base != quote.pair.quote, "\(profile.name): a currency for itself")
  require(quote.retrieved == AnswerTime.now && AnswerTime.possible.contains(quote.asOf), "\(profile.name): \(quote)")
  checkPrices(
    quote.bid, quote.ask, quote.mid, mayCross: profile.name == "minfin" && quote.market == .cash, profile.name)
  // A day is that of its time in the zone of whoever sets the rate, which for Frankfurter is not its own.
  if let day = quote.day {
    let zones = [profile.zone, .kyiv, .frankfurt, .seoul]
    require(zones.contains { $0.day(at: quote.asOf) == day }, "\(profile.name): \(quote)")
  }
}

private func checkPrices(
  _ bid: ExactDecimal?, _ ask: ExactDecimal?, _ mid: ExactDecimal?, mayCross: Bool, _ name: String
) {
  let prices = [bid, ask, mid].compactMap { $0 }
  require(!prices.isEmpty && prices.allSatisfy { $0.mantissa > 0 && (0...18).contains($0.scale) }, "\(name): \(prices)")
  if let bid, let ask { require(bid <= ask || mayCross, "\(name): \(bid) is bid and \(ask) asked") }
}

private func check(_ item: NewsItem, of profile: SourceProfile) {
  require(item.feed == profile.name && item.id.hasPrefix("\(item.feed):"), "an item of \(item.feed) as \(item.id)")
  require(AnswerTime.possible.contains(item.time) && item.time <= AnswerTime.now + 86_400, "news at \(item.time)")
  checkText(item.title, most: 300, "a headline")
  if !item.summary.isEmpty { checkText(item.summary, most: 1000, "a summary") }
  require(item.summary != item.title, "a headline twice")
  checkLink(item.link, "an item")
  checkText(item.id, most: profile.name.utf8.count + 2001, "an identifier")
  if let image = item.image { checkLink(image, "a picture") }
}

private func check(_ bank: Bank, of name: String) {
  checkText(bank.name, most: 200, name)
  require(!bank.slug.isEmpty && bank.slug.utf8.allSatisfy { (0x21...0x7e).contains($0) }, "\(name): \(bank.slug)")
  for text in [bank.longName, bank.phone, bank.email, bank.address, bank.rating, bank.licence].compactMap({ $0 }) {
    checkText(text, most: 300, name)
  }
  for link in [bank.site, bank.icon].compactMap({ $0 }) { checkLink(link, name) }
}

/// A text of one line in which all shows as itself: no control characters, none that turn its direction, no marks in heaps.
func checkText(_ text: String, most: Int, _ what: String) {
  require(!text.isEmpty && text.unicodeScalars.count <= most, "\(what) of \(text.unicodeScalars.count) characters")
  require(text.unicodeScalars.allSatisfy { TerminalSafe.isPrintable($0) }, "\(what) with \(text.debugDescription)")
  require(text.plainText(limit: most) == text, "\(what) that is not plain: \(text.debugDescription)")
}

/// An address of the web, http or https, and no longer than such are.
func checkLink(_ link: String, _ what: String) {
  let start = link.lowercased()
  require(start.hasPrefix("https://") || start.hasPrefix("http://"), "\(what) leads to \(link.debugDescription)")
  require(link.utf8.count <= 2000 && link.webAddress == link, "\(what) leads to \(link.debugDescription)")
  require(link.unicodeScalars.allSatisfy { TerminalSafe.isPrintable($0) }, "\(what) leads to \(link.debugDescription)")
}
