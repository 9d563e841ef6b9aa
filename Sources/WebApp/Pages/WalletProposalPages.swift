import Exchange
import HTTPTypes
import Keystores
import Localization
import Markup
import Operations
import Orders
import Primitives
import Tokens

/// The review of an action that a wallet elsewhere signs, and what became of it, on a platform.
enum WalletProposalPages {
  static let routes: [Route] = [
    .get("/proposals/:id") { try await show($0) },
    .post("/proposals/:id/asked", asked),
    .post("/proposals/:id/sent", sent),
    .post("/api/v1/fee", pay),
    .get("/transactions", list),
  ]

  /// The most that are listed, the newest first.
  private static let most = 100

  /// Plans a wish and leads to its review.
  static func propose(_ requested: RequestedAction, on visit: Visit) async throws -> WebAnswer {
    let proposals = try WalletProposals(visit)
    let actions = try await proposals.actions(of: requested)
    guard let action = actions.first else { return .redirect(to: requested.next) }
    guard actions.count == 1 else { return .redirect(to: try await WalletQueues(visit).begin(actions, of: requested)) }
    do {
      return .redirect(
        to: try await proposals.make(action, of: requested.account.address, back: requested.back, next: requested.next)
          .link)
    } catch TradeEnd.gone {
      let page = Page(visit.text(FormText.failed), nil) {
        Element.note(visit.text(WalletTradeText.orderGone), .bad)
        Element.action(visit.text(FormText.back), to: requested.next, isMain: true)
      }
      return await visit.answer(page, .conflict)
    } catch let error where WalletProposals.isDone(action, error) {
      // The contract's own state, as the node reports it.
      let isOneNodesWord = EndpointEvidence(ofOneAt: try await visit.connection()).level == nil
      let page = Page(visit.text(FormText.done), nil) {
        Element.note(
          ReadingPageText.sentence(WalletProposalStateText.doneBefore, isOneNodesWord: isOneNodesWord, visit), .good)
        Element.action(visit.text(FormText.next), to: requested.next, isMain: true)
      }
      return await visit.answer(page)
    }
  }

  // MARK: Showing

  private static func show(_ visit: Visit, isChanged: Bool = false) async throws -> WebAnswer {
    let proposals = try WalletProposals(visit)
    let (proposal, pendingReason) = try await proposals.status(of: try await proposals.proposal(try visit.value("id")))
    if case .description(let wanted) = proposal.action {
      return try await WalletDescriptionPages.show(proposal, wanted, visit)
    }
    if case .order(let wanted) = proposal.action {
      guard proposal.state == .shown || proposal.state == .asked else {
        return await WalletOrderPages.outcome(of: proposal, visit)
      }
      do {
        return try await WalletOrderPages.review(proposal, wanted, visit)
      } catch TradeEnd.gone {
        return await WalletOrderPages.outcome(of: try await proposals.ended(proposal, .orderGone), visit)
      }
    }
    if proposal.isFeeAsked { return try await outcome(of: proposal, visit) }
    switch proposal.state {
    case .shown, .asked:
      let changes = try await proposals.changes(of: proposal)
      // A wish that was changed has one review, the last.
      if let later = changes.later { return .redirect(to: later.link) }
      return try await review(proposal, proposals, visit, isChanged: isChanged, after: changes.earlier)
    case .sent, .done, .failed: return try await outcome(of: proposal, visit, pendingReason)
    }
  }

