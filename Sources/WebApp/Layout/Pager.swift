import Markup

/// The links to the pages before and behind one of a list; the other fields of the address stay.
struct Pager: Sendable {
  let number: Int
  let count: Int
  let visit: Visit

  init(number: Int, of count: Int, visit: Visit) { (self.number, self.count, self.visit) = (number, count, visit) }

  var content: [Element.Node] {
    guard count > 1 else { return [] }
    return [
      .element(
        Element("nav", ["class": "actions", "aria-label": visit.text(LayoutText.page(number, of: count))]) {
          if number > 1 { Element.action(visit.text(LayoutText.previous), to: link(number - 1)) }
          Element("span") { visit.text(LayoutText.page(number, of: count)) }
          if number < count { Element.action(visit.text(LayoutText.next), to: link(number + 1)) }
        })
    ]
  }

  private func link(_ page: Int) -> Link {
    let fields = visit.request.query.names.filter { $0 != "page" }.compactMap { name in
      visit.request.query[name].map { (name, $0) }
    }
    return Link(path: visit.request.pieces, query: fields + [("page", "\(page)")])
  }
}
