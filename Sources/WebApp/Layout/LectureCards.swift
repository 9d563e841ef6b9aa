import LectureKit
import Markup
import Operations
import Primitives

/// Lectures as cards, in a list.
struct LectureCards: Sendable {
  let visit: Visit
  let book: AddressBook?
  let money: any MoneyTexts
  /// The lectures whose present run the visitor bought.
  let own: Set<UInt256>
  /// Those whose titles look like that of an earlier one of another teacher, with its number.
  let copies: [UInt256: UInt256]

  func card(_ lecture: Lecture) -> Element {
    Element("li", ["class": "card"]) {
      Element("h2", ["class": "clamp"]) {
        Element.link(to: Link("lectures", "\(lecture.number)")) { title(lecture) }
      }
      if let teacher = lecture.teacher {
        Element("p", ["class": "quiet"]) {
          visit.text(LecturePageText.by) + " "
          Element.address(teacher, name: book?.name(of: teacher))
        }
      }
      Element("p") {
        lecture.points.average.map {
          visit.text(LecturePageText.rating(average: "\($0)", count: lecture.points.count))
        } ?? visit.text(LecturePageText.notRated)
        if let students = lecture.studentCount { " · \(visit.text(LecturePageText.students(students)))" }
      }
      if let price = lecture.price {
        Element("p", ["class": "price"]) { PriceText(amount: price.amount, money: money).content }
      }
      if let original = copies[lecture.number] { Element.copyNote(of: original, visit) }
      Element("p") {
        if own.contains(lecture.number) {
          Element("span", ["class": "badge good"]) { visit.text(LecturePageText.yours) }
        }
        if lecture.isOpen == false { Element("span", ["class": "badge"]) { visit.text(LecturePageText.settled) } }
      }
    }
  }

  private func title(_ lecture: Lecture) -> Element {
    lecture.title.isEmpty
      ? Element("span") { visit.text(LecturePageText.lecture(lecture.number)) } : Element.foreign(lecture.title)
  }
}

extension Element {
  /// The word that a title looks like that of an earlier lecture, with a link to that.
  static func copyNote(of original: UInt256, _ visit: Visit) -> Element {
    Element("p", ["class": "note warning"]) {
      visit.text(LecturePageText.looksLike(original)) + " "
      Element.link(visit.text(LecturePageText.lecture(original)), to: Link("lectures", "\(original)"))
    }
  }
}

/// An amount with its worth behind it, where that is known.
struct PriceText: Sendable {
  let amount: Amount
  let money: any MoneyTexts
  /// Whether six digits are enough, as in a list.
  var isRounded = false

  var content: [Element.Node] {
    let text = isRounded ? money.roundedText(amount) : money.text(amount)
    guard let worth = money.worth(amount) else { return [.text(text)] }
    return [.text(text + " "), .element(Element("span", ["class": "quiet"]) { "≈ \(worth)" })]
  }
}
