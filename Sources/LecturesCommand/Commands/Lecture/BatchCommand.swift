import ArgumentParser
import ContractClient
import LectureKit
import Localization
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
      "lectures batch spring.csv --from teacher": "",
      "lectures batch spring.csv --from teacher --yes": "in a script",
      "lectures batch spring.csv --from teacher --keep-going": "sends the other rows although some cannot be done",
    ],
    after: """
      Each row is one of
        create,PRICE,TITLE
        settle,NUMBER[/RUN]
        evaluate,NUMBER[/RUN],a,b,c,d,e
      Empty rows and rows that begin with # are skipped; put a title with a comma in quotes.
      The whole file is checked before anything is sent, and each row is simulated after those before it: if one \
      fails, none is sent, except with --keep-going. A finished row is skipped, so the same file can be run again \
      after a failure: a lecture is recognised by its teacher and title, a settlement and a rating by their lecture \
      and run. Runs count from 0; a row without a run counts as done once any run is settled or rated, so an old file \
      changes no lecture that was reopened since. The oldest contracts have no runs: use a file only once there.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @Argument(help: "The file, or - for standard input.", completion: .file(extensions: ["csv"])) var file: String
  @Flag(help: "Send the other rows although some cannot be done.") var keepGoing = false

  func run(in context: CommandContext) async throws -> Report {
    let rows = try BatchFile.read(file)
    let language = context.language
    let looking = language[BatchText.looking]
    let (client, place) = try await context.nodes.lectureClient()
    let account = try await context.accounts.acting()
    let settings = try await context.choices.settings()
    let plan = try await context.progress(looking) { progress in
      try await Planner(of: account.address, over: place.connection, settings) {
        context.events.tell($0, on: progress, checking: looking)
      }.batch(rows, of: client)
    }
    if context.isDryRun || plan.open.isEmpty {
      return report(rows, rehearsed(plan, place.network, language), place.network, language)
    }
    if !keepGoing, !plan.failing.isEmpty {
      let outcomes = plan.heldBack.mapValues { BatchOutcomeText($0, place.network, language) }
      return report(rows, outcomes, place.network, language, isHeldBack: true)
    }
    var fields: Fields = [
      language[BatchText.rows].plain: language[BatchText.open(plan.open.count, of: rows.count)],
      language[Label.from]: "\(account.name) \(account.address)",
      language[Label.network]: "\(place.network.name)",
    ]
    fields.add(
      language[Label.paysOut],
      plan.payout.map { language[BatchText.ofEscrow(place.network.text($0, in: language))] })
    fields.add(language[Label.pays], try pays(plan, place.network, language))
    let shown = fields
    let signers = try await context.accounts.unlock(account) {
      try await context.prompts.confirm(language[BatchText.confirm(plan.open.count)], shown)
    }
    let outcomes = try await context.progress(language[BatchText.sending]) { progress in
      try await plan.carryOut(by: signers) { event in
        context.events.tell(event, on: progress)
        guard case .sendsRow(let line, let number, let count) = event,
          let row = rows.first(where: { $0.line == line })
        else { return }
        let title = language[BatchTitle(row.action, in: place.network.unit)]
        progress.update(language[BatchText.progress(number, of: count, title)])
      }
    }
    return report(rows, outcomes.mapValues { BatchOutcomeText($0, place.network, language) }, place.network, language)
  }

  /// The payer of the fees and their approximate sum, in words; a row that would fail costs nothing.
  private func pays(_ plan: BatchPlan, _ network: Network, _ language: Language) throws -> StyledText {
    let sum = try plan.fees.map { network.text($0, in: language) }
    guard let delegation = plan.feeDelegation else { return language[BatchText.gasOnly(sum)] }
    let payer = delegation.address.map { "\($0)" } ?? language[BatchText.service(transaction.feeService ?? "")].plain
    // The part that a service pays is not tried: the account that would pay is not known.
    return language[
      BatchText.gasOf(percent: transaction.feeRatio, sum: delegation.address == nil ? nil : sum, payer: payer)]
  }

  /// The outcomes of all rows of a dry run.
  private func rehearsed(_ plan: BatchPlan, _ network: Network, _ language: Language) -> [Int: BatchOutcomeText] {
    plan.settled.merging(plan.tried) { first, _ in first }
      .mapValues { BatchOutcomeText($0, network, language) }
  }

  private func report(
    _ rows: [BatchRow], _ outcomes: [Int: BatchOutcomeText], _ network: Network, _ language: Language,
    isHeldBack: Bool = false
  ) -> Report {
    var table = Table(
      [
        .number(language[BatchText.row].plain), .text(language[Label.what]), .text(language[BatchText.outcome].plain),
      ], placeholder: language[BatchText.noRows])
    var items: [JSON] = []
    var failed: [(line: Int, failure: CommandFailure)] = []
    for row in rows {
      guard let outcome = outcomes[row.line] else { continue }
      if let failure = outcome.failure { failed.append((row.line, failure)) }
      table.add("\(row.line)", StyledText(language[BatchTitle(row.action, in: network.unit)]), outcome.text)
      items.append([
        "row": .integer(row.line), "what": .string(row.action.title(in: network.unit)), "outcome": outcome.json,
      ])
    }
    let failure = failed.first.map { first in
      let (failed, all) = (failed.count, rows.count)
      @Sendable func refusal(_ words: FailureWords) -> BatchRefusal {
        isHeldBack
          ? .heldBack(failed, of: all, line: first.line, why: words.sentences)
          : .failed(failed, of: all, line: first.line, why: words.sentences)
      }
      return CommandFailure(.rowsFailed, refusal(first.failure.english).english.about(first.failure.call)).translated {
        $0[refusal(first.failure.words(in: $0))].about(first.failure.call)
      }
    }
    return Report(["rows": .array(items), "failed": .integer(failed.count)], failure: failure) { table }
  }
}

extension CommandFailure.Code {
  /// Rows of a batch failed; the others are done.
  static let rowsFailed = Self("rowsFailed", .failure)
}

/// The outcome of a row on a network, as it is shown.
private struct BatchOutcomeText: Sendable {
  let network: Network
  let outcome: BatchOutcome
  let language: Language
  let failure: CommandFailure?

  init(_ outcome: BatchOutcome, _ network: Network, _ language: Language) {
    (self.outcome, self.network, self.language) = (outcome, network, language)
    failure =
      switch outcome {
      case .done, .skipped, .heldBack: nil
      case .simulated(let trial): DryRunReport(trial: trial, network: network, language: language).failure
      case .failed(let error): CommandFailure(error)
      }
  }

  var text: StyledText {
    if let failure { return StyledText(failure.words(in: language).message, .bad) }
    return switch outcome {
    case .done(let receipt, let lecture):
      language[BatchText.done(lecture: lecture)] + StyledText("  \(receipt.hash)")
    case .skipped(let difference, let lecture):
      language[
        BatchText.doneBefore(
          difference?.text(on: network, in: language) ?? lecture.map { language[BatchText.lecture($0)].plain })]
    case .heldBack: language[BatchText.notSent]
    case .simulated(let trial):
      language[BatchText.wouldSucceed]
        + StyledText("  \(DryRunReport(trial: trial, network: network, language: language).feeText)")
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
        "note": difference.map { .string($0.text(on: network, in: .english)) } ?? .null,
      ]
    case .heldBack: ["state": "notSent"]
    case .simulated(let trial): ["state": "tried", "dryRun": DryRunReport(trial: trial, network: network).json]
    case .failed: .null
    }
  }
}

extension BatchDifference {
  /// For people.
  func text(on network: Network, in language: Language) -> String {
    switch self {
    case .otherPrice(let lecture, let price):
      language[BatchText.costs(lecture, network.text(price.amount, in: language))].plain
    case .presentRun(let lecture, let run): language[BatchText.presentRun(lecture, run: run)].plain
    }
  }
}
