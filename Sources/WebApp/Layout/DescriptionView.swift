import LectureKit
import Localization
import Markup
import Operations
import Primitives

/// The description of a lecture as its teacher signed it; nothing of it is markup.
struct DescriptionView: Sendable {
  let visit: Visit
  let signed: SignedDescription
  /// Whether the visitor bought the present run, and may open the link for buyers.
  let isBuyer: Bool

  private var content: DescriptionContent { signed.description.content }

  var element: Element {
    let text = content.text(in: visit.language.rawValue)
    return Element("section", ["aria-labelledby": "description"]) {
      Element("h2", ["id": "description"]) { visit.text(DescriptionPageText.title) }
      for line in text.text.split(separator: "\n") {
        Element("p", ["lang": text.language]) { foreign(String(line), limit: DescriptionContent.Most.text) }
      }
      Element.facts(rows)
      if signed.description.linkHash != .zero { link }
      Element.paragraph(visit.text(DescriptionPageText.signed), ["class": "quiet"])
    }
  }

  private var rows: [(String, [Element.Node])] {
    var rows: [(String, [Element.Node])] = []
    if !content.dates.isEmpty {
      let list = Element("ul") {
        for date in content.dates {
          Element("li") {
            Element.time(date.starts, visit)
            " – "
            Element.time(date.ends, visit)
          }
        }
      }
      rows.append((visit.text(DescriptionPageText.dates), [.element(list)]))
    }
    if !content.place.isEmpty {
      rows.append(
        (
          visit.text(DescriptionPageText.place),
          [.element(foreign(content.place, limit: DescriptionContent.Most.place))]
        ))
    }
    if content.seats > 0 { rows.append((visit.text(DescriptionPageText.seats), [.text("\(content.seats)")])) }
    return rows
  }

  /// The way to the buyers' link: a button for buyers here, the platform's page on one's own pages.
  private var link: Element {
    let number = "\(signed.description.lecture)"
    if visit.site.platform != nil, isBuyer {
      return BuyersLinkForm(visit: visit, lecture: signed.description.lecture).element
    }
    let origin = visit.site.platform == nil ? try? visit.site.settings(of: visit.session).site() : nil
    return Element("p") {
      visit.text(DescriptionPageText.forBuyers)
      if let page = origin.flatMap({ Link(web: "\($0)/lectures/\(number)") }) {
        " "
        Element.link(visit.text(DescriptionPageText.atSite), to: page, ["rel": "noreferrer noopener"])
      }
    }
  }

  private func foreign(_ text: String, limit: Int) -> Element {
    Element("bdi", ["dir": "auto", "translate": "no"]) { UntrustedText.shown(text, limit: limit) }
  }
}
