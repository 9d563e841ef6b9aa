import HTTPTypes
import Localization
import Markup
import Operations
import Rates

/// The pages of financial news: text alone, without pictures of others.
enum RatesNewsPages {
  /// The routes that only show, on a platform too.
  static let reading: [Route] = [.get("/rates/news", list), .get("/rates/news/:id", show)]

  static let routes: [Route] =
    reading + [
      .post("/rates/news/read", markAll),
      .post("/rates/news/:id/read", mark),
    ]

  /// The most that are listed, the newest first.
  private static let most = 40

  @Sendable private static func list(_ visit: Visit) async throws -> WebAnswer {
    let rates = try visit.site.rates(of: visit.session)
    let words = visit.site.texts.rates(rates, at: visit.site.options.clock(), in: visit.language)
    let filter = NewsFilter(limit: most, feed: nil, isUnread: false, language: visit.language.rawValue)
    let reading = await RatesReading<([StoredNews], [SourceProblem])> { asking in
      let (items, problems) = try await rates.news(filter, RatesChoice(asking: asking))
      return (items.map(\.news), problems)
    }
    let (items, problems) = try reading.shown.get()
    let page = Page(visit.text(RatesPageText.news), .rates) {
      if reading.isUnderWay { Element.note(visit.text(RatesPageText.underWay)) }
      if items.isEmpty { Element.note(words.word(.noNews)) }
      if visit.mayKeep, items.contains(where: { !$0.isRead }) {
        Element.form(visit, to: Link("rates", "news", "read")) {
          Element.submit(visit.text(RatesPageText.markAll), isMain: false)
        }
      }
      if !items.isEmpty { table(items, words, visit) }
      for trouble in words.troubles(problems, suspects: []) {
        Element.paragraph(UntrustedText.shown(trouble, limit: 400), ["class": "quiet"])
      }
    }
    return await visit.answer(
      page.below((visit.text(LayoutText.rates), Link("rates"))).live(every: reading.isUnderWay ? 5 : nil))
  }

  private static func table(_ items: [StoredNews], _ words: any RatesTexts, _ visit: Visit) -> Element {
    Element.table(
      visit.text(RatesPageText.news), [RatesWord.news, .feed, .published, .state].map { words.word($0) },
      isBelowTitle: true,
      rows: items.map { kept in
        [
          [
            .element(
              Element.link(to: Link("rates", "news", kept.item.id), ["lang": language(of: kept.item)]) {
                Element.foreign(kept.item.title)
              })
          ], [.element(.foreign(words.title(of: kept.item.feed)))], [.text(words.age(kept.item.time))],
          [.text(kept.isRead ? words.word(.read) : "")],
        ]
      })
  }

  @Sendable private static func show(_ visit: Visit) async throws -> WebAnswer {
    let rates = try visit.site.rates(of: visit.session)
    let words = visit.site.texts.rates(rates, at: visit.site.options.clock(), in: visit.language)
    guard let kept = try await rates.reader.book.newsItem(try visit.value("id")) else { throw WebRefusal.notFound }
    let item = kept.item
    let page = Page(UntrustedText.shown(item.title), .rates) {
      Element.facts([
        (words.word(.feed), [.element(.foreign(words.title(of: item.feed)))]),
        (words.word(.published), [.element(.time(item.time, visit))]),
      ])
      for line in item.summary.split(separator: "\n").prefix(100) {
        Element("p", ["lang": language(of: item)]) {
          Element("bdi", ["dir": "auto"]) { UntrustedText.shown(String(line), limit: 5000) }
        }
      }
      source(of: item, visit)
      if visit.mayKeep, !kept.isRead {
        Element.form(visit, to: Link("rates", "news", item.id, "read")) {
          Element.submit(visit.text(RatesPageText.mark), isMain: false)
        }
      }
    }
    return await visit.answer(
      page.below((visit.text(LayoutText.rates), Link("rates")), (visit.text(RatesPageText.news), Link("rates", "news")))
    )
  }

  /// The way to the whole text, which leads away; the address is shown as it is, to be looked at first.
  private static func source(of item: NewsItem, _ visit: Visit) -> Element {
    Element("div", ["class": "note"]) {
      if let link = Link(web: item.link), let host = WebHost(item.link) {
        Element.paragraph(visit.text(RatesPageText.leaves(host.name)))
        Element("p") {
          Element.link(
            visit.text(RatesPageText.openSource), to: link,
            ["rel": "noopener noreferrer external", "target": "_blank", "class": "button"])
        }
      }
      Element("p") { Element("code") { UntrustedText.shown(item.link, limit: 500) } }
    }
  }

  /// The code of an item's language, as pages name it.
  private static func language(of item: NewsItem) -> String {
    ["en", "ko", "uk"].contains(item.language) ? item.language : "und"
  }

  // MARK: Reading

  @Sendable private static func mark(_ visit: Visit) async throws -> WebAnswer {
    let id = try visit.value("id")
    try await visit.site.rates(of: visit.session).reader.book.markRead([id])
    return .redirect(to: Link("rates", "news"))
  }

  @Sendable private static func markAll(_ visit: Visit) async throws -> WebAnswer {
    try await visit.site.rates(of: visit.session).reader.book.markRead()
    return .redirect(to: Link("rates", "news"))
  }
}

/// The host that an address of the web leads to.
struct WebHost: Sendable, Hashable {
  let name: String

  /// The host; nil where the address has a name of a user before it, which could be taken for the host.
  init?(_ address: String) {
    guard let start = address.firstRange(of: "://")?.upperBound else { return nil }
    let authority = address[start...].prefix { !"/?#\\".contains($0) }
    guard !authority.isEmpty, !authority.contains("@") else { return nil }
    name = String(authority)
  }
}
