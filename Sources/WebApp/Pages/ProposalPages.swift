import HTTPTypes
import Keys
import Keystores
import Markup
import Operations
import Outbox
import Primitives

/// The review of an action, its confirmation, and what became of it: one place that never loses its state.
enum ProposalPages {
  static let routes: [Route] = [
    .get("/proposals/:id") { try await show($0) },
    .post("/proposals/:id/confirm", confirm),
  ]

  // MARK: Planning

  /// Plans a wish and leads to its review; the outcome of an earlier run is shown at once.
  static func propose(_ requested: RequestedAction, on visit: Visit) async throws -> WebAnswer {
    guard visit.site.platform == nil else { return try await WalletProposalPages.propose(requested, on: visit) }
    let again = visit.request.form.has("again")
    switch try await requested.plan(again, visit) {
    case .ready(let prepared):
      let place = try await visit.connection()
      let proposal = visit.site.proposals.add(
        requested, prepared, of: visit.session, on: place.network, isAgain: again)
      return .redirect(to: proposal.link)
    case .done:
      let page = Page(visit.text(FormText.done), nil) {
        Element.note(visit.text(FormText.doneEarlier), .good)
        Element.action(visit.text(FormText.next), to: requested.next, isMain: true)
      }
      return await visit.answer(page)
    case .underWay(let number):
      let page = Page(visit.text(FormText.underWay), nil) {
        Element.note(visit.text(FormText.underWayNote))
        Element("div", ["class": "actions"]) {
          Element.action(
            visit.text(LecturePageText.seeTransaction), to: Link("transactions", "\(number)"), isMain: true)
          Element.action(visit.text(FormText.back), to: requested.back)
        }
      }
      return await visit.answer(page, .conflict)
    case .unproven(let error): return await askAgain(error, requested, visit)
    }
  }

  /// Asks whether another payment is to be signed where only one node denies the first.
  private static func askAgain(_ error: any Error, _ requested: RequestedAction, _ visit: Visit) async -> WebAnswer {
    let text = visit.site.texts.failure(error, in: visit.language)
    let page = Page(visit.text(FormText.unproven), nil) {
      FailurePage.content(of: text, visit, isSent: true)
      Element.form(visit, to: Link(path: visit.request.pieces)) {
        // The fields that were typed go along.
        for name in visit.request.form.names where name != Element.guardField && name != "again" {
          for value in visit.request.form.all(name) {
            Element("input", ["type": "hidden", "name": name, "value": value])
          }
        }
        Element.box(visit.text(FormText.sendAgain), "again", ["required": ""])
        Element("div", ["class": "actions"]) {
          Element.submit(visit.text(FormText.review), isMain: false)
          Element.action(visit.text(FormText.cancel), to: requested.back, isMain: true)
        }
      }
    }
    return await visit.answer(page, .conflict)
  }

  // MARK: Showing

  private static func show(
    _ visit: Visit, problems: [FieldProblem] = [], isChanged: Bool = false
  ) async throws -> WebAnswer {
    let proposal = try visit.site.proposals.proposal(try visit.value("id"), of: visit.session)
    switch proposal.state {
    case .waiting:
      let page = await ProposalReview(proposal: proposal, visit: visit, problems: problems, isChanged: isChanged).page
      return await visit.answer(
        page.with(problems), isChanged ? .conflict : problems.isEmpty ? .ok : .unprocessableContent)
    case .underWay:
      let isSent = proposal.prepared.consent.isSent
      let page = Page(visit.text(isSent ? FormText.sending : .signing), nil) {
        ProposalProgress(proposal: proposal, visit: visit).content
        if let hash = proposal.hash { Element("p") { Element.whole(hash, visit) } }
        Element.note(visit.text(isSent ? FormText.sendingNote : .signingNote))
        if isSent { Element.action(visit.text(FormText.transactions), to: Link("transactions")) }
      }
      return await visit.answer(page.live(every: 2, on: ["tx", "block"]))
    case .done:
      let intent = await intent(of: proposal, visit)
      let progress = ProposalProgress(proposal: proposal, intent: intent, visit: visit)
      let followUp = FollowUp(of: proposal, visit)
      let page = Page(progress.end, nil) {
        progress.content
        if let note = followUp.note { Element.paragraph(note) }
        if let intent { TransactionPages.facts(of: intent, visit) }
        Element("div", ["class": "actions"]) {
          Element.action(followUp.text, to: followUp.target, isMain: true)
          if let intent { Element.action(visit.text(FormText.transactions), to: Link("transactions", "\(intent.id)")) }
        }
      }
      return await visit.answer(page)
    case .failed(let error):
      let text = visit.site.texts.failure(error, in: visit.language)
      let intent = await intent(of: proposal, visit)
      let missing = await InsufficientFunds(error, visit)
      let step = missing?.step ?? NextStep(after: PageAdvice(text), visit, back: proposal.requested.back)
      let title = missing == nil ? text.message : visit.text(InsufficientFundsText.title)
      // An order is written down and signed before a relay is asked.
      let isOrder = if case .order = proposal.prepared.consent { true } else { false }
      let isUnposted = isOrder && PageAdvice(text) == .waitsForRelay
      let page = Page(title, nil) {
        if let missing { missing.facts }
        FailurePage.content(of: text, visit, below: title, isSent: proposal.hash != nil)
        ProposalProgress(proposal: proposal, visit: visit).content
        if isUnposted { Element.note(visit.text(WalletTradeText.postAgainNote)) }
        if let intent { TransactionPages.facts(of: intent, visit) }
        Element("div", ["class": "actions"]) {
          if isUnposted {
            Element.action(visit.text(WalletTradeText.seeOrder), to: proposal.requested.next, isMain: true)
          }
          if let step, step.target != proposal.requested.back, step.target != Link("transactions") {
            Element.action(step.text, to: step.target, isMain: true)
          }
          Element.action(visit.text(FormText.back), to: proposal.requested.back, isMain: true)
          Element.action(visit.text(FormText.transactions), to: Link("transactions"))
        }
      }
      return await visit.answer(page, text.kind.status)
    }
  }

