import HTTPTypes
import Markup

/// The list of further pages, and the stream of events.
enum MorePages {
  static let routes: [Route] = [
    .get("/more", more),
    .get("/events") { visit in
      let last = visit.request.headers[lastEvent].flatMap { Int($0) }
      guard let stream = visit.site.events.stream(after: last, for: visit.session.cookie) else {
        throw WebRefusal.tooOften(60)
      }
      return .events(stream)
    },
  ]

  private static let lastEvent = HTTPField.Name("Last-Event-ID")!

  @Sendable private static func more(_ visit: Visit) async throws -> WebAnswer {
    var places: [(TransactionPageText, Link)] = [(.title, Link("transactions"))]
    if let platform = visit.site.platform {
      if platform.hasExplorer { places.append((.explorer, Link("explorer"))) }
    } else {
      places += [(.contacts, Link("contacts")), (.scan, Link("scan")), (.explorer, Link("explorer"))]
    }
    places.append((.settings, Link("settings")))
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
