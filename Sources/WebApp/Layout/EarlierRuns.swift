import LectureKit
import Markup

/// The earlier runs of a lecture that the visitor bought, each with what became of it, its receipt and its link for buyers.
struct EarlierRuns: Sendable {
  let visit: Visit
  /// The purchases, the latest run first.
  let enrolments: [Enrolment]
  /// The purchases whose run has a link for buyers.
  let linked: Set<Enrolment>
  let money: any MoneyTexts

  var content: [Element.Node] {
    guard !enrolments.isEmpty else { return [] }
    return [
      .element(
        Element("section", ["class": "card", "aria-labelledby": "earlier-runs"]) {
          Element("h2", ["id": "earlier-runs"]) { visit.text(MinePageText.earlierRuns) }
          for enrolment in enrolments {
            if let run = enrolment.run { Element("h3") { visit.text(LecturePageText.run(run)) } }
            EnrolmentFacts(visit: visit, enrolment: enrolment, money: money).content
            if linked.contains(enrolment) {
              BuyersLinkForm(visit: visit, lecture: enrolment.lecture.number, run: enrolment.run).element
            }
            if let receipt = enrolment.receipt { Element.action(visit.text(ReceiptPageText.title), to: receipt) }
          }
        })
    ]
  }
}
