import LectureKit
import Markup

/// A run of a lecture that somebody bought: when, for how much, its rating, and what can be done about it.
struct EnrolmentCard: Sendable {
  let visit: Visit
  let enrolment: Enrolment
  let money: any MoneyTexts
  /// The visitor's own actions at the lecture that are on their way.
  let pendingActions: PendingActions
  /// Whether the teacher gave a link for the buyers of the run.
  var hasLink = false

  var element: Element {
    let lecture = enrolment.lecture
    return Element("li", ["class": "card"]) {
      Element("h2", ["class": "clamp"]) { LectureName(lecture: lecture, visit: visit).link }
      if let run = enrolment.run { Element.paragraph(visit.text(LecturePageText.run(run)), ["class": "quiet"]) }
      EnrolmentFacts(visit: visit, enrolment: enrolment, money: money).content
      if hasLink { BuyersLinkForm(visit: visit, lecture: lecture.number, run: enrolment.run).element }
      actions
    }
  }

  private var actions: [Element.Node] {
    let number = "\(enrolment.lecture.number)"
    let (canRate, canReclaim) = (visit.mayWrite && enrolment.canRate, visit.mayWrite && enrolment.reclaimable)
    guard canRate || canReclaim || enrolment.receipt != nil else { return [] }
    return [
      .element(
        Element("div", ["class": "actions"]) {
          if canRate {
            pendingActions.offer(.evaluation(enrolment.lecture.number), else: .ratingNow) {
              Element.action(
                visit.text(LecturePageText.rate), to: Link("lectures", number, "rate"), isMain: true)
            }
          }
          if canReclaim {
            Element.form(visit, to: Link("lectures", number, "reclaim")) {
              Element.submit(visit.text(LecturePageText.reclaim), isMain: false)
            }
          }
          if let receipt = enrolment.receipt { Element.action(visit.text(ReceiptPageText.title), to: receipt) }
        })
    ]
  }
}

/// The facts of a run that somebody bought: its price, when it was bought, and what became of it.
struct EnrolmentFacts: Sendable {
  let visit: Visit
  let enrolment: Enrolment
  let money: any MoneyTexts

  var content: [Element.Node] {
    var nodes: [Element.Node] = []
    if let price = enrolment.price {
      nodes.append(
        .element(
          Element("p", ["class": "price"]) { PriceText(amount: price.amount, money: money, isRounded: true).content }))
    }
    if let time = enrolment.boughtAt { nodes.append(moment(MinePageText.boughtAt, time)) }
    return nodes + state
  }

  private var state: [Element.Node] {
    if enrolment.reclaimed { return [badge(visit.text(MinePageText.reclaimed))] }
    // A lecture is opened again only once the run before is settled.
    let isOver = !enrolment.isPresent || enrolment.lecture.isOpen == false
    var nodes = isOver ? [badge(visit.text(LecturePageText.settled))] : []
    if let scores = enrolment.scores {
      nodes.append(
        .element(
          .paragraph(visit.text(MinePageText.yourScores(scores.values.map(String.init).joined(separator: ", "))))))
    } else if !enrolment.tellsRating || isOver {
      let text: MinePageText = enrolment.tellsRating ? .notRated : .ratingNotTold
      nodes.append(.element(.paragraph(visit.text(text), ["class": "quiet"])))
    }
    if let time = enrolment.reclaimableFrom {
      nodes.append(moment(enrolment.reclaimable ? .moneyBackSince : .moneyBackFrom, time))
    }
    return nodes
  }

  private func badge(_ text: String) -> Element.Node {
    .element(Element("p") { Element("span", ["class": "badge"]) { text } })
  }

  private func moment(_ text: MinePageText, _ time: UInt64) -> Element.Node {
    .element(
      Element("p", ["class": "quiet"]) {
        visit.text(text) + " "
        Element.time(Int64(clamping: time), visit)
      })
  }
}