  private static func intent(of proposal: Proposal, _ visit: Visit) async -> Intent? {
    guard let hash = proposal.hash else { return nil }
    return try? await visit.site.outbox().intent(hash: hash)
  }

  // MARK: Confirming

  @Sendable private static func confirm(_ visit: Visit) async throws -> WebAnswer {
    let proposal = try visit.site.proposals.proposal(try visit.value("id"), of: visit.session)
    guard case .waiting = proposal.state else { return .redirect(to: proposal.link) }
    let (shown, form) = (proposal.shown, visit.request.form)
    let consent = shown.prepared.consent
    // A second click on a button agrees to nothing that the first one had shown anew.
    guard form[ProposalReview.shownField] == "\(shown.number)" else { return try await show(visit, isChanged: true) }
    var problems: [FieldProblem] = []
    for (index, warning) in consent.warnings.enumerated() where warning.kind != nil && !form.has("accept-\(index)") {
      problems.append(FieldProblem(field: "accept-\(index)", text: visit.text(FormText.acceptMissing)))
    }
    let keys: Keyring?
    do {
      keys = try await unlocked(proposal.requested.account, visit)
    } catch let error as KeystoreError where error.code == .wrongPassword {
      problems.append(
        FieldProblem(field: "password", text: visit.site.texts.failure(error, in: visit.language).message))
      keys = nil
    }
    if keys == nil, problems.isEmpty {
      problems.append(FieldProblem(field: "password", text: visit.text(FormText.passwordMissing)))
    }
    guard problems.isEmpty, let keys else { return try await show(visit, problems: problems) }
    // In another tab another network may have been chosen since: this is for the one that was shown.
    guard try await visit.connection().network == proposal.network else { throw WebRefusal.noProposal }
    // Planned once more: a price, a receiver or a warning may be new.
    switch try await proposal.requested.plan(proposal.isAgain, visit) {
    case .done: return .redirect(to: proposal.requested.next)
    case .underWay(let number): return .redirect(to: Link("transactions", "\(number)"))
    case .unproven(let error): throw error
    case .ready(let fresh):
      guard fresh.consent.isNoWorse(than: consent) else {
        proposal.show(fresh)
        return try await show(visit, isChanged: true)
      }
    }
    guard proposal.begin(shown.number) else { return .redirect(to: proposal.link) }
    carryOut(shown.prepared, of: proposal, by: Signers(keys), visit)
    return .redirect(to: proposal.link)
  }

  /// The keys of an account: those that are kept, or those that the password in the form opens; nil without one.
  private static func unlocked(_ account: ActingAccount, _ visit: Visit) async throws -> Keyring? {
    // Another account may have got the name since.
    if let keys = visit.session.keys(of: account.name), keys.address == account.address { return keys }
    guard let typed = visit.request.form["password"], !typed.isEmpty else { return nil }
    let entry = try await visit.site.keystores().entry(account.name)
    let keys = try await visit.site.keyring(of: entry, password: SecretBytes(utf8: typed))
    if visit.request.form.has("keep") {
      visit.session.keep(keys, of: account.name, seconds: visit.site.options.lockAfter)
    }
    return keys
  }

  /// Carries out what was agreed to, on its own: the page that shows it may be closed.
  private static func carryOut(
    _ prepared: RequestedAction.Prepared, of proposal: Proposal, by signers: Signers, _ visit: Visit
  ) {
    let events = visit.site.events
    Task.detached {
      await Proposal.$current.withValue(proposal) {
        do {
          try await prepared.carryOut(signers)
          proposal.end(.success(()))
        } catch {
          proposal.end(.failure(error))
        }
      }
      events.tell("tx", proposal.hash?.hex ?? "0")
    }
  }
}
