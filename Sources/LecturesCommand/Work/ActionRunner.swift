import EVM
import Localization
import Operations
import Outbox
import Sending
import Simulation
import Terminal

/// Plans actions, shows and confirms them, carries them out and reports how they ended.
struct ActionRunner: Sendable {
  let prompts: Prompts
  let accounts: Accounts
  let names: KnownNames
  let nodes: Nodes
  let choices: SendingChoices
  let events: RunEvents

  /// Plans an action, shows what it costs, asks, unlocks the account, carries it out and reports the outcome; what an
  /// earlier run did is reported at once, and a dry run with its simulated outcome.
  ///
  /// - Parameters:
  ///   - checking: the line shown meanwhile; nil for a plan that asks for something itself.
  ///   - accepted: the risks of the receiver that are agreed to where nobody is asked.
  ///   - details: further facts that the person should see before saying yes.
  ///   - beforeSending: work to do once a person has said yes and before anything is sent.
  func carryOut<Outcome>(
    _ checking: StyledText?, by account: @autoclosure () -> ActingAccount, at place: Connection,
    accepting accepted: Set<ReceiverRisk.Kind> = [], details: Fields = [:],
    plan: (Planner) async throws -> Planned<Outcome>, beforeSending: () async throws -> Void = {},
    report: (Outcome) async throws -> Report
  ) async throws -> Report {
    // Sources of rates are asked beside the node, if anybody is to see an amount.
    async let money = money(at: place)
    switch try await planned(checking, by: account(), at: place, accepting: accepted, plan) {
    case .done(let outcome): return try await report(outcome)
    case .unproven(let obstacle): throw obstacle
    case .simulated(let trial, let action, let warnings):
      for warning in warnings { warn(ofRisk: warning) }
      var run = DryRunReport(trial: trial, network: place.network, language: prompts.console.language)
      if prompts.showsReviews {
        run.details = await ReviewText(names: names, money: try await money).details(of: action)
        run.call = ReviewText.call(trial.call, of: action)
      }
      return run.report
    case .ready(let plan):
      return try await report(
        try await carryOut(plan, by: account(), showing: money, details: details, beforeSending: beforeSending))
    }
  }

  /// Shows a deal that is to be sent once the exchanges may move its tokens, and asks for agreement to it before these are
  /// let.
  func agree(
    _ checking: StyledText, by account: ActingAccount, at place: Connection,
    preview: (Planner) async throws -> DealPreview
  ) async throws -> DealPreview {
    async let money = money(at: place)
    let settings = try await choices.settings()
    let preview = try await Progress.show(checking, on: prompts.console) { [events, names] progress in
      try await preview(
        Planner(of: account.address, over: place.connection, settings, receivers: names.receiverCheck) {
          events.tell($0, on: progress, checking: checking)
        })
    }
    let shown = await ReviewText(names: names, money: try await money).details(of: preview.action)
    let title = ActionTitle(preview.title, preview.action, on: place.network)
    try await prompts.confirm(StyledText(prompts.console.language[title]), shown)
    return preview
  }

  /// Plans an action; where only one node says that an earlier one will not be mined, the person is asked whether to
  /// sign another payment. `--yes` does not agree to that.
  private func planned<Outcome>(
    _ checking: StyledText?, by account: ActingAccount, at place: Connection,
    accepting accepted: Set<ReceiverRisk.Kind>, _ plan: (Planner) async throws -> Planned<Outcome>
  ) async throws -> Planned<Outcome> {
    var settings = try await choices.settings(accepting: accepted)
    let planned = try await self.planned(checking, by: account, at: place, settings, plan)
    guard case .unproven(let obstacle) = planned else { return planned }
    let language = prompts.console.language
    let before = CommandFailure(obstacle).words(in: language)
    try await prompts.confirm(
      language[(obstacle as? OutboxError)?.code == .sameElsewhere ? WarningText.sentOnOtherChain : .onlyOneNodeSays],
      [
        language[Label.before]: StyledText(before.message, .warning),
        language[Label.why]: StyledText(before.reason ?? ""),
      ])
    settings.options.intent.again = true
    return try await self.planned(checking, by: account, at: place, settings, plan)
  }

  private func planned<Outcome>(
    _ checking: StyledText?, by account: ActingAccount, at place: Connection, _ settings: SendingSettings,
    _ plan: (Planner) async throws -> Planned<Outcome>
  ) async throws -> Planned<Outcome> {
    func planner(_ listen: @escaping OperationListener) -> Planner {
      Planner(of: account.address, over: place.connection, settings, receivers: names.receiverCheck, telling: listen)
    }
    guard let checking else { return try await plan(planner { [events] in events.tell($0) }) }
    return try await Progress.show(checking, on: prompts.console) { progress in
      try await plan(planner { [events] in events.tell($0, on: progress, checking: checking) })
    }
  }

  /// The money that a review shows amounts in; without its value where nobody sees a review.
  func money(at place: Connection) async throws -> Money {
    guard prompts.showsReviews else {
      return Money(network: place.network, language: prompts.console.language, valuation: nil)
    }
    return try await nodes.money(of: place.network)
  }

  /// Shows a plan, asks, unlocks the account and carries the plan out.
  func carryOut<Outcome>(
    _ plan: Plan<Outcome>, by account: ActingAccount, showing money: Money, details: Fields = [:],
    beforeSending: () async throws -> Void = {}
  ) async throws -> Outcome {
    let review = plan.review
    for warning in review.warnings { warn(ofRisk: warning) }
    let shown = await ReviewText(names: names, money: money).fields(of: review, details, by: account)
    let signers = try await accounts.unlock(account) {
      try await prompts.confirm(StyledText(prompts.console.language[ActionTitle(review, on: money.network)]), shown)
    }
    try await beforeSending()
    return try await events.awaitReceipt { progress in
      try await plan.carryOut(Agreement(toAllOf: review), by: signers) { [self] in
        events.tell($0, on: progress, checking: prompts.console.language[ProgressText.waitingForReceipt])
      }
    }
  }

  /// The report of a transaction that is simulated and not sent.
  ///
  /// - Throws: The node's objection.
  func dryRun(at place: Connection, simulate: (StateCache?) async throws -> DryRunOutcome) async throws -> Report {
    let trial = try await Progress.show(prompts.console.language[ProgressText.trying], on: prompts.console) { _ in
      try await simulate(choices.settings.stateCache)
    }
    return DryRunReport(trial: trial, network: place.network, language: prompts.console.language).report
  }

  /// Says what is dangerous about an action before anybody is asked; the other warnings are part of the question.
  func warn(ofRisk warning: ReviewWarning) {
    switch warning {
    case .receiver(let risk), .contract(let risk): prompts.console.warn(prompts.console.language[ReceiverWarning(risk)])
    case .nothingHeld(let lecture):
      prompts.console.warn(prompts.console.language[WarningText.nothingHeld(lecture)])
    case .sentBefore, .unknownHistory, .overLimit: break
    }
  }
}
