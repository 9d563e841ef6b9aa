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
    var last = visit.request.headers[lastEvent].flatMap { Int($0) }
    // Another process of a platform may have counted them: then the page reads its parts anew.
    if visit.site.platform != nil, last != nil { last = .max }
    let stream = visit.site.events.stream(after: last, for: visit.session.cookie, from: visit.request.client) {
      [site = visit.site, session = visit.session] in site.settings(of: session).networkName
    }
    guard let stream else { throw WebRefusal.tooOften(60) }
    visit.watchHeads()
    return .events(stream)
  }

  @Sendable private static func more(_ visit: Visit) async throws -> WebAnswer {
    var places: [(TransactionPageText, Link)] = []
    if let platform = visit.site.platform {
      if platform.hasExplorer { places.append((.explorer, Link("explorer"))) }
    } else {
      places += [(.contacts, Link("contacts")), (.scan, Link("scan")), (.explorer, Link("explorer"))]
    }
    places.append((.settings, Link("settings")))
    let titled =
      [
        (visit.text(TransactionPageText.title), Link("transactions")),
        (visit.text(ReceiptPageText.checkTitle), Link("receipts")),
      ] + places.map { (visit.text($0), $1) }
    let page = Page(visit.text(TransactionPageText.more), .more) {
      Element("ul", ["class": "cards"]) {
        for (title, link) in titled {
          Element("li", ["class": "card"]) { Element("h2") { Element.link(title, to: link) } }
        }
      }
    }
    return await visit.answer(page)
  }
}
