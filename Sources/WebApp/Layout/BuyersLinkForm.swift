import Markup
import Primitives

/// The button that opens the link for the buyers of a run.
struct BuyersLinkForm: Sendable {
  /// The name of the field with the run.
  static let runField = "run"

  let visit: Visit
  let lecture: UInt256
  /// The run; nil is the present one.
  var run: UInt64?

  var element: Element {
    Element.form(visit, to: Link("lectures", "\(lecture)", "link")) {
      if let run { Element("input", ["type": "hidden", "name": Self.runField, "value": "\(run)"]) }
      Element.submit(visit.text(DescriptionPageText.open), isMain: false)
    }
  }
}

/// The earlier runs of a lecture that the visitor bought, each with the button that opens its link.
struct EarlierRuns: Sendable {
  let visit: Visit
  let lecture: UInt256
  let runs: [UInt64]

  var content: [Element.Node] {
    guard !runs.isEmpty else { return [] }
    return [
      .element(
        Element("section", ["class": "card", "aria-labelledby": "earlier-runs"]) {
          Element("h2", ["id": "earlier-runs"]) { visit.text(DescriptionPageText.earlierRuns) }
          for run in runs {
            Element.paragraph(visit.text(LecturePageText.run(run)))
            BuyersLinkForm(visit: visit, lecture: lecture, run: run).element
          }
        })
    ]
  }
}
