import HTTPTypes
import Markup
import Operations

/// The list of further pages, and the stream of events.
enum MorePages {
  static let routes: [Route] = [
    .get("/more", more),
    .get("/events", events),
  ]

  private static let lastEvent = HTTPField.Name("Last-Event-ID")!

  /// The stream of events, of those about a network those about the one that is in use at their time.
  @Sendable private static func events(_ visit: Visit) async throws -> WebAnswer {
    let last = visit.request.headers[lastEvent].flatMap { Int($0) }
    let stream = visit.site.events.stream(after: last) { [site = visit.site, session = visit.session] in
      site.settings(of: session).networkName
    }
    visit.watchHeads()
    return .events(stream)
  }

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
