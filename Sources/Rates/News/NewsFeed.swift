import Primitives
import StrictJSON

/// A list of news that somebody publishes, the newest of them at one address.
public struct NewsFeed: RateSource {
  /// The form of a feed's answer.
  public enum Form: Sendable, Hashable {
    /// RSS 2.0.
    case rss
    /// The JSON that finance.ua's own pages are made of.
    case financeUA
  }

  /// The facts about it.
  public let profile: SourceProfile
  /// The address that answers.
  public let url: String
  /// The language of the news, as in `uk`.
  public let language: String
  /// The form of the answer.
  public let form: Form
  /// Whether the last number in an item's link is its identifier, whatever else the link says.
  public let numbersItems: Bool

  /// The most items that are taken from an answer.
  static let mostItems = 200

  /// A feed of one's own, or one of ``known``.
  ///
  /// - Parameter zone: The clock of dates that name none.
  public init(
    name: String, title: String, language: String, url: String, form: Form = .rss, zone: Zone = .utc,
    numbersItems: Bool = false, crawlDelay: Int = 1, wasTriedLive: Bool = false
  ) {
    profile = SourceProfile(
      name: name, title: title, markets: [], isOfficial: form == .rss, wasTriedLive: wasTriedLive, freshness: 600,
      crawlDelay: crawlDelay, zone: zone, newsLanguage: language, licence: "Headlines and links of \(title)")
    (self.url, self.language, self.form, self.numbersItems) = (url, language, form, numbersItems)
  }

  /// The one address, for news.
  public func requests(for query: RateQuery, at time: Int64) -> [SourceRequest] {
    query == .news ? [SourceRequest(url, for: query)] : []
  }

  /// Reads the items, 200 at most; those without a title or a link are left out.
  public func read(_ answer: SourceAnswer, to request: SourceRequest) throws(RatesError) -> SourceFindings {
    let entries =
      switch form {
      case .rss: try NewsEntry.rss(answer, mostBytes: request.mostBytes, most: Self.mostItems)
      case .financeUA: try NewsEntry.financeUA(rows(json(answer, to: request)["data"]).prefix(Self.mostItems))
      }
    guard !entries.isEmpty else { throw badAnswer("There is no news in it.") }
    var findings = SourceFindings()
    findings.news = entries.compactMap { item($0, retrieved: answer.retrieved) }
    findings.skipped = entries.count - findings.news.count
    return findings
  }

  private func item(_ entry: NewsEntry, retrieved: Int64) -> NewsItem? {
    guard let title = HTMLText.text(of: entry.title).plainText(limit: 300), let link = entry.link.webAddress else {
      return nil
    }
    let id = (numbersItems ? Self.lastNumber(in: link) : entry.id.plainText(limit: 2000)) ?? link
    let summary = HTMLText.text(of: entry.summary).plainText(limit: 1000) ?? ""
    // A date that cannot be read, or of more than a day ahead, says nothing.
    let date = entry.date.trimmed
    let time = profile.zone.time(of: date) ?? MailDate.time(of: date, in: profile.zone)
    return NewsItem(
      id: "\(profile.name):\(id)", feed: profile.name,
      time: time.flatMap { $0 <= retrieved + 86_400 ? $0 : nil } ?? retrieved, title: title,
      summary: summary == title ? "" : summary, link: link, image: entry.image?.webAddress, language: language)
  }

  private static func lastNumber(in link: String) -> String? {
    link.prefix { $0 != "?" && $0 != "#" }.split { !$0.isASCII || !$0.isNumber }.last.map(String.init)
  }
}
