import ContractClient
import Keys
import LectureKit
import NodeRPC
import Operations
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal

extension CommandContext {
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
    switch try await planned(checking, by: account(), at: place, accepting: accepted, plan) {
    case .done(let outcome): return try await report(outcome)
    case .unproven(let obstacle): throw obstacle
    case .simulated(let trial, let warnings):
      for warning in warnings { warn(ofRisk: warning) }
      return DryRun(trial: trial, network: place.network).report
    case .ready(let plan):
      return try await report(
        try await carryOut(plan, by: account(), at: place, details: details, beforeSending: beforeSending))
    }
  }

  /// Plans an action; where only one node says that an earlier one will not be mined, the person is asked whether to
  /// sign another payment. `--yes` does not agree to that.
  private func planned<Outcome>(
    _ checking: StyledText?, by account: ActingAccount, at place: Connection,
    accepting accepted: Set<ReceiverRisk.Kind>, _ plan: (Planner) async throws -> Planned<Outcome>
  ) async throws -> Planned<Outcome> {
    var settings = try await sendingSettings(accepting: accepted)
    let planned = try await self.planned(checking, by: account, at: place, settings, plan)
    guard case .unproven(let obstacle) = planned else { return planned }
    let before = CommandFailure(obstacle)
    try await confirm(
      (obstacle as? OutboxError)?.code == .sameElsewhere
        ? "It was sent on another chain. Send it here, too?" : "Only one node says so. Sign another payment?",
      ["Before": StyledText(before.message, .warning), "Why": StyledText(before.reason ?? "")])
    settings.options.again = true
    return try await self.planned(checking, by: account, at: place, settings, plan)
  }

  private func planned<Outcome>(
    _ checking: StyledText?, by account: ActingAccount, at place: Connection, _ settings: SendingSettings,
    _ plan: (Planner) async throws -> Planned<Outcome>
  ) async throws -> Planned<Outcome> {
    func planner(_ listen: @escaping OperationListener) -> Planner {
      Planner(of: account.address, over: place.connection, settings, receivers: receiverCheck, telling: listen)
    }
    guard let checking else { return try await plan(planner { [self] in tell($0) }) }
    return try await progress(checking) { progress in
      try await plan(planner { [self] in tell($0, on: progress, checking: checking) })
    }
  }

  /// Shows a plan, asks, unlocks the account and carries the plan out.
  func carryOut<Outcome>(
    _ plan: Plan<Outcome>, by account: ActingAccount, at place: Connection, details: Fields = [:],
    beforeSending: () async throws -> Void = {}
  ) async throws -> Outcome {
    let review = plan.review
    for warning in review.warnings { warn(ofRisk: warning) }
    let shown = await fields(of: review, details, by: account, on: place.network)
    let signers = try await unlock(account) {
      try await confirm(StyledText(CommandFailure.capitalised(review.title) + "?"), shown)
    }
    try await beforeSending()
    return try await awaitReceipt { progress in
      try await plan.carryOut(Agreement(toAllOf: review), by: signers) { [self] in
        tell($0, on: progress, checking: "Waiting for the receipt")
      }
    }
  }

  // MARK: Review

  /// A review as fields.
  private func fields(
    of review: Review, _ details: Fields, by account: ActingAccount, on network: Network
  ) async -> Fields {
    var fields = await self.details(of: review, on: network)
    for field in details.fields { fields.add(field.name, field.value) }
    if review.value > .zero { fields.add("Pays", StyledText(network.text(review.value), .strong)) }
    for field in await gasFields(of: review.gas, on: network).fields { fields.add(field.name, field.value) }
    fields.add("From", "\(account.name) \(account.address)")
    fields.add("Network", "\(network.name) (chain \(review.chainID))")
    fields.add("Call", StyledText(review.call))
    for warning in review.warnings {
      switch warning {
      case .sentBefore(let error): fields.add("Sent before", StyledText(error.message, .warning))
      case .unknownHistory(let error): fields.add("Before", Self.sentences(error))
      case .overLimit(let error): fields.add("Limit", Self.sentences(error))
      case .receiver, .contract, .nothingHeld: break
      }
    }
    return fields
  }

  private static func sentences(_ error: any Error) -> StyledText {
    let failure = CommandFailure(error)
    return StyledText([failure.message, failure.reason ?? ""].joined(separator: " "), .warning)
  }

  /// The maximum fee of several equal transactions together; nil for a single one.
  private static func together(_ count: Int, _ gas: GasShares, _ network: Network) -> StyledText? {
    let (wei, overflow) = gas.maximum.wei.multipliedReportingOverflow(by: UInt256(count))
    guard count > 1, !overflow else { return nil }
    return "\(count) transactions, \(network.text(Amount(wei: wei))) of gas at most"
  }

  /// The parameters of an action that its title and its call do not show well.
  private func details(of review: Review, on network: Network) async -> Fields {
    var fields: Fields = [:]
    switch review.action {
    case .rating(_, let scores):
      for (question, value) in zip(Scores.questions, scores.values) {
        fields.add(CommandFailure.capitalised(question), "\(value)")
      }
    case .settlement(_, let held): fields.add("Pays out", held.map { StyledText(network.text($0)) })
    case .opening(_, let title): if !title.isEmpty { fields.add("Title", StyledText(title)) }
    case .withdrawal(let amount): fields.add("Receives", StyledText(network.text(amount)))
    case .transfer(let recipient, let isContract):
      fields.add("To", await named(recipient) + (isContract ? StyledText(" (a contract)", .warning) : ""))
    case .tokenTransfer(let amount, let token, let recipient):
      fields.add("To", await named(recipient))
      fields.add("Tokens", StyledText(token.text(amount), .strong))
      fields.add("Token", token.description)
    case .call(let contract): fields.add("Contract", "\(contract)")
    case .deployment(let constructor, let bytes):
      fields.add("Constructor", StyledText(constructor))
      fields.add("Code", "\(bytes) bytes")
    case .accountUpdate(let present, let next):
      fields.add("Key now", StyledText(present.words))
      fields.add("Key then", StyledText(next.words, .strong))
    case .replacement(let intent): fields.add("Instead of", StyledText(intent.lastAttempt?.hash.hex ?? ""))
    case .closingGaps(let count): fields.add("Together", Self.together(count, review.gas, network))
    case .purchase, .reopening, .reclaim, .waiting: break
    }
    return fields
  }

  /// Says what is dangerous about an action before anybody is asked; the other warnings are part of the question.
  private func warn(ofRisk warning: ReviewWarning) {
    switch warning {
    case .receiver(let risk), .contract(let risk): warn(risk.warning)
    case .nothingHeld(let lecture):
      warn("Lecture \(lecture) holds nothing: to settle it pays nobody. Perhaps it is settled already.")
    case .sentBefore, .unknownHistory, .overLimit: break
    }
  }

  // MARK: Outcome

  /// The receipt as fields, for the end of every sending command.
  ///
  /// - Parameter isTold: whether it was said already that an earlier run did it.
  func fields(of receipt: CallReceipt, at place: Connection, earlierIsTold isTold: Bool = false) -> Fields {
    var fields: Fields = [:]
    var mined = MinedTransaction(receipt)
    if isTold { mined.earlier = nil }
    if receipt.value > .zero { fields.add("Paid", StyledText(place.network.text(receipt.value))) }
    for field in mined.fields(on: place.network).fields { fields.add(field.name, field.value) }
    return fields
  }
}

extension CallReceipt {
  /// The transaction in the output of `--json`.
  func json(on network: Network) -> JSON { MinedTransaction(self).json(on: network) }
}
