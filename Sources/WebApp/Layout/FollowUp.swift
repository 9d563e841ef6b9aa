import LectureKit
import Markup
import Operations
import Primitives

/// The way on from an action that is done: a sentence where there is something to know, and the main button.
struct FollowUp: Sendable {
  /// The sentence; nil where the end says all.
  let note: String?
  /// The words of the button.
  let text: String
  /// The page that the button leads to.
  let target: Link

  /// The way on from a proposal of this program's own accounts.
  init(of proposal: Proposal, _ visit: Visit) {
    let target = proposal.requested.next
    switch proposal.prepared.consent {
    case .order: self.init(text: visit.text(WalletTradeText.seeOrder), target: target)
    case .description: self.init(text: visit.text(FormText.next), target: target)
    case .transactions(let reviews):
      switch reviews.count == 1 ? reviews.first?.action : nil {
      case .purchase: self.init(ofPurchase: target, visit)
      case .opening: self.init(ofOpening: proposal.openedLecture, target, visit)
      default: self.init(text: visit.text(FormText.next), target: target)
      }
    }
  }

  /// The way on from a proposal that a wallet elsewhere signed.
  init(of proposal: WalletProposal, _ visit: Visit) {
    switch proposal.action {
    case .lecture(.purchase): self.init(ofPurchase: proposal.next, visit)
    case .lecture(.opening): self.init(ofOpening: nil, proposal.next, visit)
    default: self.init(text: visit.text(FormText.next), target: proposal.next)
    }
  }

  private init(ofPurchase target: Link, _ visit: Visit) {
    self.init(
      note: visit.text(FollowUpText.bought), text: visit.text(FollowUpText.seeLecture), target: target)
  }

  /// - Parameter number: The lecture's number; nil where it is not known.
  private init(ofOpening number: UInt256?, _ target: Link, _ visit: Visit) {
    self.init(
      note: visit.text(FollowUpText.opened(number)),
      text: number == nil ? visit.text(FormText.next) : visit.text(FollowUpText.describe),
      target: number.map { Link("lectures", "\($0)", "describe") } ?? target)
  }

  private init(note: String? = nil, text: String, target: Link) {
    (self.note, self.text, self.target) = (note, text, target)
  }
}