  /// The review, planned as the chain is now: other terms than before are shown as such.
  private static func review(
    _ proposal: WalletProposal, _ proposals: WalletProposals, _ visit: Visit, isChanged: Bool,
    after earlier: [WalletProposal]
  ) async throws -> WebAnswer {
    let end = proposal.made + PlatformStore.proposalLifetime
    let offer: WalletProposals.Offer
    do {
      offer = try await proposals.offer(proposal.action, to: proposal.account)
    } catch let error where WalletProposals.isDone(proposal.action, error) {
      return try await outcome(of: try await proposals.ended(proposal, nil), visit)
    } catch TradeEnd.gone {
      return try await outcome(of: try await proposals.ended(proposal, .orderGone), visit)
    } catch {
      guard end > visit.site.options.clock() else { throw WebRefusal.noProposal }
      if error as? WebRefusal == .notMined { return await notMined(proposal, visit) }
      let told =
        if let error = error as? ExchangeError { try await proposals.explained(error, of: proposal) } else { error }
      return await FailurePage.answer(to: visit, told, back: proposal.back)
    }
    var (proposal, isChanged) = (proposal, isChanged)
    let (plan, terms) = (offer.plan, WalletProposal.Terms(offer.plan))
    if !terms.isSame(as: proposal.terms) {
      guard try await proposals.store.show(proposal, terms) else { throw WebRefusal.noProposal }
      (proposal.terms, proposal.showing, proposal.state, isChanged) = (terms, proposal.showing + 1, .shown, true)
    }
    guard end > visit.site.options.clock() else { throw WebRefusal.noProposal }
    let network = try await visit.connection().network
    let account = ActingAccount(address: proposal.account)
    let facts = await ReviewFacts(visit: visit, account: account, network: network).element(of: plan.review)
    let left = max(1, (end - visit.site.options.clock() + 59) / 60)
    let queue = try await queue(of: proposal, visit)
    let page = Page(visit.site.texts.question(plan.review, on: network, in: visit.language), nil) {
      if let queue {
        let count = queue.progress.queue.actions.count
        Element.paragraph(
          visit.text(WalletQueueText.place((queue.current ?? 0) + 1, of: count)) + ". "
            + visit.text(WalletQueueText.oneByOne))
      }
      if isChanged { Element.note(visit.text(FormText.changed), .warning) }
      if proposal.state == .asked { Element.note(visit.text(WalletProposalStateText.asked), .warning) }
      for other in earlier { former(other, visit) }
      Element("p", ["class": "quiet"]) {
        if !isChanged { visit.text(FormText.nothingBefore) + " " }
        visit.text(FormText.valid(minutes: left))
      }
      facts
      if offer.isSpent { Element.note(visit.text(WalletProposalStateText.spent), .warning) }
      if offer.isFree {
        Element.note(visit.text(WalletProposalStateText.free), .good)
        // The script takes it away while the wallet is chosen that it names.
        if !offer.canPayItself {
          Element("p", ["class": "note", "data-other-wallets": ""]) { visit.text(WalletProposalStateText.onlyFree) }
        }
      } else {
        Element.paragraph(visit.text(WalletProposalStateText.own), ["class": "quiet"])
      }
      if plan.review.value == .zero {
        Element.paragraph(visit.text(WalletProposalStateText.sendsNoCoins(network.unit.symbol)), ["class": "quiet"])
      }
      WalletPart(visit: visit).asking(
        proposal, on: network, endpoint: visit.site.platform?.publicEndpoint, isFree: offer.isFree)
      Element("div", ["class": "actions"]) {
        Element("button", ["id": "pay", "type": "button", "class": "button main", "data-shown": "\(proposal.showing)"])
        {
          visit.text(WalletProposalStateText.ask)
        }
        Element.action(visit.text(FormText.cancel), to: proposal.back)
      }
      if let queue { queue.content }
    }
    // Not live: nothing may take the page from under the wallet that is being asked.
    return await visit.answer(page.asking, isChanged ? .conflict : .ok)
  }

  /// The page of a wish that a transaction of the account does which no confirmed block has.
  private static func notMined(_ proposal: WalletProposal, _ visit: Visit) async -> WebAnswer {
    let titles = await LectureTitles.read(of: [proposal.action], visit)
    let page = Page(visit.text(WalletProposalStateText.waiting), nil) {
      Element.paragraph(WalletProposalText(proposal: proposal, visit: visit, titles: titles).action)
      Element.note(
        visit.text(RefusalText.title(.notMined)) + ". " + visit.text(RefusalText.advice(.notMined)), .warning)
      Element("div", ["class": "actions"]) {
        Element.action(visit.text(FormText.back), to: proposal.back, isMain: true)
        Element.action(visit.text(FormText.transactions), to: Link("transactions"))
      }
    }
    return await visit.answer(page.live(every: 2, on: ["tx", "block"]))
  }

