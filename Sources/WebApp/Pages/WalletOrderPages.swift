import Exchange
import HTTPTypes
import Markup
import Operations
import Orders
import Primitives
import StrictJSON
import Tokens

/// The review of a limit order that a wallet elsewhere signs, and what became of it, on a platform.
enum WalletOrderPages {
  static let routes: [Route] = [
    .post("/proposals/:id/signed", signed),
    .post("/proposals/:id/post", post),
  ]

  /// The review: what is given for what, at which price and until when; the allowance comes first where it is missing.
  static func review(
    _ proposal: WalletProposal, _ wanted: WantedOrder, _ visit: Visit
  ) async throws -> WebAnswer {
    let end = proposal.made + PlatformStore.proposalLifetime
    guard end > visit.site.options.clock() else { throw WebRefusal.noProposal }
    let plan = try await WalletOrders(visit).plan(wanted)
    let network = try await visit.connection().network
    if let total = plan.approval.plan.steps.last {
      let exchange = try await ExchangeVisit.open(visit, of: plan.request.pair)
      return .redirect(
        to: exchange.approving(
          TokenAmount(total, of: plan.gives.token), of: plan.request.pair, for: .v4, then: proposal.link))
    }
    let account = ActingAccount(address: proposal.account)
    let lines = visit.site.texts.lines(of: plan, by: account, in: visit.language)
    let left = max(1, (end - visit.site.options.clock() + 59) / 60)
    let page = Page(visit.site.texts.question(plan, in: visit.language), nil) {
      if proposal.state == .asked { Element.note(visit.text(WalletTradeText.orderAsked)) }
      Element("p", ["class": "quiet"]) {
        visit.text(WalletTradeText.nothingBefore) + " " + visit.text(FormText.valid(minutes: left))
      }
      ReviewFacts(visit: visit, account: account, network: network).element(
        lines,
        and: [
          (
            visit.text(WalletTradeText.smallestUnits),
            [.text("\(wanted.order.makerAmount) → \(wanted.order.takerAmount)")]
          ), (visit.text(ExchangePageText.order), [.element(.hash(wanted.order.hash))]),
        ])
      Element.paragraph(visit.text(FormText.signsOnly))
      Element.paragraph(visit.text(WalletTradeText.compare), ["class": "quiet"])
      WalletPart(visit: visit).signing(
        wanted.typedData, of: proposal, on: network, endpoint: visit.site.platform?.publicEndpoint)
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

  /// The page of an order that was signed, or that ended before.
  static func outcome(of proposal: WalletProposal, _ visit: Visit) async -> WebAnswer {
    let title =
      switch proposal.state {
      case .done: visit.text(FormText.done)
      case .failed: visit.text(FormText.failed)
      case .shown, .asked, .sent: visit.text(WalletTradeText.notPosted)
      }
    let page = Page(title, nil) {
      Element.paragraph(WalletProposalText(proposal: proposal, visit: visit).action)
      switch proposal.problem.flatMap(WalletProposals.Problem.init(rawValue:)) {
      case .relayRefused: Element.note(visit.text(WalletTradeText.relayRefused), .bad)
      case .orderGone: Element.note(visit.text(WalletTradeText.orderOver), .bad)
      case .otherTransaction, .failedOnChain, nil:
        if proposal.state == .done {
          Element.note(stands(proposal, visit), .good)
        } else {
          Element.note(visit.text(WalletTradeText.postAgainNote), .warning)
        }
      }
      if let note = proposal.note { Element.paragraph(UntrustedText.shown(note, limit: 400), ["class": "quiet"]) }
      if let hash = proposal.hash { Element.facts([(visit.text(ExchangePageText.order), [.element(.hash(hash))])]) }
      if proposal.state == .sent {
        Element.form(visit, to: Link("proposals", proposal.id, "post")) {
          Element("div", ["class": "actions"]) {
            Element.submit(visit.text(WalletTradeText.postAgain))
            Element.action(visit.text(FormText.back), to: proposal.next)
          }
        }
      } else {
        Element("div", ["class": "actions"]) {
          Element.action(
            proposal.state == .failed ? visit.text(FormText.next) : visit.text(WalletTradeText.seeOrder),
            to: proposal.state == .failed ? proposal.back : proposal.next, isMain: true)
          Element.action(visit.text(FormText.transactions), to: Link("transactions"))
        }
      }
    }
    return await visit.answer(page)
  }

  /// The words for an order that stands, and until when.
  private static func stands(_ proposal: WalletProposal, _ visit: Visit) -> String {
    guard case .order(let wanted) = proposal.action else { return visit.text(FormText.done) }
    let time = visit.site.texts.time(Int64(clamping: wanted.order.expiry), in: visit.language)
    return visit.text(WalletTradeText.stands(until: time))
  }

  // MARK: What is sent

  private static func order(_ visit: Visit) async throws -> (WalletProposal, WantedOrder) {
    let proposal = try await WalletProposals(visit).proposal(try visit.value("id"))
    guard case .order(let wanted) = proposal.action else { throw WebRefusal.badForm }
    return (proposal, wanted)
  }

  /// Takes the signature that a wallet made.
  @Sendable private static func signed(_ visit: Visit) async throws -> WebAnswer {
    try await visit.limit("signature", most: 30)
    let proposal = try await WalletProposals(visit).proposal(try visit.value("id"))
    guard let signature = visit.request.form.trimmed("signature").flatMap({ try? Bytes(hex: $0) }) else {
      throw WebRefusal.badForm
    }
    if case .description(let wanted) = proposal.action {
      return try await WalletDescriptionPages.take(signature, of: proposal, wanted, visit)
    }
    guard case .order(let wanted) = proposal.action else { throw WebRefusal.badForm }
    do {
      let taken = try await WalletOrders(visit).take(signature, of: proposal, wanted)
      return .json(["ok": true, "state": .string(taken.state.rawValue)])
    } catch let fault as OrderProof.Fault {
      throw WebRefusal.notSigned(fault)
    } catch TradeEnd.gone {
      _ = try await WalletProposals(visit).ended(proposal, .orderGone)
      throw WebRefusal.orderOver
    }
  }

  /// Takes a signed order to the relays once more.
  @Sendable private static func post(_ visit: Visit) async throws -> WebAnswer {
    try await visit.limit("signature", most: 30)
    let (proposal, _) = try await order(visit)
    return .redirect(to: try await WalletOrders(visit).deliver(proposal).link)
  }
}
