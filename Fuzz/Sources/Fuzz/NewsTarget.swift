import Primitives
import Rates

/// News, as RSS or as finance.ua's JSON: what is read may be shown, and is merged in the order of its times.
func fuzzNews(_ bytes: Bytes) {
  let isXML = bytes.first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }.map { [0x3c, 0xef].contains($0) } ?? false
  // Items of the one feed have numbers in their links, those of the other have not.
  let feed = isXML ? (bytes.count % 2 == 0 ? NewsFeeds.minfin : NewsFeeds.yonhap) : NewsFeeds.financeUA
  guard let feed, let request = feed.requests(for: .news, at: AnswerTime.now).first,
    let found = findings(of: feed, in: bytes, to: request)
  else { return }
  require(found.quotes.isEmpty && found.banks.isEmpty && found.bankRates.isEmpty, "a feed with more than news")
  let merged = found.news.merged(limit: 40)
  require(merged.count <= 40 && merged.isEmpty == found.news.isEmpty, "\(merged.count) of \(found.news.count) items")
  require(Set(merged).isSubset(of: found.news), "an item that no feed had")
  require(zip(merged, merged.dropFirst()).allSatisfy { $0.time >= $1.time }, "news that are not the newest first")
}

private enum NewsFeeds {
  static let minfin = named("minfin-rss")
  static let yonhap = named("yonhap")
  static let financeUA = named("finance-ua-news")

  private static func named(_ name: String) -> NewsFeed? { NewsFeed.known.first { $0.profile.name == name } }
}
