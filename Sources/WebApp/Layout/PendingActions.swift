import LectureKit
import Markup
import Operations
import Outbox
import Primitives

/// The actions at lectures that the visitor began and that are on their way: none of them is offered a second time.
struct PendingActions: Sendable {
  let visit: Visit
  /// The pages that show them.
  private var pages: [LectureAction: Link] = [:]

  /// Looks for some actions at one lecture.
  init(
    _ actions: [LectureAction], in lecture: Lecture, by account: ActingAccount?, _ client: LectureClient, _ visit: Visit
  ) async {
    await self.init(actions.map { ($0, lecture) }, by: account, client, visit)
  }

  /// Looks for some actions: in the outbox of one person, or among those that a platform's visitor sent with a wallet.
  init(
    _ actions: [(LectureAction, Lecture)], by account: ActingAccount?, _ client: LectureClient, _ visit: Visit
  ) async {
    self.visit = visit
    guard let account, !actions.isEmpty else { return }
    if let proposals = try? WalletProposals(visit) {
      let sent = (try? await proposals.sentActions(of: account.address)) ?? []
      for (action, _) in actions {
        pages[action] = sent.first { $0.action.does(action) }.map { Link("proposals", $0.id) }
      }
    } else if let place = try? visit.site.settings.outboxPlace(), Outbox.exists(at: place) {
      for (action, lecture) in actions {
        let intent = try? await client.underWay(action, in: lecture, by: account.address)
        pages[action] = intent.map { Link("transactions", "\($0.id)") }
      }
    }
  }

  /// Whether an action is on its way.
  func contains(_ action: LectureAction) -> Bool { pages[action] != nil }

  /// An action as it is offered, or the note that it is on its way with the link to its transaction.
  func offer(_ action: LectureAction, else text: LecturePageText, _ element: () -> Element) -> Element {
    note(action, text) ?? element()
  }

  /// The note that an action is on its way, with the link to its transaction; nil where it is not.
  func note(_ action: LectureAction, _ text: LecturePageText) -> Element? {
    pages[action].map { Self.note(at: $0, visit.text(text), visit) }
  }

  /// The note that something is on its way, with the link to its transaction.
  static func note(at page: Link, _ text: String, _ visit: Visit) -> Element {
    Element("p", ["class": "note", "role": "status"]) {
      Element("span", ["class": "badge"]) { visit.text(LecturePageText.beingSent) }
      " " + text + " "
      Element.link(visit.text(LecturePageText.seeTransaction), to: page)
    }
  }
}
