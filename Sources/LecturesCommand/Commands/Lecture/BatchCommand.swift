import ArgumentParser
import ContractClient
import Operations
import Primitives
import Sending
import StrictJSON
import Terminal

/// `lectures batch FILE.csv`: creates, settles or rates lectures by rows; rows that are done already are skipped.
struct BatchCommand: SendingCommand {
  static let configuration = CommandConfiguration(
    "batch", "Create, settle or rate lectures from a CSV file.",
    examples: [
      "lectures batch spring.csv --from instructor": "",
      "lectures batch spring.csv --from instructor --yes": "in a script",
      "lectures batch spring.csv --from instructor --keep-going": "sends the other rows although some cannot be done",
    ],
    after: """
      Each row is one of
        create,PRICE,TITLE
        settle,NUMBER[/RUN]
        evaluate,NUMBER[/RUN],a,b,c,d,e
      Empty rows and rows that begin with # are skipped; put a title with a comma in quotes.
      The whole file is checked before anything is sent, and each row is tried after those before it: if one cannot be
      done, none is sent, except with --keep-going. A row that is done already is skipped, so the same file can be
      run again after a failure: a lecture is recognised by its teacher and title, a settlement and a rating by their
      lecture and run. Runs count from 0; a row without a run counts as done once any run is settled or rated, so an old
      file changes no lecture that was reopened since. The oldest contracts have no runs: use a file only once there.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: SpendingOptions.title) var priceLimit: PriceLimitOptions
  @OptionGroup var sending: SendingOptions
  @Argument(help: "The file, or - for standard input.", completion: .file(extensions: ["csv"])) var file: String
  @Flag(help: "Send the other rows although some cannot be done.") var keepGoing = false

  func run(in context: CommandContext) async throws -> Report {
    let rows = try BatchFile.read(file)
    let (client, place) = try await context.nodes.lectureClient()
    let account = try await context.accounts.acting()
    let settings = try await context.choices.settings()
    let plan = try await context.progress("Looking at what is done already") { progress in
      try await Planner(of: account.address, over: place.connection, settings) {
        context.events.tell($0, on: progress, checking: "Looking at what is done already")
      }.batch(rows, of: client)
    }
    if context.isDryRun || plan.open.isEmpty { return report(rows, rehearsed(plan, place.network), place.network) }
    if !keepGoing, !plan.failing.isEmpty {
      let outcomes = plan.heldBack.mapValues { BatchOutcomeText($0, place.network) }
      return report(rows, outcomes, place.network, isHeldBack: true)
    }
    var fields: Fields = [
      "Rows": plan.open.count == rows.count
        ? "\(rows.count)" : "\(plan.open.count) of \(rows.count); the others are done, or of a run that is over",
      "From": "\(account.name) \(account.address)",
      "Network": "\(place.network.name)",
    ]
    fields.add("Pays out", plan.payout.map { StyledText("\(place.network.text($0)) of the escrow", .strong) })
    fields.add("Pays", StyledText(try pays(plan, place.network)))
    let shown = fields
    let signers = try await context.accounts.unlock(account) {
      try await context.prompts.confirm("Send \(plan.open.count) transaction\(plan.open.count == 1 ? "" : "s")?", shown)
    }
    let outcomes = try await context.progress("Sending") { progress in
      try await plan.carryOut(by: signers) { event in
        context.events.tell(event, on: progress)
        guard case .sendsRow(let line, let number, let count) = event,
          let row = rows.first(where: { $0.line == line })
        else { return }
        progress.update("\(number) of \(count): \(row.action.title(in: place.network.unit))")
      }
    }
    return report(rows, outcomes.mapValues { BatchOutcomeText($0, place.network) }, place.network)
  }

  /// The payer of the fees and their approximate sum, in words; a row that would fail costs nothing.
  private func pays(_ plan: BatchPlan, _ network: Network) throws -> String {
    let sum = try plan.fees
    guard let delegation = plan.feeDelegation else {
      return "gas only\(sum.map { ", about \(network.text($0))" } ?? "")"
    }
    let address = delegation.address
    let payer = address.map { "\($0)" } ?? "the service \(sending.feeService ?? "")"
    let share = sending.feeRatio.map { "\($0) per cent of the gas" } ?? "the gas"
    // The part that a service pays is not tried: the account that would pay is not known.
    guard let sum, address != nil else { return "\(share): \(payer)" }
    return "\(share), all of which costs about \(network.text(sum)): \(payer)"
  }

  /// The outcomes of all rows of a dry run.
  private func rehearsed(_ plan: BatchPlan, _ network: Network) -> [Int: BatchOutcomeText] {
    plan.settled.merging((plan.trials ?? [:]).mapValues { .simulated($0) }) { first, _ in first }
      .mapValues { BatchOutcomeText($0, network) }
  }

  private func report(
    _ rows: [BatchRow], _ outcomes: [Int: BatchOutcomeText], _ network: Network, isHeldBack: Bool = false
  ) -> Report {
    var table = Table(.number("Row"), .text("What"), .text("Outcome"), placeholder: "The file has no rows.")
    var items: [JSON] = []
    var failed: [(line: Int, failure: CommandFailure)] = []
    for row in rows {
      guard let outcome = outcomes[row.line] else { continue }
      if let failure = outcome.failure { failed.append((row.line, failure)) }
      table.add("\(row.line)", StyledText(row.action.title(in: network.unit)), outcome.text)
      items.append([
        "row": .integer(row.line), "what": .string(row.action.title(in: network.unit)), "outcome": outcome.json,
      ])
    }
    let failure = failed.first.map { first in
      CommandFailure(
        .rowsFailed,
        isHeldBack
          ? "\(failed.count) of \(rows.count) rows cannot be done; nothing was sent."
          : "\(failed.count) of \(rows.count) rows failed.",
        reason:
          "Row \(first.line): \([first.failure.message, first.failure.reason].compactMap { $0 }.joined(separator: " "))",
        call: first.failure.call,
        advice: isHeldBack
          ? "Mend or remove them, or send the others with --keep-going."
          : "Mend the cause and run the same file again: rows that are done are skipped.")
    }
    return Report(["rows": .array(items), "failed": .integer(failed.count)], failure: failure) { table }
  }
}

extension CommandFailure.Code {
  /// Rows of a batch failed; the others are done.
  static let rowsFailed = Self("rowsFailed", .failure)
}

/// The outcome of a row on a network, as it is shown.
private struct BatchOutcomeText {
  let network: Network
  let outcome: BatchOutcome
  let failure: CommandFailure?

  init(_ outcome: BatchOutcome, _ network: Network) {
    (self.outcome, self.network) = (outcome, network)
    failure =
      switch outcome {
      case .done, .skipped, .heldBack: nil
      case .simulated(let trial): DryRun(trial: trial, network: network).failure
      case .failed(let error): CommandFailure(error)
      }
  }

  var text: StyledText {
    if let failure { return StyledText(failure.message, .bad) }
    return switch outcome {
    case .done(let receipt, let lecture):
      StyledText("done\(lecture.map { ": lecture \($0)" } ?? "")", .good) + StyledText("  \(receipt.hash)")
    case .skipped(let difference, let lecture):
      StyledText(
        "done before" + ((difference?.text(on: network) ?? lecture.map { "lecture \($0)" }).map { ": \($0)" } ?? ""),
        .dim)
    case .heldBack: StyledText("not sent", .dim)
    case .simulated(let trial):
      StyledText("would succeed", .good) + StyledText("  \(DryRun(trial: trial, network: network).feeText)")
    case .failed: ""
    }
  }

  var json: JSON {
    if let failure { return ["state": "failed", "error": failure.json] }
    return switch outcome {
    case .done(let receipt, let lecture):
      ["state": "done", "lecture": .integer(lecture), "transaction": receipt.json(on: network)]
    case .skipped(let difference, let lecture):
      [
        "state": "skipped", "lecture": .integer(lecture),
        "note": difference.map { .string($0.text(on: network)) } ?? .null,
      ]
    case .heldBack: ["state": "notSent"]
    case .simulated(let trial): ["state": "tried", "dryRun": DryRun(trial: trial, network: network).json]
    case .failed: .null
    }
  }
}

extension BatchDifference {
  /// For people.
  func text(on network: Network) -> String {
    switch self {
    case .otherPrice(let lecture, let price): "lecture \(lecture) costs \(network.text(price))"
    case .presentRun(let lecture, let run): "for its run \(run) write \(lecture)/\(run)"
    }
  }
}
