import Primitives
import Rates
import StrictJSON
import Testing

/// The recorded feeds have the form of the real ones; their headlines are made up.
@Suite("News")
struct NewsFeedTests {
  /// 2026-11-23 09:00 UTC.
  private let time: Int64 = 1_795_424_400
  private let feed = NewsFeed(name: "test", title: "Test", language: "uk", url: "https://example.org/rss", zone: .kyiv)
  private let request = SourceRequest("https://example.org/rss", for: .news)

  private func read(_ items: String) throws -> [NewsItem] {
    try feed.read(SourceAnswer(Array("<rss><channel>\(items)</channel></rss>".utf8), at: time), to: request).news
  }

  private func item(_ members: String) throws -> NewsItem? {
    try read("<item><title>t</title><link>https://a.org/1</link>\(members)</item>").first
  }

  @Test("Every known feed is read as it is recorded", arguments: NewsFeed.known)
  func recorded(feed: NewsFeed) throws {
    let request = try #require(feed.requests(for: .news, at: time).first)
    #expect(request.url.hasPrefix("https://"))
    let name = "news-\(feed.profile.name).\(feed.form == .rss ? "xml" : "json")"
    let found = try feed.read(SourceAnswer(recorded: name, at: time), to: request)
    #expect(found.news.count >= 6 && found.skipped == 0)
    #expect(Set(found.news.map(\.id)).count == found.news.count)
    for item in found.news {
      #expect(item.feed == feed.profile.name && item.language == feed.language)
      #expect(item.id.hasPrefix("\(feed.profile.name):"))
      // Every date is read: all are of the four days before, and none is the time of retrieval.
      #expect((time - 4 * 86_400..<time).contains(item.time))
      for text in [item.title, item.summary] {
        #expect(text.unicodeScalars.allSatisfy { TerminalSafe.isPrintable($0) })
        #expect(!text.contains { "<>".contains($0) } && !text.contains("&#") && !text.contains("  "))
      }
    }
  }

  @Test("Known feeds have names and addresses of their own")
  func known() {
    #expect(Set(NewsFeed.known.map(\.profile.name)).count == NewsFeed.known.count)
    #expect(Set(NewsFeed.known.map(\.url)).count == NewsFeed.known.count)
    #expect(Set(NewsFeed.known.map(\.language)) == ["uk", "ko", "en"])
    for feed in NewsFeed.known {
      for query: RateQuery in [.now(.nbu, []), .banks(.usd)] { #expect(feed.requests(for: query, at: time).isEmpty) }
    }
  }

  @Test("All members of an item are read")
  func sample() throws {
    let item = try #require(
      try read(
        """
        <item><title>Курс</title><link>https://news.liga.net/a</link><description><![CDATA[ <p>Текст &amp; <b>ще</b></p> ]]></description>
        <pubDate>Sun, 22 Aug 2021 13:45:00 +0300</pubDate><guid isPermaLink="true">https://news.liga.net/guid</guid>
        <enclosure length="18026" type="image/jpg" url="https://www.liga.net/images/1.jpg"/></item>
        """
      ).first)
    #expect(item.title == "Курс" && item.summary == "Текст & ще" && item.time == 1_629_629_100)
    #expect(item.link == "https://news.liga.net/a" && item.id == "test:https://news.liga.net/guid")
    #expect(item.image == "https://www.liga.net/images/1.jpg")
  }

  @Test("Items without a title or a link are left out and counted")
  func badItems() throws {
    let body = """
      <rss><channel><title>T</title><link>https://a.org</link><item/><item><title>only a title</title></item>
      <item><link>https://a.org/1</link></item><item><title>t</title><link>javascript:alert(1)</link></item>
      <item><title> &#x202e; </title><link>https://a.org/2</link></item>
      <item><title>t</title><link>https://a.org/\u{200b}</link></item><item><title>t</title><link>https://</link></item>
      <item><title>good</title><guid>https://a.org/3</guid></item>
      <item><title>t</title><guid isPermaLink="false">https://a.org/4</guid></item></channel></rss>
      """
    let found = try feed.read(SourceAnswer(Array(body.utf8), at: time), to: request)
    #expect(found.news.map(\.title) == ["good"] && found.news.map(\.link) == ["https://a.org/3"] && found.skipped == 8)
  }