  /// A word about the same wish with other terms, for which the wallet was asked before.
  private static func former(_ other: WalletProposal, _ visit: Visit) -> Element {
    Element("p", ["class": "note warning"]) {
      visit.text(other.state == .asked ? WalletProposalStateText.formerAsked : .formerSent) + " "
      if other.state != .asked { Element.link(visit.text(WalletProposalStateText.former), to: other.link) }
    }
  }

  private static func outcome(
    of proposal: WalletProposal, _ visit: Visit, _ pendingReason: WalletProposals.PendingReason? = nil
  ) async throws -> WebAnswer {
    let queue = try await queue(of: proposal, visit)
    let fills = await fills(of: proposal, visit)
    let title: String
    switch proposal.state {
    case .done where fills == .nothing: title = visit.text(FormText.failed)
    case .done: title = visit.text(FormText.done)
    case .failed: title = visit.text(FormText.failed)
    case .shown, .asked: title = visit.text(WalletProposalStateText.looking)
    case .sent: title = visit.text(pendingReason == .unseen ? WalletProposalStateText.looking : .waiting)
    }
    let isOver = proposal.made + PlatformStore.proposalLifetime <= visit.site.options.clock()
    // Done, as the contract shows, by a transaction that nobody knows.
    let isNotSeen = proposal.state == .done && proposal.hash == nil && !proposal.action.isSignedOnly
    let titles = await LectureTitles.read(of: [proposal.action], visit)
    let followUp = proposal.state == .done ? FollowUp(of: proposal, visit) : nil
    let page = Page(title, nil) {
      Element.paragraph(WalletProposalText(proposal: proposal, visit: visit, titles: titles).action)
      if let note = followUp?.note { Element.paragraph(note) }
      note(on: fills, visit)
      switch proposal.problem.flatMap(WalletProposals.Problem.init(rawValue:)) {
      case .otherTransaction: Element.note(visit.text(WalletProposalStateText.otherTransaction), .bad)
      case .failedOnChain:
        Element.note(
          ReadingPageText.sentence(
            WalletProposalStateText.failedOnChain, isOneNodesWord: proposal.evidence == nil, visit),
          .bad)
      case .orderGone: Element.note(visit.text(WalletTradeText.orderGone), .bad)
      case .relayRefused: Element.note(visit.text(WalletTradeText.relayRefused), .bad)
      case nil where proposal.isFeeAsked:
        Element.note(visit.text(isOver ? WalletProposalStateText.notFound : .mayBeSent), .warning)
      case nil where isNotSeen: Element.note(visit.text(WalletProposalStateText.notSeen), .warning)
      case nil:
        if proposal.state == .sent, pendingReason != .unseen {
          Element.note(visit.text(proposal.isDelegated ? WalletProposalStateText.notePaid : .noteClosing))
        }
      }
      if let pendingReason { Element.note(visit.text(WalletProposalStateText.pendingReason(pendingReason)), .warning) }
      Element.facts(facts(of: proposal, visit))
      if let queue { queue.content }
      Element("div", ["class": "actions"]) {
        Element.action(
          followUp?.text ?? visit.text(FormText.next),
          to: proposal.state == .failed ? proposal.back : followUp?.target ?? proposal.next,
          isMain: !proposal.isFeeAsked && (queue == nil || proposal.state != .done))
        Element.action(visit.text(FormText.transactions), to: Link("transactions"))
      }
    }
    let isWaiting = proposal.isFeeAsked || proposal.state == .sent
    return await visit.answer(isWaiting ? page.live(every: 2, on: ["tx", "block"]) : page)
  }

  /// The fills of a deal whose transaction is in a block.
  private enum Fills: Equatable {
    /// No deal, or one in no block.
    case none
    case all(paid: String, received: String)
    case part(paid: String, received: String)
    case nothing
    /// Its events cannot be read just now.
    case notRead
  }

  private static func fills(of proposal: WalletProposal, _ visit: Visit) async -> Fills {
    guard case .trade(.deal) = proposal.action, proposal.state == .done, let hash = proposal.hash else { return .none }
    guard let outcome = try? await WalletProposals(visit).outcome(of: proposal, sentAs: hash) else { return .notRead }
    let paid = visit.language.decimal(outcome.paid.text)
    let received = visit.language.decimal(outcome.received.text)
    return switch outcome.extent {
    case .complete: .all(paid: paid, received: received)
    case .partly: .part(paid: paid, received: received)
    case .nothing: .nothing
    }
  }

