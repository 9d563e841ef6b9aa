import HTTPTypes
import Keys
import LectureKit
import Markup
import Operations
import Primitives
import StrictJSON

/// The review of a description that a teacher's wallet signs, and what became of it, on a platform.
enum WalletDescriptionPages {
  static func show(
    _ proposal: WalletProposal, _ wanted: WantedDescription, _ visit: Visit
  ) async throws -> WebAnswer {
    switch proposal.state {
    case .shown, .asked: try await review(proposal, wanted, visit)
    case .sent, .done, .failed: await outcome(of: proposal, wanted, visit)
    }
  }

  private static func review(
    _ proposal: WalletProposal, _ wanted: WantedDescription, _ visit: Visit
  ) async throws -> WebAnswer {
    let end = proposal.made + PlatformStore.proposalLifetime
    guard end > visit.site.options.clock() else { throw WebRefusal.noProposal }
    let (client, place) = try await visit.lectureClient()
    _ = try await wanted.lecture(taughtBy: proposal.account, at: client)
    let typed = try wanted.typedData().json
    let left = max(1, (end - visit.site.options.clock() + 59) / 60)
    let page = Page(visit.text(DescribePageText.question(wanted.description.lecture)), nil) {
      if proposal.state == .asked { Element.note(visit.text(DescribePageText.asked)) }
      Element("p", ["class": "quiet"]) {
        visit.text(WalletTradeText.nothingBefore) + " " + visit.text(FormText.valid(minutes: left))
      }
      DescriptionTerms(visit: visit, wanted: wanted).content
      WalletPart(visit: visit).signing(
        typed, of: proposal, on: place.network, endpoint: visit.site.platform?.publicEndpoint)
      Element("div", ["class": "actions"]) {
        Element("button", ["id": "pay", "type": "button", "class": "button main", "data-shown": "\(proposal.showing)"])
        {
          visit.text(WalletTradeText.askToSign)
        }
        Element.action(visit.text(FormText.cancel), to: proposal.back)
      }
    }
    return await visit.answer(page.asking)
  }

  private static func outcome(
    of proposal: WalletProposal, _ wanted: WantedDescription, _ visit: Visit
  ) async -> WebAnswer {
    let page = Page(visit.text(proposal.state == .failed ? FormText.failed : .done), nil) {
      Element.paragraph(WalletProposalText(proposal: proposal, visit: visit).action)
      if proposal.state != .failed { Element.note(visit.text(DescribePageText.published), .good) }
      Element.facts([(visit.text(DescribePageText.hash), [.element(.hash(wanted.unsigned.hash))])])
      Element("div", ["class": "actions"]) {
        Element.action(visit.text(FormText.next), to: proposal.next, isMain: true)
        Element.action(visit.text(FormText.transactions), to: Link("transactions"))
      }
    }
    return await visit.answer(page)
  }

  /// Takes the signature that a wallet made of the description that was shown, and shows the description to everybody. The
  /// same signature a second time changes nothing.
  ///
  /// - Throws: `LectureError` `.descriptionUnsigned` for a signature that is none of the teacher's over it, `.notTeacher`,
  ///   `.descriptionOutdated`; a `NodeError`.
  static func take(
    _ signature: Bytes, of proposal: WalletProposal, _ wanted: WantedDescription, _ visit: Visit
  ) async throws -> WebAnswer {
    let (client, _) = try await visit.lectureClient()
    _ = try await wanted.lecture(taughtBy: proposal.account, at: client)
    try await DescriptionPages.keep(try wanted.signed(signature), wanted.link, client, visit)
    if proposal.state != .done { _ = try await WalletProposals(visit).ended(proposal, nil) }
    return .json(["ok": true, "state": .string(WalletProposal.State.done.rawValue)])
  }
}
