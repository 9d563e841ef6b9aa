import HTTPTypes
import Markup

/// The list of further pages, and the stream of events.
enum MorePages {
  static let routes: [Route] = [
    .get("/more", more),
    .get("/events") { visit in
      .events(visit.site.events.stream(after: visit.request.headers[lastEvent].flatMap { Int($0) }))
    },
  ]

  private static let lastEvent = HTTPField.Name("Last-Event-ID")!

  @Sendable private static func more(_ visit: Visit) async throws -> WebAnswer {
    let places: [(TransactionPageText, Link)] = [
      (.title, Link("transactions")), (.contacts, Link("contacts")), (.scan, Link("scan")),
      (.explorer, Link("explorer")), (.settings, Link("settings")),
    ]
    let page = Page(visit.text(TransactionPageText.more), .more) {
      Element("ul", ["class": "cards"]) {
        for (title, link) in places {
          Element("li", ["class": "card"]) { Element("h2") { Element.link(visit.text(title), to: link) } }
        }
      }
    }
    return await visit.answer(page)
  }
}
