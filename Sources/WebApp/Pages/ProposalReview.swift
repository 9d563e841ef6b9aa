import Exchange
import Keystores
import LectureKit
import Markup
import Operations
import Outbox
import Primitives
import Tokens

/// The page for confirming an action: what will be sent or signed, with every digit, its warnings, and the password.
struct ProposalReview: Sendable {
  let proposal: Proposal
  let visit: Visit
  let problems: [FieldProblem]
  /// Whether something changed since somebody looked.
  let isChanged: Bool

  /// The name of the field with the number of the showing that a form agrees to.
  static let shownField = "shown"

  var page: Page {
    get async {
      let shown = proposal.shown
      let consent = shown.prepared.consent
      let lines = await lines(of: consent)
      let left = max(1, (proposal.end - visit.site.options.clock() + 59) / 60)
      return Page(ProposalTitle(proposal: proposal, visit: visit).text, nil) {
        Element.problems(problems, title: visit.text(LayoutText.problem))
        if isChanged { Element.note(visit.text(FormText.changed), .warning) }
        Element("p", ["class": "quiet"]) {
          // Of a review that is shown anew it stands above; of what is only signed it is said below.
          if !isChanged, consent.isSent { visit.text(FormText.nothingBefore) + " " }
          visit.text(FormText.valid(minutes: left))
        }
        lines
        Element.form(visit, to: Link("proposals", proposal.id, "confirm")) {
          Element("input", ["type": "hidden", "name": Self.shownField, "value": "\(shown.number)"])
          warnings(consent)
          unlocking
          Element("div", ["class": "actions"]) {
            Element.submit(visit.text(consent.isSent ? FormText.confirm : .confirmSigning))
            Element.action(visit.text(FormText.cancel), to: proposal.requested.back)
          }
        }
      }
    }
  }

  // MARK: Lines

  private func lines(of consent: Consent) async -> [Element.Node] {
    let texts = visit.site.texts
    switch consent {
    case .order(let plan):
      return [
        .element(facts.element(texts.lines(of: plan, by: proposal.requested.account, in: visit.language))),
        .element(.paragraph(visit.text(FormText.signsOnly))),
      ]
    case .description(let wanted):
      return DescriptionTerms(visit: visit, wanted: wanted).content
    case .transactions(let reviews):
      var nodes: [Element.Node] = []
      for review in reviews {
        if reviews.count > 1 {
          nodes.append(.element(Element("h2") { texts.question(review, on: proposal.network, in: visit.language) }))
        }
        nodes.append(.element(await facts.element(of: review)))
        if case .deal(let deal) = review.action { nodes += Element.withFees(deal.deal.plan.withFees, visit) }
      }
      if reviews.count > 1 { nodes.append(.element(await sum(of: reviews))) }
      return nodes
    }
  }

  private var facts: ReviewFacts {
    ReviewFacts(visit: visit, account: proposal.requested.account, network: proposal.network)
  }

  /// The most that all of them take together.
  private func sum(of reviews: [Review]) async -> Element {
    let money = await visit.money(of: proposal.network)
    let sum = reviews.reduce(Amount.zero) { (try? $0.adding($1.maximumCost)) ?? Amount(wei: .max) }
    return Element("p", ["class": "note"]) {
      visit.text(FormText.oneByOne(reviews.count)) + " "
      Element("strong") { "\(visit.text(FormText.atMost)): \(money.text(sum))" }
    }
  }

  // MARK: Fields

  private func warnings(_ consent: Consent) -> [Element.Node] {
    consent.warnings.enumerated().map { index, warning in
      let name = "accept-\(index)"
      return .element(
        Element("div", ["class": "note warning"]) {
          Element.paragraph(visit.site.texts.warning(warning, in: visit.language))
          if warning.kind != nil {
            if let problem = problems.first(where: { $0.field == name }) {
              Element.paragraph(problem.text, ["class": "problem"])
            }
            Element.box(visit.text(FormText.accepting(warning)), name, isTicked: visit.request.form.has(name))
          }
        })
    }
  }

  private var unlocking: [Element.Node] {
    let account = proposal.requested.account
    if visit.session.keys(of: account.name) != nil {
      return [.element(.paragraph(visit.text(FormText.unlocked(account.name)), ["class": "quiet"]))]
    }
    return [
      .element(
        Element.field(
          visit.text(FormText.password(UntrustedText.shown(account.name))), "password",
          problem: problems.first { $0.field == "password" },
          ["type": "password", "autocomplete": "current-password"])),
      .element(Element.box(visit.text(FormText.keepUnlocked(seconds: visit.site.options.lockAfter)), "keep")),
    ]
  }
}

/// The question that a proposal asks.
struct ProposalTitle: Sendable {
  let proposal: Proposal
  let visit: Visit

