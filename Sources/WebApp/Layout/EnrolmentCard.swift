import LectureKit
import Markup
import Primitives

/// A run of a lecture that somebody bought: when, for how much, its rating, and what can be done about it.
struct EnrolmentCard: Sendable {
  let visit: Visit
  let enrolment: Enrolment
  let money: any MoneyTexts
  /// The visitor's own actions at the lecture that are on their way.
  let underWay: UnderWay
  /// Whether the teacher gave a link for the buyers of the run.
  var hasLink = false

  var element: Element {
    let lecture = enrolment.lecture
    return Element("li", ["class": "card"]) {
      Element("h2", ["class": "clamp"]) { LectureName(lecture: lecture, visit: visit).link }
      if let run = enrolment.run { Element.paragraph(visit.text(LecturePageText.run(run)), ["class": "quiet"]) }
      if let price = enrolment.price {
        Element("p", ["class": "price"]) { PriceText(amount: price.amount, money: money, isRounded: true).content }
      }
      if let time = enrolment.boughtAt {
        Element("p", ["class": "quiet"]) {
          visit.text(MinePageText.boughtAt) + " "
          Element.time(Int64(clamping: time), visit)
        }
      }
      state
      if hasLink { BuyersLinkForm(visit: visit, lecture: lecture.number, run: enrolment.run).element }
      actions
    }
  }

  private var state: [Element.Node] {
    if enrolment.reclaimed {
      return [.element(Element("p") { Element("span", ["class": "badge"]) { visit.text(MinePageText.reclaimed) } })]
    }
    var nodes: [Element.Node] = []
    if let scores = enrolment.scores {
      nodes.append(
        .element(
          .paragraph(visit.text(MinePageText.yourScores(scores.values.map(String.init).joined(separator: ", "))))))
    } else if !enrolment.tellsRating {
      nodes.append(.element(.paragraph(visit.text(MinePageText.ratingNotTold), ["class": "quiet"])))
    }
    if let time = enrolment.reclaimableFrom {
      nodes.append(
        .element(
          Element("p", ["class": "quiet"]) {
            visit.text(enrolment.reclaimable ? MinePageText.moneyBackSince : .moneyBackFrom) + " "
            Element.time(Int64(clamping: time), visit)
          }))
    }
    return nodes
  }

  private var actions: [Element.Node] {
    guard visit.mayWrite, enrolment.canRate || enrolment.reclaimable else { return [] }
    let number = "\(enrolment.lecture.number)"
    return [
      .element(
        Element("div", ["class": "actions"]) {
          if enrolment.canRate {
            underWay.offer(.evaluation(enrolment.lecture.number), else: .ratingNow) {
              Element.action(
                visit.text(LecturePageText.rate), to: Link("lectures", number, "rate"), isMain: true)
            }
          }
          if enrolment.reclaimable {
            Element.form(visit, to: Link("lectures", number, "reclaim")) {
              Element.submit(visit.text(LecturePageText.reclaim), isMain: false)
            }
          }
        })
    ]
  }
}
