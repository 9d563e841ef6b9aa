import LectureKit
import Markup
import Operations
import Outbox
import Primitives

/// The actions at a lecture that the visitor began and that are on their way: none of them is offered a second time.
struct UnderWay: Sendable {
  let visit: Visit
  /// The numbers of their transactions in the outbox.
  private var numbers: [LectureAction: Int64] = [:]

  /// Looks for some actions in the outbox of one person; a platform's visitors have none here.
  init(
    _ actions: [LectureAction], in lecture: Lecture, by account: ActingAccount?, _ client: LectureClient, _ visit: Visit
  ) async {
    self.visit = visit
    guard visit.site.platform == nil, let account, let place = try? visit.site.settings.outboxPlace(),
      Outbox.exists(at: place)
    else { return }
    for action in actions {
      numbers[action] = try? await client.underWay(action, in: lecture, by: account.address)?.id
    }
  }

  /// Whether an action is on its way.
  func contains(_ action: LectureAction) -> Bool { numbers[action] != nil }

  /// An action as it is offered, or the note that it is on its way with the link to its transaction.
  func offer(_ action: LectureAction, else text: LecturePageText, _ element: () -> Element) -> Element {
    note(action, text) ?? element()
  }

  /// The note that an action is on its way, with the link to its transaction; nil where it is not.
  func note(_ action: LectureAction, _ text: LecturePageText) -> Element? {
    numbers[action].map { Self.note(of: $0, visit.text(text), visit) }
  }

  /// The note that something is on its way, with the link to its transaction.
  static func note(of number: Int64, _ text: String, _ visit: Visit) -> Element {
    Element("p", ["class": "note", "role": "status"]) {
      Element("span", ["class": "badge"]) { visit.text(LecturePageText.beingSent) }
      " " + text + " "
      Element.link(visit.text(LecturePageText.seeTransaction), to: Link("transactions", "\(number)"))
    }
  }
}
