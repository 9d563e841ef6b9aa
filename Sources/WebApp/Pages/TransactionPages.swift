import ContractClient
import Exchange
import Keystores
import Locking
import Markup
import Operations
import Outbox
import Primitives

/// The pages of what was sent from here, and what can be done about what is not settled.
enum TransactionPages {
  static let routes: [Route] = [
    .get("/transactions", list),
    .get("/transactions/:number", show),
    .post("/transactions/resume", resume),
    .post("/transactions/read", access: .session, read),
    .post("/transactions/:number/speed-up") { try await replace($0, by: .speedUp) },
    .post("/transactions/:number/cancel") { try await replace($0, by: .cancellation) },
  ]

  /// The most that are shown, the newest first.
  private static let most = 100

  @Sendable private static func list(_ visit: Visit) async throws -> WebAnswer {
    let intents = try await visit.site.outbox().intents(IntentFilter(limit: most))
    let texts = visit.site.texts
    let page = Page(visit.text(TransactionPageText.title), .more) {
      if intents.isEmpty { Element.note(visit.text(TransactionPageText.none)) }
      if let count = visit.request.query.trimmed("resumed") {
        Element.note(visit.text(TransactionPageText.resumed(Int(count) ?? 0)))
      }
      if intents.contains(where: \.state.mayBeSent), visit.mayWrite {
        Element("div", ["class": "note warning"]) {
          Element.paragraph(visit.text(TransactionPageText.resumeHint))
          Element.form(visit, to: Link("transactions", "resume")) {
            Element.submit(visit.text(TransactionPageText.resume), isMain: false)
          }
        }
      }
      if !intents.isEmpty {
        Element.table(
          visit.text(TransactionPageText.title),
          [TransactionPageText.number, .what, .state, .time].map { visit.text($0) },
          isBelowTitle: true,
          rows: intents.map { intent in
            [
              [.element(.link("\(intent.id)", to: Link("transactions", "\(intent.id)")))],
              [.element(.foreign(texts.label(of: intent, in: visit.language)))],
              [.element(stateBadge(intent, visit))],
              [.element(.time(Int64(clamping: intent.created), visit))],
            ]
          })
      }
    }
    return await visit.answer(page.live(on: ["tx"]))
  }

  @Sendable private static func show(_ visit: Visit) async throws -> WebAnswer {
    let intent = try await intent(visit)
    let page = Page(visit.text(TransactionPageText.transaction(intent.id)), .more) {
      Element("p") { stateBadge(intent, visit) }
      facts(of: intent, visit)
      if intent.isOpen {
        Element.note(
          visit.text(intent.state.mayBeSent ? TransactionPageText.unsettled : .unproven), .warning)
        if visit.mayWrite, intent.state.mayBeSent {
          Element("div", ["class": "actions"]) {
            Element.form(visit, to: Link("transactions", "\(intent.id)", "speed-up")) {
              Element.submit(visit.text(TransactionPageText.speedUp), isMain: false)
            }
            Element.form(visit, to: Link("transactions", "\(intent.id)", "cancel")) {
              Element.submit(visit.text(TransactionPageText.cancel), isMain: false)
            }
          }
        }
      }
    }
    return await visit.answer(
      page.below((visit.text(TransactionPageText.title), Link("transactions"))).live(on: ["tx"]))
  }

  /// The facts of an intent, as lines, with the hash of each transaction that was signed for it: of several one at most
  /// is mined. What a service has to sign yet has no hash of its own.
  static func facts(of intent: Intent, _ visit: Visit) -> Element {
    Element.facts(
      visit.site.texts.lines(of: intent, in: visit.language).map { line in
        (
          line.name,
          [.element(Element("span", line.isWarning ? ["class": "down"] : [:]) { UntrustedText.shown(line.value) })]
        )
      }
        + intent.attempts.filter { !$0.isHandedOver }.map {
          (visit.text(WalletProposalStateText.hash), [.element(.whole($0.hash, visit))])
        })
  }

  private static func stateBadge(_ intent: Intent, _ visit: Visit) -> Element {
    let look =
      switch intent.state {
      case _ where DealRemark(on: intent) == .nothing: "badge bad"
      case _ where DealRemark(on: intent) != nil: "badge part"
      case .final: "badge good"
      case .reverted, .nonceTaken: "badge bad"
      default: "badge"
      }
    return Element("span", ["class": look]) {
      UntrustedText.shown(visit.site.texts.state(of: intent, in: visit.language))
    }
  }

  private static func intent(_ visit: Visit) async throws -> Intent {
    guard let number = Int64(try visit.value("number")), let intent = try await visit.site.outbox().intent(number)
    else {
      throw WebRefusal.notFound
    }
    return intent
  }

  // MARK: Doing

  /// Offers again what an earlier run left, on the chain in use.
  @Sendable private static func resume(_ visit: Visit) async throws -> WebAnswer {
    let place = try await visit.connection()
    let options = try visit.site.sendingSettings(of: visit.session).options
    let resumption = Resumption(over: place.connection.sender, options)
    let open = try await resumption.openIntents()
    for intent in open { _ = try await resumption.resume(intent) }
    read(visit.site.interruptedSends, in: visit.session)
    return .redirect(to: Link("transactions", query: [("resumed", "\(open.count)")]))
  }

  /// Puts the note of what interrupted runs left away, for this session.
  @Sendable private static func read(_ visit: Visit) async throws -> WebAnswer {
    read(visit.site.interruptedSends, in: visit.session)
    return .redirect(to: visit.request.form["back"].flatMap(Link.init(back:)) ?? Link("transactions"))
  }

  private static func read(_ interruptedSends: InterruptedSends, in session: WebSession) {
    session.choices.withLock { $0.readInterruptedSends.formUnion(interruptedSends.numbers) }
  }

  private static func replace(_ visit: Visit, by kind: Attempt.Kind) async throws -> WebAnswer {
    let intent = try await intent(visit)
    let place = Link("transactions", "\(intent.id)")
    let directory = AccountDirectory(try visit.site.keystores()) { _ in nil }
    let account = try await directory.account(holding: intent.account)
    let requested = RequestedAction(by: account, back: place, next: place) { planner, _ in
      try await planner.replacement(of: intent, by: kind)
    }
    return try await ProposalPages.propose(requested, on: visit)
  }
}
