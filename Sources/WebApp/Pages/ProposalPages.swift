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

  /// Plans a wish and leads to its review; what an earlier run did is told at once.
  static func propose(_ wish: Wish, on visit: Visit) async throws -> WebAnswer {
    let again = visit.request.form.has("again")
    switch try await wish.plan(again, visit) {
    case .ready(let prepared):
      let place = try await visit.connection()
      let proposal = visit.site.proposals.add(
        wish, prepared, of: visit.session, on: place.network, isAgain: again)
      return .redirect(to: proposal.link)
    case .done:
      let page = Page(visit.text(FormText.done), nil) {
        Element.note(visit.text(FormText.doneEarlier), .good)
        Element.action(visit.text(FormText.next), to: wish.next, isMain: true)
      }
      return await visit.answer(page)
    case .unproven(let error): return await askAgain(error, wish, visit)
    }
  }

  /// Asks whether another payment is to be signed where only one node denies the first.
  private static func askAgain(_ error: any Error, _ wish: Wish, _ visit: Visit) async -> WebAnswer {
    let text = visit.site.texts.failure(error, in: visit.language)
    let page = Page(visit.text(FormText.unproven), nil) {
      FailurePage.content(of: text, visit, isSent: true)
      Element.form(visit, to: Link(path: visit.request.pieces)) {
        // What was typed goes along.
        for name in visit.request.form.names where name != Element.guardField && name != "again" {
          for value in visit.request.form.all(name) {
            Element("input", ["type": "hidden", "name": name, "value": value])
          }
        }
        Element.box(visit.text(FormText.sendAgain), "again", ["required": ""])
        Element("div", ["class": "actions"]) {
          Element.submit(visit.text(FormText.review), isMain: false)
          Element.action(visit.text(FormText.cancel), to: wish.back, isMain: true)
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
      let page = await review(of: proposal, visit, problems, isChanged)
      return await visit.answer(
        page.with(problems), isChanged ? .conflict : problems.isEmpty ? .ok : .unprocessableContent)
    case .underWay:
      let page = Page(visit.text(FormText.sending), nil) {
        Element.paragraph(visit.site.texts.question(proposal.prepared.review, on: proposal.network, in: visit.language))
        if let hash = proposal.hash { Element("p") { Element.hash(hash) } }
        Element.note(visit.text(FormText.sendingNote))
        Element.action(visit.text(FormText.transactions), to: Link("transactions"))
      }
      return await visit.answer(page.live(every: 2, on: ["tx", "block"]))
    case .done:
      let intent = await intent(of: proposal, visit)
      let page = Page(visit.text(FormText.done), nil) {
        Element.note(
          visit.site.texts.question(proposal.prepared.review, on: proposal.network, in: visit.language), .good)
        if let intent { TransactionPages.facts(of: intent, visit) }
        Element("div", ["class": "actions"]) {
          Element.action(visit.text(FormText.next), to: proposal.wish.next, isMain: true)
          if let intent { Element.action(visit.text(FormText.transactions), to: Link("transactions", "\(intent.id)")) }
        }
      }
      return await visit.answer(page)
    case .failed(let error):
      let text = visit.site.texts.failure(error, in: visit.language)
      let intent = await intent(of: proposal, visit)
      let page = Page(text.message, nil) {
        FailurePage.content(of: text, visit, isSent: proposal.hash != nil)
        if let intent { TransactionPages.facts(of: intent, visit) }
        Element("div", ["class": "actions"]) {
          Element.action(visit.text(FormText.back), to: proposal.wish.back, isMain: true)
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

  private static func review(
    of proposal: Proposal, _ visit: Visit, _ problems: [FieldProblem], _ isChanged: Bool
  ) async -> Page {
    let review = proposal.prepared.review
    let texts = visit.site.texts
    let lines = await texts.lines(of: review, by: proposal.wish.account, on: proposal.network, in: visit.language)
    let money = await visit.money(of: proposal.network)
    let left = max(1, (proposal.end - visit.site.options.clock() + 59) / 60)
    return Page(texts.question(review, on: proposal.network, in: visit.language), nil) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      if isChanged { Element.note(visit.text(FormText.changed), .warning) }
      Element("p", ["class": "quiet"]) {
        visit.text(FormText.nothingBefore) + " " + visit.text(FormText.valid(minutes: left))
      }
      Element.facts(
        lines.map { line in
          (
            line.name,
            [
              .element(
                Element("span", line.isWarning ? ["class": "down"] : [:]) { ForeignText.shown(line.value, limit: 600) })
            ]
          )
        } + [(visit.text(FormText.atMost), [.element(Element("strong") { money.text(review.maximumCost) })])])
      Element.form(visit, to: Link("proposals", proposal.id, "confirm")) {
        warnings(review, visit, problems)
        unlocking(proposal, visit, problems)
        Element("div", ["class": "actions"]) {
          Element.submit(visit.text(FormText.confirm))
          Element.action(visit.text(FormText.cancel), to: proposal.wish.back)
        }
      }
    }
  }

  private static func warnings(_ review: Review, _ visit: Visit, _ problems: [FieldProblem]) -> [Element.Node] {
    review.warnings.enumerated().map { index, warning in
      let name = "accept-\(index)"
      return .element(
        Element("div", ["class": "note warning"]) {
          Element.paragraph(visit.site.texts.warning(warning, in: visit.language))
          if warning.kind != nil {
            if let problem = problems.first(where: { $0.field == name }) {
              Element.paragraph(problem.text, ["class": "problem"])
            }
            Element.box(visit.text(FormText.accept), name, isTicked: visit.request.form.has(name))
          }
        })
    }
  }

  private static func unlocking(_ proposal: Proposal, _ visit: Visit, _ problems: [FieldProblem]) -> [Element.Node] {
    let account = proposal.wish.account
    if visit.session.keys(of: account.name) != nil {
      return [.element(.paragraph(visit.text(FormText.unlocked(account.name)), ["class": "quiet"]))]
    }
    return [
      .element(
        Element.field(
          visit.text(FormText.password(ForeignText.shown(account.name))), "password",
          problem: problems.first { $0.field == "password" },
          ["type": "password", "autocomplete": "current-password"])),
      .element(Element.box(visit.text(FormText.keepUnlocked(minutes: visit.site.options.lockAfter / 60)), "keep")),
    ]
  }

  // MARK: Confirming

  @Sendable private static func confirm(_ visit: Visit) async throws -> WebAnswer {
    let proposal = try visit.site.proposals.proposal(try visit.value("id"), of: visit.session)
    guard case .waiting = proposal.state else { return .redirect(to: proposal.link) }
    let review = proposal.prepared.review
    let form = visit.request.form
    var problems: [FieldProblem] = []
    for (index, warning) in review.warnings.enumerated() where warning.kind != nil && !form.has("accept-\(index)") {
      problems.append(FieldProblem(field: "accept-\(index)", text: visit.text(FormText.acceptMissing)))
    }
    let keys: Keyring?
    do {
      keys = try await unlocked(proposal.wish.account, visit)
    } catch let error as KeystoreError where error.code == .wrongPassword {
      problems.append(
        FieldProblem(field: "password", text: visit.site.texts.failure(error, in: visit.language).message))
      keys = nil
    }
    if keys == nil, problems.isEmpty {
      problems.append(FieldProblem(field: "password", text: visit.text(FormText.passwordMissing)))
    }
    guard problems.isEmpty, let keys else { return try await show(visit, problems: problems) }
    // Planned once more: a price, a receiver or a warning may be new.
    switch try await proposal.wish.plan(proposal.isAgain, visit) {
    case .done: return .redirect(to: proposal.wish.next)
    case .unproven(let error): throw error
    case .ready(let fresh):
      guard fresh.review.isNoWorse(than: review) else {
        proposal.show(fresh)
        return try await show(visit, isChanged: true)
      }
    }
    guard proposal.begin() else { return .redirect(to: proposal.link) }
    carryOut(proposal, by: Signers(keys), visit)
    return .redirect(to: proposal.link)
  }

  /// The keys of an account: those that are kept, or those that the password in the form opens; nil without one.
  private static func unlocked(_ account: ActingAccount, _ visit: Visit) async throws -> Keyring? {
    if let keys = visit.session.keys(of: account.name) { return keys }
    guard let typed = visit.request.form["password"], !typed.isEmpty else { return nil }
    let entry = try await visit.site.keystores().entry(account.name)
    let keys = try await visit.site.keyring(of: entry, password: SecretBytes(utf8: typed))
    if visit.request.form.has("keep") {
      visit.session.keep(keys, of: account.name, seconds: visit.site.options.lockAfter)
    }
    return keys
  }

  /// Carries out what was agreed to, on its own: the page that shows it may be closed.
  private static func carryOut(_ proposal: Proposal, by signers: Signers, _ visit: Visit) {
    let events = visit.site.events
    Task.detached {
      await Proposal.$current.withValue(proposal) {
        let prepared = proposal.prepared
        do {
          try await prepared.carryOut(Agreement(toAllOf: prepared.review), signers) { _ in }
          proposal.end(.success(()))
        } catch {
          proposal.end(.failure(error))
        }
      }
      events.tell("tx", proposal.hash?.hex ?? "0")
    }
  }
}

extension Review {
  /// Whether somebody who agreed to another review would agree to this one without a look: the same account sends the
  /// same call and no more to the same receiver, and there is no new warning.
  func isNoWorse(than other: Review) -> Bool {
    let known = other.warnings.compactMap(\.kind)
    return account == other.account && receiver == other.receiver && chainID == other.chainID && call == other.call
      && value <= other.value && warnings.compactMap(\.kind).allSatisfy { known.contains($0) }
  }
}