  @Test("What an item's inner elements of other names say is not its own")
  func otherElements() throws {
    let item = try #require(
      try item(
        "<image><title>x</title></image><media:title xmlns:media='m'>x</media:title><item><title>x</title></item>"))
    #expect(item.title == "t" && item.link == "https://a.org/1")
    #expect(try read("<image><title>x</title><link>https://x.org</link></image><item/>").isEmpty)
  }

  @Test("A date that cannot be read, or is of more than a day ahead, is the time of retrieval")
  func badDates() throws {
    for date in ["", "<pubDate/>", "<pubDate>soon</pubDate>", "<pubDate>Wed, 25 Nov 2026 09:00:00 GMT</pubDate>"] {
      #expect(try item(date)?.time == time)
    }
    #expect(try item("<pubDate>Tue, 24 Nov 2026 08:00:00 GMT</pubDate>")?.time == time + 82_800)
    #expect(try item("<pubDate>2026-11-22 11:00</pubDate>")?.time == time - 86_400)
    let dublinCore = "<dc:date xmlns:dc='d'>2026-11-22T09:00:00Z</dc:date>"
    #expect(try item(dublinCore)?.time == time - 86_400)
    #expect(try item(dublinCore + "<pubDate>Mon, 23 Nov 2026 08:00 GMT</pubDate>")?.time == time - 3600)
  }

  @Test("The first picture with an address of the web is taken, and sound is none")
  func pictures() throws {
    let media = " xmlns:media='m'"
    let cases = [
      ("<enclosure url='https://a.org/1.jpg'/>", "https://a.org/1.jpg"), ("<enclosure url='ftp://a.org/1.jpg'/>", nil),
      (
        "<enclosure type='audio/mpeg' url='https://a.org/1.mp3'/><enclosure type='image/png' url='https://a.org/2'/>",
        "https://a.org/2"
      ),
      ("<media:group\(media)><media:content url='https://a.org/3' medium='image'/></media:group>", "https://a.org/3"),
      ("<media:content\(media) url='https://a.org/4' medium='video'/>", nil),
      ("<media:thumbnail\(media) url='https://a.org/5'/>", "https://a.org/5"), ("<enclosure/>", nil),
    ]
    for (member, image) in cases { #expect(try item(member)?.image == image, "\(member)") }
  }

  @Test("Escape sequences, marks of direction and tags do not reach a text")
  func hostile() throws {
    let item = try #require(
      try read(
        """
        <item><title>&lt;b&gt;A&lt;/b&gt;\u{202e}B&#x9b;31m\u{2066}C&amp;amp;#27;[2J\u{feff}</title><link>https://a.org/1</link>
        <description><![CDATA[<script>alert(1)</script><style>a{}</style>x<!-- y --><img src=x onerror=alert(1)>&#8238;&#27;z]]></description></item>
        """
      ).first)
    #expect(item.title == "AB31mC&#27;[2J" && item.summary == "x z")
  }

  @Test("An answer gives 200 items at most, and long texts are cut")
  func limits() throws {
    let many = String(repeating: "<item><title>t</title><link>https://a.org/1</link></item>", count: 500)
    #expect(try read(many).count == 200)
    let long = String(repeating: "слово ", count: 5000)
    let item = try #require(
      try read("<item><title>\(long)</title><link>https://a.org/1</link><description>\(long)</description></item>")
        .first)
    #expect(item.title.unicodeScalars.count == 300 && item.title.hasSuffix("…"))
    #expect(item.summary.unicodeScalars.count == 1000 && item.summary.hasSuffix("…"))
    let link = "https://a.org/" + String(repeating: "a", count: 2000)
    #expect(try read("<item><title>t</title><link>\(link)</link></item>").isEmpty)
  }

  @Test("MinFin's items are known by the last number of their links, in whichever language")
  func numbers() throws {
    let minfin = try #require(NewsFeed.known.first { $0.numbersItems })
    let links = ["ua/2026/05/29/174794850/", "2026/05/29/174794850/?utm_source=rss2#p3", "about/"]
    let items = links.map { "<item><title>t</title><link>https://minfin.com.ua/\($0)</link></item>" }.joined()
    let found = try minfin.read(
      SourceAnswer(Array("<rss><channel>\(items)</channel></rss>".utf8), at: time), to: request)
    #expect(
      found.news.map(\.id) == [
        "minfin-rss:174794850", "minfin-rss:174794850", "minfin-rss:https://minfin.com.ua/about/",
      ])
  }

  @Test(
    "What is no feed is refused",
    arguments: [
      "", "{}", "<html></html>", "<!DOCTYPE html><html>", "<rss><channel><item><title>t</title>", "<rss/>",
      "<rss><channel></channel></rss>", "<feed xmlns='http://www.w3.org/2005/Atom'><entry/></feed>",
    ])
  func noFeed(text: String) {
    #expect(throws: RatesError(.badAnswer, words: nil)) {
      try feed.read(SourceAnswer(Array(text.utf8), at: time), to: request)
    }
  }

  @Test("The JSON of finance.ua is read with every value spoilt")
  func spoiltJSON() throws {
    let feed = try #require(NewsFeed.known.first { $0.form == .financeUA })
    let rows = try #require(RecordedAnswer.json("news-finance-ua-news.json")["data"]?.array)
    let json: JSON = ["data": .array(Array(rows.prefix(3))), "more": true, "status": true]
    try feed.readsSpoilt(json, to: request, at: time, rows: ["data"])
  }

  @Test("A feed with any byte changed is read or refused")
  func changedBytes() throws {
    let feed = try #require(NewsFeed.known.first { $0.profile.name == "nbu-rss" })
    let document = try RecordedAnswer.bytes("news-nbu-rss.xml")
    for index in stride(from: 0, to: document.count, by: 3) {
      var changed = document
      changed[index] = [0x00, 0x22, 0x26, 0x3c, 0x3e, 0xff][index % 6]
      let result = Result { try feed.read(SourceAnswer(changed, at: time), to: request) }
      guard case .failure(let error) = result else { continue }
      #expect((error as? RatesError)?.code == .badAnswer)
    }
  }
}
