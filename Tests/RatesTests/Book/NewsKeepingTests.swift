import DatabaseSupport
import Testing

@testable import Rates

@Suite("News in the book", .overEachEngine)
struct NewsKeepingTests {
  private let fixture: BookFixture
  private let book: RatesBook
  private let noon = BookFixture.noon

  init() throws {
    fixture = try BookFixture()
    book = try fixture.book()
  }

  private func item(
    _ number: Int, feed: String = "minfin", language: String = "uk", title: String? = nil
  ) -> NewsItem {
    NewsItem(
      id: "\(feed) \(number)", feed: feed, time: noon - 1000 + Int64(number), title: title ?? "Title \(number)",
      summary: "", link: "https://example.org/\(number)", image: nil, language: language)
  }

  private func keep(_ items: [NewsItem]) async throws {
    var findings = SourceFindings()
    findings.news = items
    try await book.keep(findings, of: BookFixture.profile(), at: noon)
  }

  @Test("News is told newest first, by feed, language and whether it was read")
  func queries() async throws {
    try await keep([item(1), item(3), item(2), item(4, feed: "yonhap", language: "ko")])
    #expect(try await book.news().map(\.item.id) == ["yonhap 4", "minfin 3", "minfin 2", "minfin 1"])
    #expect(try await book.news(limit: 1).count == 1)
    #expect(try await book.news(limit: -1).isEmpty)
    #expect(try await book.news(feed: "yonhap").count == 1)
    #expect(try await book.news(language: "uk").count == 3)
    try await book.markRead(["minfin 3", "nothing"])
    #expect(try await book.unreadCount() == 3)
    #expect(try await book.news(isUnread: true).map(\.item.id) == ["yonhap 4", "minfin 2", "minfin 1"])
    #expect(try await book.newsItem("minfin 3")?.isRead == true)
    #expect(try await book.newsItem("nothing") == nil)
    try await book.markRead()
    #expect(try await book.unreadCount() == 0)
  }

  @Test("News without a date, or of a month ahead, keeps the time at which it was first seen")
  func undated() async throws {
    let feed = NewsFeed(name: "one", title: "One", language: "en", url: "https://example.org/rss")
    let request = try #require(feed.requests(for: .news, at: noon).first)
    for (hours, date) in [(Int64(0), ""), (5, "<pubDate>Wed, 23 Dec 2026 12:00:00 GMT</pubDate>")] {
      let time = noon + hours * 3600
      let item = "<item><title>A title</title><link>https://example.org/1</link>\(date)</item>"
      let answer = SourceAnswer(
        Array("<rss version=\"2.0\"><channel>\(item)</channel></rss>".utf8), date: time, retrieved: time)
      try await book.keep(try feed.read(answer, to: request), of: feed.profile, at: time)
      #expect(try await book.news().map(\.item.time) == [noon])
    }
  }

  @Test("A piece of news that comes again stays read, with its new words")
  func again() async throws {
    try await keep([item(1)])
    try await book.markRead(["minfin 1"])
    try await keep([item(1, title: "Corrected")])
    let kept = try #require(try await book.newsItem("minfin 1"))
    #expect(kept.isRead && kept.item.title == "Corrected" && kept.seen == noon)
  }

  @Test("Of more than 500 the oldest that were read go first, then the oldest")
  func pruned() async throws {
    try await keep((0..<500).map { item($0) })
    try await book.markRead([10, 20, 30].map { "minfin \($0)" })
    try await keep((500..<504).map { item($0) })
    #expect(try await book.news(limit: 1000).count == 500)
    for number in [10, 20, 30, 0] { #expect(try await book.newsItem("minfin \(number)") == nil) }
    #expect(try await book.newsItem("minfin 1") != nil)
  }
}
