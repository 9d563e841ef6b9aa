import LectureKit
import Markup
import Operations
import Primitives

/// All of a description that is signed, each text in its language and each time as it is written, before it is signed.
struct DescriptionTerms: Sendable {
  let visit: Visit
  let wanted: WantedDescription

  private var description: LectureDescription { wanted.description }

  var content: [Element.Node] {
    var nodes = description.content.texts.map { text in
      Element.Node.element(
        Element("section", ["class": "card"]) {
          Element("h2") { visit.text(DescribePageText.textIn(text.language)) }
          for line in text.text.split(separator: "\n") {
            Element("p", ["lang": text.language]) { foreign(String(line), limit: DescriptionContent.Most.text) }
          }
        })
    }
    nodes.append(.element(Element.facts(rows)))
    nodes.append(.element(.paragraph(visit.text(DescribePageText.signsOnly))))
    if let note { nodes.append(.element(.note(visit.text(note), .warning))) }
    return nodes
  }

  /// A word about the link where it is easy to lose.
  private var note: DescribePageText? { wanted.link == nil ? .noLink : nil }

  private var rows: [(String, [Element.Node])] {
    func row(_ label: DescriptionPageText, _ value: String?) -> (String, [Element.Node]) {
      (visit.text(label), [value.map { .element(foreign($0, limit: BuyersLink.longest)) } ?? .text("–")])
    }
    let content = description.content
    var rows = [
      (visit.text(DescribePageText.runs), [Element.Node.text(runs)])
    ]
    let dates: [Element.Node] =
      content.dates.isEmpty
      ? [.text("–")]
      : [
        .element(
          Element("ul") {
            for date in content.dates {
              Element("li") {
                Element("code", ["translate": "no"]) { "\(date.starts.text) – \(date.ends.text)" }
                " "
                Element("span", ["class": "quiet"]) {
                  Element.time(date.starts, visit)
                  " – "
                  Element.time(date.ends, visit)
                }
              }
            }
          })
      ]
    rows.append((visit.text(DescriptionPageText.dates), dates))
    rows.append(row(.place, content.place.isEmpty ? nil : content.place))
    rows.append(row(.seats, content.seats == 0 ? nil : "\(content.seats)"))
    rows.append(row(.link, wanted.link?.url))
    if wanted.link != nil {
      rows.append((visit.text(DescribePageText.linkHash), [.element(.hash(description.linkHash))]))
    }
    let issued = Int64(clamping: description.issuedAt)
    rows.append((visit.text(DescribePageText.issued), [.element(.time(issued, visit))]))
    rows.append((visit.text(DescribePageText.hash), [.element(.hash(wanted.unsigned.hash))]))
    return rows
  }

  private var runs: String {
    description.run.map { visit.text(LecturePageText.run($0)) } ?? visit.text(DescribePageText.allRuns)
  }

  private func foreign(_ text: String, limit: Int) -> Element {
    Element("bdi", ["dir": "auto", "translate": "no"]) { UntrustedText.shown(text, limit: limit) }
  }
}
