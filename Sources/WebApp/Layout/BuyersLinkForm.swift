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
