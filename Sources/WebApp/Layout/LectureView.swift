import LectureKit
import Markup
import Operations
import Primitives

/// A lecture with its ratings, and what the visitor can do with it.
struct LectureView: Sendable {
  let visit: Visit
  let lecture: Lecture
  /// The visitor's part in its present run; nil without one.
  let enrolment: Enrolment?
  let money: any MoneyTexts
  let book: AddressBook?
  let account: ActingAccount?
  let isOwner: Bool
  /// The visitor's own actions at it that are on their way.
  let pendingActions: PendingActions
  let contract: Address
  /// The prices of its runs, if there were several.
  let prices: [(run: UInt64, price: Price)]
  /// The single ratings of its present run, where somebody asked for them.
  let spread: [Element.Node]

  // MARK: Facts

  var facts: [Element.Node] {
    [.element(ratings)] + spread + [.element(Element.facts(rows))] + priceTable
  }

  private var rows: [(String, [Element.Node])] {
    func text(_ phrase: LecturePageText) -> String { visit.text(phrase) }
    var rows: [(String, [Element.Node])] = [(text(.number), [.text("\(lecture.number)")])]
    if let teacher = lecture.teacher {
      rows.append((text(.by), [.element(.address(teacher, name: book?.name(of: teacher)))]))
    }
    if let run = lecture.run { rows.append((text(.runs), [.text("\(run)")])) }
    if let students = lecture.studentCount { rows.append((text(.studentsTitle), [.text("\(students)")])) }
    if let held = lecture.escrow { rows.append((text(.held), PriceText(amount: held, money: money).content)) }
    if let time = lecture.openedAt { rows.append((text(.opened), [.element(.time(Int64(clamping: time), visit))])) }
    if let time = lecture.settledAt { rows.append((text(.settledAt), [.element(.time(Int64(clamping: time), visit))])) }
    rows.append((text(.contract), [.element(.address(contract, name: book?.name(of: contract)))]))
    return rows
  }

  private var ratings: Element {
    Element("section", ["aria-labelledby": "ratings"]) {
      Element("h2", ["id": "ratings"]) { visit.text(LecturePageText.howRated) }
      if let average = lecture.points.average {
        let means = lecture.points.sums.map { $0 / max(1, lecture.points.count) }
        let names = means.indices.map { visit.site.texts.score($0, in: visit.language) }
        RatingRadar(values: means, names: names).element
        for (name, mean) in zip(names, means) { Meter(name: name, value: mean).element }
        Meter(name: visit.text(LecturePageText.average), value: average).element
        Element.paragraph(
          visit.text(LecturePageText.rating(average: "\(average)", count: lecture.points.count)), ["class": "quiet"])
        if spread.isEmpty, lecture.run != nil {
          Element("p") {
            Element.link(
              visit.text(RatingText.show), to: Link("lectures", "\(lecture.number)", query: [("ratings", "yes")]))
          }
        }
      } else {
        Element.paragraph(visit.text(LecturePageText.notRated))
      }
    }
  }

  private var priceTable: [Element.Node] {
    guard prices.count > 1 else { return [] }
    return [
      .element(
        Element.table(
          visit.text(RatingText.prices), [RatingText.run, .price].map { visit.text($0) }, numbers: [1],
          rows: prices.reversed().map { [[.text("\($0.run)")], [.text(money.text($0.price.amount))]] }))
    ]
  }

  // MARK: Actions

  /// Whether the visitor teaches it, and so can neither buy nor rate it.
  private var isTeacher: Bool { account != nil && lecture.teacher == account?.address }

  var actions: [Element.Node] {
    let number = "\(lecture.number)"
    let element = Element("div", ["class": "card"]) {
      if let price = lecture.price {
        Element("p", ["class": "price"]) { PriceText(amount: price.amount, money: money).content }
      }
      if let rate = money.rateText { Element.paragraph(rate, ["class": "quiet"]) }
      Element("p") {
        Element("span", ["class": lecture.isOpen == false ? "badge" : "badge good"]) {
          visit.text(lecture.isOpen == false ? LecturePageText.settled : .open)
        }
      }
      if enrolment?.reclaimed == true {
        Element.note(visit.text(LecturePageText.paidBack), .warning)
      } else if let enrolment, enrolment.bought {
        Element.paragraph(visit.text(LecturePageText.boughtByYou))
        if enrolment.scores != nil { Element.paragraph(visit.text(LecturePageText.alreadyRated)) }
        if enrolment.canRate, visit.mayWrite {
          pendingActions.offer(.evaluation(lecture.number), else: .ratingNow) {
            Element.action(visit.text(LecturePageText.rate), to: Link("lectures", number, "rate"), isMain: true)
          }
        }
        if enrolment.reclaimable, visit.mayWrite {
          button(.reclaim, Link("lectures", number, "reclaim"), isMain: false)
        }
        if let receipt = enrolment.receipt { Element.action(visit.text(ReceiptPageText.title), to: receipt) }
      } else if lecture.isOpen != false, !isTeacher, visit.mayWrite {
        pendingActions.offer(.purchase(lecture.number), else: .buying) {
          button(.buy, Link("lectures", number, "buy"), isMain: true)
        }
      }
      if lecture.isOpen == false, isTeacher, visit.mayWrite {
        pendingActions.offer(.reopening(lecture.number), else: .reopening) {
          Element.action(visit.text(LecturePageText.reopen), to: Link("lectures", number, "reopen"))
        }
      }
      // An old contract reports neither runs nor students.
      if isTeacher || isOwner, let run = lecture.run, lecture.studentCount != nil {
        Element.action(visit.text(LecturePageText.studentsTitle), to: lecture.students(ofRun: run))
      }
      if isTeacher, visit.mayWrite {
        Element.action(visit.text(DescribePageText.title), to: Link("lectures", number, "describe"))
      }
      if lecture.isOpen != false, isOwner, visit.mayWrite {
        pendingActions.offer(.settlement(lecture.number), else: .settling) {
          button(.settle, Link("lectures", number, "settle"), isMain: false)
        }
      }
    }
    return [.element(element)]
  }

  private func button(_ text: LecturePageText, _ target: Link, isMain: Bool) -> Element {
    Element.form(visit, to: target) { Element.submit(visit.text(text), isMain: isMain) }
  }
}

/// A value from 0 to 100 as a bar with its number.
struct Meter: Sendable {
  let name: String
  let value: UInt256
  /// The length of the bar, from 0 to 100; nil is that of the value.
  var share: UInt256?

  var element: Element {
    let width = Int(clamping: min(share ?? value, 100))
    return Element("div", ["class": "meter"]) {
      Element("span") { name }
      Element("span", ["class": "number"]) { "\(value)" }
      Element("svg", ["viewBox": "0 0 100 8", "preserveAspectRatio": "none", "aria-hidden": "true"]) {
        Element("rect", ["class": "rail", "width": "100", "height": "8", "rx": "2"])
        Element("rect", ["class": "bar", "width": "\(width)", "height": "8", "rx": "2"])
      }
    }
  }
}
