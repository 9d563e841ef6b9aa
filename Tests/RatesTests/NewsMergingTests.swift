import Rates
import Testing

@Suite("News of several feeds")
struct NewsMergingTests {
  private let hour: Int64 = 3600

  private func item(_ id: String, at time: Int64, title: String? = nil, link: String? = nil) -> NewsItem {
    NewsItem(
      id: id, feed: "feed", time: time, title: title ?? "title \(id)", summary: "", link: link ?? "https://a.org/\(id)",
      image: nil, language: "uk")
  }

  @Test("Items come by time, the newest first, and no more than are asked for")
  func order() {
    let items = (0..<60).map { item("\($0)", at: Int64($0 * 7 % 60)) }
    #expect(items.merged().map(\.time) == (20..<60).reversed().map { Int64($0) })
    #expect(items.merged(limit: 3).map(\.time) == [59, 58, 57])
    #expect(items.merged(limit: 0).isEmpty && [NewsItem]().merged().isEmpty)
    #expect([item("a", at: 1), item("b", at: 1)].merged() == [item("b", at: 1), item("a", at: 1)].merged())
  }

  @Test(
    "The same link or title is there once within a day, as it came first",
    arguments: [
      ("Курс долара", "https://a.org/1", true), ("«КУРС» долара!", "https://b.org/2", true),
      ("other", "http://a.org/1/?utm_source=rss&utm_medium=x#top", true), ("other", "https://a.org/1?page=2", false),
      ("Курс євро", "https://a.org/2", false),
    ])
  func duplicates(title: String, link: String, isSame: Bool) {
    let first = item("first", at: 100 * hour, title: "Курс долара", link: "https://a.org/1")
    for (time, isOnce) in [(100 * hour, isSame), (124 * hour, isSame), (124 * hour + 1, false)] {
      let second = item("second", at: time, title: title, link: link)
      let ids = [second, first].merged().map(\.id)
      #expect(isOnce ? ids == ["first"] : ids == ["second", "first"], "\(time)")
    }
  }

  @Test("A day is counted from the item that stayed")
  func chain() {
    let items = [0, 20, 30].map { item("\($0)", at: $0 * hour, title: "t") }
    #expect(items.merged().map(\.id) == ["30", "0"])
  }

  @Test("Titles of signs alone are the same only if they are equal")
  func signs() {
    let items = [item("1", at: 1, title: "!!!"), item("2", at: 2, title: "???"), item("3", at: 3, title: "???")]
    #expect(items.merged().map(\.id) == ["2", "1"])
  }
}
