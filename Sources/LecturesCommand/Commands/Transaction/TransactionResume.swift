import ArgumentParser
import ContractABI
import ContractClient
import LectureKit
import NodeRPC
import Primitives
import Sending
import StrictJSON
import Terminal
import Transactions

/// `lectures tx resume`: resumes transactions left by an interrupted run.
struct TransactionResume: TrialCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Resume transactions left by an interrupted run.",
    discussion: Help.examples(
      [
        "lectures tx resume": "all that no running command works on",
        "lectures tx resume 12": "one, by its number in the list",
        "lectures tx resume 12 --fee-service http://127.0.0.1:8090": "one whose fee a service is to pay",
      ],
      after: """
        A signed transaction is looked for on the chain, and broadcast again if no node knows it: the bytes are the \
        same, so nothing can be paid twice. A transaction that was never signed is marked as expired, unless it waits \
        for its gas price: then it goes on waiting once you agree, which needs its key. Otherwise a key is needed only \
        where a nonce is missing below pending transactions: an empty transaction fills the gap once you agree. A \
        transaction that was given to a fee delegation service, and that no node knows, is given to the service you \
        name, as it was signed.
        """))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var agreement: AgreementOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup(title: SpendingOptions.title) var spendingOptions: SpendingOptions
  @OptionGroup(title: TrackingOptions.title) var trackingOptions: TrackingOptions
  @OptionGroup var trial: DryRunOptions
  @OptionGroup var service: FeeServiceOptions
  @Argument(help: "The transaction's number in `lectures tx list`.") var number: Int64?

  func run(in context: CommandContext) async throws -> Report {
    guard let outbox = try context.writtenOutbox() else { return report([], in: context) }
    try await context.progress("Checking the outbox") { _ in try await outbox.check() }
    let place = try await context.connection(on: try context.settings.network(), outbox: outbox)
    let sender = place.connection.sender
    let chain = try await sender.chain()
    let options = try await context.sendOptions()
    let open: [Intent]
    if let number {
      guard let known = try await outbox.intent(number), known.chain == chain else {
        throw CommandFailure(
          .unknownIntent, "There is no number \(number) for this chain in the outbox.",
          advice: "Look: lectures tx list")
      }
      var intent = try await sender.lookAgain(at: known, options: options)
      // One without bytes of its own was sent again under another number.
      let isRefused = intent.state == .unpublished && intent.isOpen
      if isRefused, !trial.dryRun { intent = try await sender.reopen(intent) }
      open = intent.state.isLive || isRefused ? [intent] : []
    } else {
      try await context.progress("Looking again at what was mined") { _ in try await sender.lookAgain(options) }
      open = try await outbox.intents(IntentFilter(chain: chain, isLive: true, limit: .max)).reversed()
    }
    if trial.dryRun { return try await foretold(open, sender, in: context) }
    let payer = try await context.feeService(service)
    var outcomes = try await context.progress("Taking up") { progress in
      var outcomes: [Outcome] = []
      for (index, intent) in open.enumerated() {
        progress.update("\(index + 1) of \(open.count): \(intent.label)")
        outcomes.append(try await Self.takeUp(intent, sender, outbox, options, payer))
      }
      return outcomes
    }
    for account in Set(open.map(\.account)).sorted() {
      var gaps: [UInt64] = []
      do {
        gaps = try await sender.gaps(of: account)
        try await close(gaps, of: account, at: place, in: context, &outcomes)
      } catch {
        try Task.checkCancellation()
        // One that cannot be helped is no reason to leave the others alone.
        for (index, outcome) in outcomes.enumerated()
        where outcome.intent.account == account && outcome.pending != nil
          && outcome.intent.nonce ?? .max > gaps.first ?? 0
        {
          outcomes[index] = Outcome(intent: outcome.intent, failure: CommandFailure(error))
        }
      }
    }
    for index in outcomes.indices where outcomes[index].intent.state == .waiting {
      outcomes[index] = try await Self.outcome(of: outcomes[index].intent, outbox) {
        try await goOn(waiting: outcomes[index].intent, at: place, in: context)
        return nil
      }
    }
    for index in outcomes.indices {
      let taken = outcomes[index]
      guard let attempt = taken.pending else { continue }
      outcomes[index] = try await context.progress("Waiting for \(taken.intent.label)") { _ in
        try await Self.outcome(of: taken.intent, outbox) {
          do {
            _ = try await sender.confirmed(
              try SignedTransaction(decoding: attempt.raw), from: taken.intent.account, label: taken.intent.label,
              options: options)
          } catch let error as SendingError where error.code == .cancelled {}  // Ended, as its state tells.
          return nil
        }
      }
    }
    for index in outcomes.indices { outcomes[index].intent = await explained(outcomes[index].intent, sender, context) }
    return report(outcomes, in: context)
  }

  /// The intent with the reason why it failed on the chain, if it did.
  private func explained(_ intent: Intent, _ sender: TransactionSender, _ context: CommandContext) async -> Intent {
    guard intent.state == .reverted, intent.reason == nil else { return intent }
    for attempt in intent.attempts.reversed() {
      guard let receipt = try? await sender.node.transactionReceipt(attempt.hash), receipt.status == false,
        let transaction = try? SignedTransaction(decoding: attempt.raw).transaction
      else { continue }
      _ = await sender.failure(
        of: transaction, from: intent.account, receipt: receipt,
        errors: context.knownABI(of: transaction.to)?.errors ?? [])
    }
    return (try? await sender.outbox.intent(intent.id)) ?? intent
  }

  private struct Outcome: Sendable {
    var intent: Intent
    var pending: Attempt?
    let failure: CommandFailure?
  }

  private static func takeUp(
    _ intent: Intent, _ sender: TransactionSender, _ outbox: Outbox, _ options: SendOptions, _ service: FeeService?
  ) async throws -> Outcome {
    try await outcome(of: intent, outbox) {
      switch try await sender.resume(intent, options: options) {
      case .pending where service != nil && intent.lastAttempt?.isHandedOver == true:
        // It may have been about to replace the transaction that the nodes know.
        return try await handOver(intent, sender, outbox, to: service)
      case .pending(let attempt): return attempt
      case .mined(let attempt, _):
        // It may have fewer confirmations than are asked for.
        return try await outbox.intent(intent.id)?.state.isLive == true ? attempt : nil
      case .missing where intent.lastAttempt?.isHandedOver == true:
        return try await handOver(intent, sender, outbox, to: service)
      case .missing, .replaced, .undecided: return nil
      }
    }
  }

  /// Gives a service the bytes that its sender signed once more.
  private static func handOver(
    _ intent: Intent, _ sender: TransactionSender, _ outbox: Outbox, to service: FeeService?
  ) async throws -> Attempt? {
    guard let service, let part = intent.lastAttempt else {
      throw CommandFailure(
        .init("handedOver", .failure), "Nobody can tell whether the fee delegation service sent it.",
        reason: "No node knows it, and only the service has all of it.", call: intent.label, advice: intent.waysOut)
    }
    let half = try PartlySignedTransaction(decoding: part.raw, chainID: intent.chain.chainID)
    _ = try await sender.send(half, through: service, label: intent.label)
    return try await outbox.intent(intent.id)?.lastAttempt
  }

  private static func outcome(
    of intent: Intent, _ outbox: Outbox, _ work: () async throws -> Attempt?
  ) async throws -> Outcome {
    do {
      let pending = try await work()
      return Outcome(intent: try await outbox.intent(intent.id) ?? intent, pending: pending, failure: nil)
    } catch {
      // A person who wants to stop does not want to hear of the others.
      try Task.checkCancellation()
      return Outcome(intent: try await outbox.intent(intent.id) ?? intent, failure: CommandFailure(error))
    }
  }

  /// Goes on waiting for the price of one that nobody waits for any more, and sends it then.
  private func goOn(waiting intent: Intent, at place: Connection, in context: CommandContext) async throws {
    let sender = place.connection.sender
    guard try await sender.outbox.isAbandoned(intent) else { return }
    guard intent.isPlain, let wait = intent.wait else {
      let key = intent.key?.description ?? ""
      let id = key.hasPrefix("id ") ? " (--id \(PlainText.escaped(String(key.dropFirst(3)))))" : ""
      throw CommandFailure(
        .usage, "Number \(intent.id) can go on only by the command that began it.",
        reason: "Its row does not tell who else pays, or what of Kaia's own it does.", call: intent.label,
        advice: "Give that command again, just as it was\(id); or give it up: lectures tx cancel \(intent.id)")
    }
    let account = try await context.account(holding: intent.account)
    var options = try await context.sendOptions()
    (options.key, options.equalWithin, options.limits) = (intent.key, nil, nil)
    // A person who is asked may take his time: by then another process may have sent it.
    options.waiting = intent.id
    try context.choosePrice(&options, waiting: wait)
    let request = SendRequest(
      from: intent.account, to: intent.to, value: intent.value, data: intent.data, label: intent.label)
    options.beforeSigning = try await recheck(of: intent, at: place)
    let chosen = options
    let prepared = try await context.progress("Pricing \(intent.label)") { _ in
      do {
        try await chosen.beforeSigning?()
      } catch let error as LectureError {
        var failure = CommandFailure(error)
        failure.advice = [failure.advice, "Give this one up: lectures tx cancel \(intent.id)"].compactMap { $0 }
          .joined(separator: " ")
        throw failure
      }
      return try await sender.prepare(request, options: chosen)
    }
    var fields = IntentView(intent, in: context.settings).fields
    for field in await context.gasFields(of: prepared, on: place.network).fields { fields.add(field.name, field.value) }
    let shown = fields
    let signer = try await context.keys(of: account) {
      try await context.confirm("Go on waiting for its price?", shown)
    }
    try await context.progress("Waiting for \(intent.label)") { _ in
      _ = try await sender.send(prepared, signer: signer, options: chosen).confirmed(chosen)
    }
  }

  /// The check that a lecture still is as it was agreed to; nil for an intent that is about no lecture.
  private func recheck(of intent: Intent, at place: Connection) async throws -> (@Sendable () async throws -> Void)? {
    guard let contract = LectureClient.contract(of: intent) else { return nil }
    var session = place.session
    session.contract = contract
    let client = try await LectureClient.connect(session, over: place.connection)
    return { try await client.checkAgain(intent) }
  }

  /// Sends empty transactions with the nonces missing below pending transactions, which else wait for ever.
  ///
  /// - Parameter outcomes: gets the transactions sent for that.
  private func close(
    _ gaps: [UInt64], of address: Address, at place: Connection, in context: CommandContext, _ outcomes: inout [Outcome]
  ) async throws {
    guard let first = gaps.first else { return }
    let sender = place.connection.sender
    context.warn(
      "\(gaps.count == 1 ? "Nonce \(first) is" : "\(gaps.count) nonces from \(first) on are") missing below what waits: an empty transaction has to take \(gaps.count == 1 ? "its" : "each") place."
    )
    let account = try await context.account(holding: address)
    let prepared = try await sender.prepareFiller(of: address)
    let (signer, options) = try await context.authorise(
      "close \(gaps.count == 1 ? "the gap" : "\(gaps.count) gaps")", prepared, by: account, at: place,
      details: Self.total(of: prepared, times: gaps.count, on: place.network),
      key: IntentKey("gap"))
    try await context.progress("Closing") { _ in
      for nonce in gaps {
        var options = options
        // Each has the same content as the one before.
        (options.nonce, options.equalWithin) = (nonce, nil)
        let sent = try await sender.send(prepared, signer: signer, options: options)
        guard let filler = try await sender.outbox.intent(sent.intent) else { continue }
        outcomes.append(Outcome(intent: filler, pending: filler.lastAttempt, failure: nil))
      }
    }
  }

  /// The maximum fee of several equal transactions together; empty for a single one.
  private static func total(of prepared: PreparedTransaction, times count: Int, on network: Network) -> Fields {
    let (wei, overflow) = prepared.maximumFee.wei.multipliedReportingOverflow(by: UInt256(count))
    guard count > 1, !overflow else { return [:] }
    return ["Together": "\(count) transactions, \(network.roundedText(Amount(wei: wei))) of gas at most"]
  }

  private func report(_ outcomes: [Outcome], in context: CommandContext) -> Report {
    var table = IntentView.table
    table.placeholder = "Nothing is open."
    var items: [JSON] = []
    for outcome in outcomes {
      let view = IntentView(outcome.intent, in: context.settings)
      table.add(cells: view.row)
      var object = view.json.object ?? [:]
      if let failure = outcome.failure { object["error"] = failure.json }
      items.append(.object(object))
    }
    let failures = outcomes.compactMap(\.failure)
    let finished = table
    let failure = failures.first.map { first in
      CommandFailure(
        .init("resumeIncomplete", first.status), "\(failures.count) of \(outcomes.count) are still open.",
        reason: [first.message, first.reason].compactMap { $0 }.joined(separator: " "), call: first.call,
        advice: first.advice)
    }
    return Report(["intents": .array(items)], failure: failure) { finished }
  }
}

extension CommandFailure.Code {
  /// A number that the outbox does not have.
  static let unknownIntent = Self("unknownIntent", .failure)
}
