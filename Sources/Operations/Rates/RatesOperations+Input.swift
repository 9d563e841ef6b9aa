import Localization
import Primitives
import Rates

extension RatesOperations {
  /// A currency by its code.
  ///
  /// - Throws: `unknownCurrency` with codes that resemble it.
  package func currency(_ text: String) throws(RatesError) -> Currency {
    if let currency = Currency(text.trimmed), currency.isKnown { return currency }
    let (word, codes) = (text.uppercased(), Currency.known.map(\.code))
    throw RatesError(
      .unknownCurrency, "'\(text.prefix(20))' is no currency here." + NearMatch.phrase(for: word, among: codes),
      facts: .unknown(.currency, String(text.prefix(20)), nearest: NearMatch.closest(to: word, among: codes)))
  }

  /// A pair by its codes, as in `USD/UAH`.
  ///
  /// - Throws: `invalidRequest` for what is no pair; `unknownCurrency` with codes that resemble it.
  package func pair(_ text: String) throws(RatesError) -> CurrencyPair {
    let codes = text.trimmed.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard codes.count == 2 else {
      throw RatesError(
        .invalidRequest, "'\(text.prefix(40))' is no pair of currencies.",
        reason: "It is two codes with a / between them, as in USD/UAH.",
        facts: .noPair(String(text.prefix(40))))
    }
    let pair = CurrencyPair(try currency(codes[0]), try currency(codes[1]))
    guard pair.base != pair.quote else {
      throw RatesError(always: pair.base)
    }
    return pair
  }

  /// An amount as people type it in any of the languages.
  ///
  /// - Throws: `LocalizationError`; `RatesError` `invalidRequest` above 2⁶⁴ and with more than 18 decimals.
  package func amount(_ text: String) throws -> ExactDecimal {
    guard let amount = ExactDecimal(try TypedNumber(text.trimmed).plain), amount.isExact else {
      throw RatesError(
        .invalidRequest, "The amount cannot be converted.",
        reason: "It has more than 18 decimals, or is above 18 446 744 073 709 551 615.",
        facts: .amount)
    }
    return amount
  }
}

extension Network {
  /// A short name of its nodes, under which what the price feeds of a chain told there is kept; it gives no key in
  /// their addresses away.
  package var nodesName: String {
    let digest = Keccak256.hash(Bytes(endpoints.sorted().joined(separator: "\n").utf8))
    return String(digest.description.dropFirst(2).prefix(12))
  }
}

/// A piece of news with its place among all that are kept, by which a person calls it.
package struct NumberedNews: Sendable, Hashable {
  /// The place, 1 for the newest; which others are listed beside it does not change it.
  package let number: Int
  /// The piece of news.
  package let news: StoredNews
}

/// The choices of a list of news.
package struct NewsFilter: Sendable, Hashable {
  /// The most items that a list can have, which is as many as are kept.
  package static let most = RatesBook.mostNews

  /// The most items.
  package let limit: Int
  /// The one feed that counts; nil for all.
  package let feed: String?
  /// Whether only items count that are not read.
  package let isUnread: Bool
  /// The language whose feeds count, unless the settings name feeds.
  package let language: String

  package init(limit: Int, feed: String?, isUnread: Bool, language: String) {
    (self.limit, self.feed, self.isUnread, self.language) = (limit, feed, isUnread, language)
  }
}

extension RatesOperations {
  /// Asks for the rates of the settings and for news where that is due, so that they are fresh in the file; what fails
  /// is asked for again the next time.
  package func refresh(newsIn language: String) async {
    guard let lastMarket = try? await reader.book.lastMarket() ?? .nbu,
      let market = try? settings.rates.market() ?? lastMarket,
      let currencies = try? settings.rates.currencies(of: market)
    else { return }
    let pairs = currencies.filter { $0 != market.common }.map { CurrencyPair($0, market.common) }
    _ = try? await reader.reading(of: [market], pairs: pairs)
    _ = try? await news(NewsFilter(limit: 1, feed: nil, isUnread: false, language: language), RatesChoice())
  }

  /// The newest news, of the feeds of the settings, else of those in a language; feeds are asked where that is due.
  ///
  /// - Throws: `RatesError` `bookFailed`.
  package func news(
    _ filter: NewsFilter, _ choice: RatesChoice
  ) async throws -> (items: [NumberedNews], problems: [SourceProblem]) {
    let feeds = try feeds(filter)
    let problems = await reader.askForNews(feeds, choice)
    let kept = try await reader.book.news(limit: NewsFilter.most)
    let listed = zip(1..., kept).filter { _, news in
      (filter.feed ?? news.item.feed) == news.item.feed && !(filter.isUnread && news.isRead)
    }
    return (listed.prefix(filter.limit).map { NumberedNews(number: $0, news: $1) }, problems)
  }

  /// Asks the feeds of the settings, else of those in a language, where that is due; who is slow is not waited for.
  func askForHeadlines(in language: String?, _ choice: RatesChoice) async {
    guard let language, choice.asking != .never,
      let feeds = try? feeds(NewsFilter(limit: 1, feed: nil, isUnread: true, language: language))
    else { return }
    await soon { asking in
      guard asking != .never else { return }
      _ = await reader.askForNews(feeds, RatesChoice(asking: choice.asking))
    }
  }

  private func feeds(_ filter: NewsFilter) throws -> Set<String> {
    if let feed = filter.feed {
      let names = try settings.rates.allSources().map(\.source.profile).filter { $0.newsLanguage != nil }.map(\.name)
      guard names.contains(feed) else { throw RatesError(noSource: feed, among: names) }
      return [feed]
    }
    if let named = try settings.rates.feedNames() { return Set(named) }
    let feeds = reader.sources.map(\.profile).filter { $0.newsLanguage != nil }
    let inLanguage = feeds.filter { $0.newsLanguage == filter.language }
    // None of them is in English: whoever reads English is shown all.
    return Set((inLanguage.isEmpty ? feeds : inLanguage).map(\.name))
  }
}