  var text: String {
    let texts = visit.site.texts
    switch proposal.prepared.consent {
    case .order(let plan): return texts.question(plan, in: visit.language)
    case .description(let wanted): return visit.text(DescribePageText.question(wanted.description.lecture))
    case .transactions(let reviews):
      guard reviews.count == 1 else { return visit.text(FormText.sendAll(reviews.count)) }
      return texts.question(reviews[0], on: proposal.network, in: visit.language)
    }
  }
}

/// The parts of a proposal with what became of each, from its first moment to its end.
struct ProposalProgress: Sendable {
  let proposal: Proposal
  /// The transaction, where it is known.
  var intent: Intent?
  let visit: Visit

  /// The words for what became of it, once it is done.
  var end: String {
    switch cancellation {
    case true?: visit.text(TransactionPageText.cancelled)
    case false?: visit.text(TransactionPageText.tooLate)
    case nil: visit.text(proposal.trade.map { $0.run.extent == .complete } ?? true ? FormText.done : .tradedInPart)
    }
  }

  /// Whether a cancellation took the place of what it was to cancel; nil where none was asked for.
  private var cancellation: Bool? {
    guard let intent, case .transactions(let reviews) = proposal.prepared.consent,
      case .replacement(_, .cancellation)? = reviews.first?.action
    else { return nil }
    return intent.state == .cancelled
  }

  var content: [Element.Node] {
    guard case .transactions(let reviews) = proposal.prepared.consent, reviews.count > 1 else {
      if case .done = proposal.state {
        if case .description = proposal.prepared.consent {
          return [.element(.note(visit.text(DescribePageText.signed), .good))]
        }
        if case .order(let plan) = proposal.prepared.consent {
          let time = visit.site.texts.time(Int64(clamping: plan.expiry), in: visit.language)
          return [.element(.note(visit.text(WalletTradeText.stands(until: time)), .good))]
        }
        if let trade = proposal.trade { return Self.notes(on: trade.run, of: trade.deal, visit) }
        // Nothing was signed for it: another tab, browser or terminal was first.
        guard let intent else { return [.element(.note(visit.text(FormText.doneEarlier), .good))] }
        let label = UntrustedText.shown(visit.site.texts.label(of: intent, in: visit.language))
        guard let cancellation else { return [.element(.note(label, .good))] + payments + allowed }
        return [
          .element(
            .note(
              ReadingPageText.sentence(
                cancellation ? TransactionPageText.cancelledNote : .tooLateNote,
                isOneNodesWord: intent.evidence == nil, visit),
              cancellation ? .good : .warning)),
          .element(.paragraph(label)),
        ]
      }
      // It was asked and answered: by now it is no question any more.
      guard case .transactions(let reviews) = proposal.prepared.consent, let review = reviews.first else { return [] }
      return [.element(.paragraph(label(of: review)))]
    }
    let steps = proposal.steps
    return [
      .element(
        Element("ol") {
          for (index, review) in reviews.enumerated() {
            Element("li") {
              label(of: review) + " "
              Element("span", ["class": look(of: index, after: steps)]) {
                visit.text(state(of: index, after: steps))
              }
            }
          }
        })
    ] + payments
  }

  private var allowed: [Element.Node] {
    guard case .transactions(let reviews) = proposal.prepared.consent,
      case .allowance(let amount, _, _, _)? = reviews.first?.action, amount?.units != 0
    else { return [] }
    return [.element(.paragraph(visit.text(ExchangePageText.onlyAllowed)))]
  }

  private var payments: [Element.Node] {
    SettlementPayments(settlements: proposal.settlements, network: proposal.network, visit: visit).content
  }

  private func label(of review: Review) -> String {
    UntrustedText.shown(visit.site.texts.label(of: review, in: visit.language))
  }

  /// The outcome of a trade: an exchange may fill less than was agreed to, and a token keep a part.
  private static func notes(on run: DealRun, of deal: ReviewedDeal, _ visit: Visit) -> [Element.Node] {
    visit.site.texts.lines(of: run, as: deal, in: visit.language).enumerated().map { index, line in
      let isGood = index == 0 && run.extent == .complete
      return .element(.note(UntrustedText.shown(line.value, limit: 600), isGood ? .good : .warning))
    }
  }

  private func state(of index: Int, after steps: Int) -> FormText {
    if index < steps { return .stepDone }
    switch proposal.state {
    case .underWay where index == steps: return .stepUnderWay
    case .failed where index == steps: return .stepFailed
    case .waiting, .underWay, .done, .failed: return .stepNotSent
    }
  }

  private func look(of index: Int, after steps: Int) -> String {
    if index < steps { return "badge good" }
    if case .failed = proposal.state, index == steps { return "badge bad" }
    return "badge"
  }
}
