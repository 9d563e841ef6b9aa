import ArgumentParser
import ContractABI
import ContractClient
import LectureKit
import Localization
import NodeRPC
import Operations
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal
import Transactions

/// `lectures tx resume`: resumes transactions left by an interrupted run.
struct TransactionResume: DryRunCommand {
  static let configuration = CommandConfiguration(
    "resume", "Resume transactions left by an interrupted run.",
    examples: [
      "lectures tx resume": "all that no running command works on",
      "lectures tx resume 12": "one, by its number in the list",
      "lectures tx resume --from alice": "those of one account alone",
      "lectures tx resume 12 --fee-service http://127.0.0.1:8090": "one whose fee a service is to pay",
    ],
    after: """
      A signed transaction is looked for on the chain, and broadcast again if no node knows it: the bytes are the \
      same, so nothing can be paid twice. A transaction that was never signed expires, unless it waits for its gas \
      price: then it waits on once you agree, which needs the account's key. Otherwise a key is needed only where a \
      nonce is missing below pending transactions: an empty transaction fills the gap once you agree. A transaction \
      that was given to a fee delegation service, and that no node knows, is given to the service you name, as it was \
      signed.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var agreement: AgreementOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup(title: SpendingOptions.title) var spendingOptions: SpendingOptions
  @OptionGroup(title: TrackingOptions.title) var trackingOptions: TrackingOptions
  @OptionGroup(title: FiatOptions.title) var fiatOptions: FiatOptions
  @OptionGroup var trial: DryRunOptions
  @OptionGroup var service: FeeServiceOptions
  @Argument(help: "The transaction's number in `lectures tx list`.") var number: Int64?

  func run(in context: CommandContext) async throws -> Report {
    guard let outbox = try context.outbox.written() else { return report([], in: context) }
    try await context.progress(context.language[ResumingText.checkingOutbox]) { _ in try await outbox.check() }
    let place = try await context.nodes.connection(on: try context.settings.network(), outbox: outbox)
    let payer = try await context.choices.feeService(service)
    let resumption = Resumption(over: place.connection.sender, try await context.choices.options(), service: payer)
    let account = context.options.account == nil ? nil : try await context.accounts.address(of: nil)
    let open: [Intent]
    if let number {
      open = try await resumption.openIntents(number: number, of: account, toTakeUp: !trial.dryRun)
    } else {
      open = try await context.progress(context.language[ResumingText.lookingAgain]) { _ in
        try await resumption.openIntents(of: account)
      }
    }
    if trial.dryRun { return try await foretold(open, resumption, place.connection.sender, in: context) }
    var outcomes = try await context.progress(context.language[ResumingText.takingUp]) { progress in
      var outcomes: [ResumedIntent] = []
      for (index, intent) in open.enumerated() {
        progress.update(
          context.language[ResumingText.takingUpOne(index + 1, of: open.count, IntentLabel(intent.label))])
        outcomes.append(try await resumption.resume(intent))
      }
      return outcomes
    }
    for account in Set(open.map(\.account)).sorted() {
      var gaps: [UInt64] = []
      do {
        gaps = try await place.connection.sender.nonces.gaps(of: account)
        try await close(gaps, of: account, at: place, in: context, &outcomes)
      } catch {
        try Task.checkCancellation()
        // An account that cannot be helped is no reason to leave the others alone.
        for (index, outcome) in outcomes.enumerated()
        where outcome.intent.account == account && outcome.pending != nil
          && outcome.intent.nonce ?? .max > gaps.first ?? 0
        {
          outcomes[index] = ResumedIntent(outcome.intent, failure: error)
        }
      }
    }
    for index in outcomes.indices where outcomes[index].intent.state == .waiting {
      let intent = outcomes[index].intent
      outcomes[index] = try await resumption.outcome(of: intent) {
        try await goOn(waiting: intent, at: place, in: context)
        return nil
      }
    }
    for index in outcomes.indices where outcomes[index].pending != nil {
      let label = IntentLabel(outcomes[index].intent.label)
      outcomes[index] = try await context.progress(context.language[ResumingText.waiting(label)]) { [outcomes] _ in
        try await resumption.awaitReceipt(of: outcomes[index])
      }
    }
    for index in outcomes.indices {
      outcomes[index] = await resumption.explained(outcomes[index]) { context.settings.knownABI(of: $0)?.errors ?? [] }
    }
    return report(outcomes, in: context)
  }

  /// Goes on waiting for the price of one that nobody waits for any more, and sends it then.
  private func goOn(waiting intent: Intent, at place: Connection, in context: CommandContext) async throws {
    guard try await place.connection.sender.outbox.isAbandoned(intent) else { return }
    var settings = try await context.choices.settings()
    if let wait = intent.wait { try context.choices.choosePrice(&settings.options.fees, waiting: wait) }
    let (language, label) = (context.language, IntentLabel(intent.label))
    let plan = try await context.progress(language[ResumingText.pricing(label)]) { [settings] _ in
      do {
        return try await Planner(of: intent.account, over: place.connection, settings) { context.events.tell($0) }
          .waiting(intent, place.session)
      } catch let error as LectureError {
        throw CommandFailure(error).advisingAlso(TransactionAdvice.giveUp(intent.id))
      }
    }
    var fields = IntentView(intent, in: context.settings).fields(in: language)
    let review = ReviewText(names: context.names, money: try await context.runner.money(at: place))
    for field in await review.gasFields(of: plan.review.gas).fields {
      fields.add(field.name, field.value)
    }
    let shown = fields
    let account = try await context.accounts.account(holding: intent.account)
    let signer = try await context.accounts.keys(of: account) {
      try await context.prompts.confirm(language[ResumingText.goOnWaiting], shown)
    }
    try await context.progress(language[ResumingText.waiting(label)]) { _ in
      _ = try await plan.carryOut(Agreement(), by: Signers(signer)) { context.events.tell($0) }
    }
  }

  /// Sends empty transactions with the nonces missing below pending transactions, which else wait for ever.
  ///
  /// - Parameter outcomes: gets the transactions sent for that.
  private func close(
    _ gaps: [UInt64], of address: Address, at place: Connection, in context: CommandContext,
    _ outcomes: inout [ResumedIntent]
  ) async throws {
    guard let first = gaps.first else { return }
    context.warn(context.language[ResumingText.missingNonces(first: first, count: gaps.count)])
    let account = try await context.accounts.account(holding: address)
    let planner = Planner(
      of: address, over: place.connection, try await context.choices.settings(), receivers: context.names.receiverCheck)
    guard case .ready(let plan) = try await planner.fillingNonceGaps(gaps) else { return }
    let fillers = try await context.runner.carryOut(
      plan, by: account, showing: try await context.runner.money(at: place))
    outcomes += fillers.map { ResumedIntent($0, pending: $0.lastAttempt) }
  }

  private func report(_ outcomes: [ResumedIntent], in context: CommandContext) -> Report {
    let language = context.language
    var table = IntentView.table(in: language)
    table.placeholder = StyledText(language[TransactionText.nothingOpen])
    var items: [JSON] = []
    for outcome in outcomes {
      let view = IntentView(outcome.intent, in: context.settings)
      table.add(cells: view.row(in: language))
      var object = view.json.object ?? [:]
      if let failure = outcome.failure.map(CommandFailure.init) { object["error"] = failure.json }
      items.append(.object(object))
    }
    let failures = outcomes.compactMap(\.failure).map(CommandFailure.init)
    let failure = failures.first.map { first in
      CommandFailure(
        .init("resumeIncomplete", first.status),
        TransactionRefusal.stillOpen(failures.count, of: outcomes.count, first))
    }
    return Report(["intents": .array(items)], failure: failure) { table }
  }
}

extension CommandFailure.Code {
  /// A number that the outbox does not have.
  static let unknownIntent = Self("unknownIntent", .failure)
}