  private static func note(on fills: Fills, _ visit: Visit) -> [Element.Node] {
    switch fills {
    case .none: []
    case .all(let paid, let received):
      [.element(.note(visit.text(WalletTradeText.filled(paid: paid, received: received)), .good))]
    case .part(let paid, let received):
      [.element(.note(visit.text(WalletTradeText.filledPartly(paid: paid, received: received)), .warning))]
    case .nothing: [.element(.note(visit.text(WalletTradeText.filledNothing), .bad))]
    case .notRead: [.element(.note(visit.text(WalletTradeText.fillsNotRead), .warning))]
    }
  }

  /// The queue that a proposal is a part of; nil for one that stands alone.
  private static func queue(of proposal: WalletProposal, _ visit: Visit) async throws -> QueueView? {
    guard let place = proposal.place else { return nil }
    let queues = try WalletQueues(visit)
    let progress = try await queues.progress(of: try await queues.queue(place.queue))
    let titles = await LectureTitles.read(of: progress.queue.actions, visit)
    return QueueView(progress: progress, visit: visit, current: place.index, titles: titles)
  }

  private static func facts(of proposal: WalletProposal, _ visit: Visit) -> [(String, [Element.Node])] {
    let told: [(String, [Element.Node])] =
      proposal.hash.map { [(visit.text(WalletProposalStateText.hash), [.element(.whole($0, visit))])] } ?? []
    guard
      proposal.state == .done && proposal.hash != nil
        || proposal.problem == WalletProposals.Problem.failedOnChain.rawValue
    else {
      return told
    }
    let words = visit.site.texts.evidence(proposal.evidence, in: visit.language)
    return told + [(visit.text(WalletProposalStateText.evidence), [.text(words)])]
  }

  @Sendable private static func list(_ visit: Visit) async throws -> WebAnswer {
    let proposals = try WalletProposals(visit)
    guard let visitor = visit.session.visitor else { throw WebRefusal.notSignedIn }
    var rows: [WalletProposal] = []
    for proposal in try await proposals.store.proposals(of: visitor, most: most) {
      rows.append((try? await proposals.status(of: proposal).proposal) ?? proposal)
    }
    let titles = await LectureTitles.read(of: rows.map(\.action), visit)
    let tokens = await tokens(of: rows.map(\.action), visit)
    let page = Page(visit.text(TransactionPageText.title), .more) {
      Element.paragraph(visit.text(WalletProposalStateText.mine), ["class": "quiet"])
      if rows.isEmpty {
        Element.note(visit.text(WalletProposalStateText.none))
      } else {
        Element.table(
          visit.text(TransactionPageText.title), [TransactionPageText.what, .state, .time].map { visit.text($0) },
          isBelowTitle: true,
          rows: rows.map { proposal in
            let text = WalletProposalText(proposal: proposal, visit: visit, titles: titles, tokens: tokens)
            return [
              [.element(.link(text.action, to: proposal.link))],
              [.element(Element("span", ["class": text.look]) { visit.text(text.state) })],
              [.element(.time(proposal.made, visit))],
            ]
          })
      }
    }
    return await visit.answer(page.live(on: ["tx"]))
  }
  /// The tokens that actions at the exchange are about; nil without such an action, and where the market cannot be
  /// read.
  private static func tokens(of actions: [WalletAction], _ visit: Visit) async -> TokenDirectory? {
    let mentioned = Set(actions.flatMap(\.tokens)).map(\.checksummed).sorted()
    guard !mentioned.isEmpty, let place = try? await visit.connection() else { return nil }
    let settings = visit.site.settings(of: visit.session)
    return try? await PageTimeout.node {
      try await ExchangeMarket.open(settings, over: place.connection, mentioning: mentioned).tokens
    }
  }
}

extension WalletAction {
  /// The tokens that it is about.
  fileprivate var tokens: [Address] {
    switch self {
    case .trade(let trade): trade.tokens
    case .order(let wanted): [wanted.pair.base, wanted.pair.quote]
    case .lecture, .description: []
    }
  }
}
