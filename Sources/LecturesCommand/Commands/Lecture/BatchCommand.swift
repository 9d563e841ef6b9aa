import ArgumentParser
import ContractClient
import EVM
import LectureKit
import Primitives
import Sending
import Simulation
import StrictJSON
import Terminal

/// `lectures batch FILE.csv`: creates, settles or rates lectures by rows; rows that are done already are skipped.
struct BatchCommand: SendingCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch", abstract: "Create, settle or rate lectures from a CSV file.",
    discussion: Help.examples(
      [
        "lectures batch spring.csv --from instructor": "",
        "lectures batch spring.csv --from instructor --yes": "in a script",
      ],
      after: """
        Each row is one of
          create,PRICE,TITLE
          settle,NUMBER[/RUN]
          evaluate,NUMBER[/RUN],a,b,c,d,e
        Empty rows and rows that begin with # are skipped; put a title with a comma in quotes.
        The whole file is checked before anything is sent. A row that is done already is skipped, so the same file can be
        run again after a failure: a lecture is recognised by its teacher and title, a settlement and a rating by their
        lecture and run. Runs count from 0; a row without a run counts as done once any run is settled or rated, so an old
        file changes no lecture that was reopened since. The oldest contracts have no runs: use a file only once there.
        """))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: SpendingOptions.title) var priceLimit: PriceLimitOptions
  @OptionGroup var sending: SendingOptions
  @Argument(help: "The file, or - for standard input.", completion: .file(extensions: ["csv"])) var file: String

  func run(in context: CommandContext) async throws -> Report {
    let rows = try BatchFile.read(file)
    let (client, place) = try await context.lectureClient()
    let account = try await context.actingAccount()
    let done = try await context.progress("Looking at what is done already") { _ in
      try await BatchProgress(client: client, account: account.address, network: place.network)
    }
    var open: [BatchFile.Row] = []
    var outcomes: [Int: BatchOutcome] = [:]
    for row in rows {
      switch done.standing(of: row.action) {
      case .open: open.append(row)
      case .done(let note): outcomes[row.line] = .skipped(note: note)
      case .impossible(let failure): outcomes[row.line] = .failed(failure)
      }
    }
    if context.isDryRun {
      outcomes.merge(try await rehearse(open, client, account, place, context)) { first, _ in first }
    } else if !open.isEmpty {
      let trials = try? await rehearse(open, client, account, place, context)
      var fields: Fields = [
        "Rows": open.count == rows.count
          ? "\(rows.count)" : "\(open.count) of \(rows.count); the others are done, or of a run that is over",
        "From": "\(account.name) \(account.address)",
        "Network": "\(place.network.name)",
      ]
      let payout = done.payout(of: open.map(\.action))
      fields.add("Pays out", payout.map { StyledText("\(place.network.text($0)) of the escrow", .strong) })
      fields.add("Pays", StyledText(try await pays(trials, place.network, context)))
      let shown = fields
      let authorisation = try await context.unlock(account) {
        try await context.confirm("Send \(open.count) transaction\(open.count == 1 ? "" : "s")?", shown)
      }
      let (key, options) = (authorisation.signer, authorisation.options)
      try await context.progress("Sending") { progress in
        for (index, row) in open.enumerated() {
          progress.update("\(index + 1) of \(open.count): \(row.action.title(on: place.network))")
          do {
            let receipt = try await row.action.plan(client, account.address, options).send(from: key, options: options)
            if case .evaluate(_, let scores) = row.action { try receipt.check(gave: scores) }
            outcomes[row.line] = .done(receipt)
          } catch {
            // A person who wants to stop does not want the remaining rows tried.
            try Task.checkCancellation()
            outcomes[row.line] = .failed(CommandFailure(error))
          }
        }
      }
    }
    return report(rows, outcomes, place.network)
  }

  /// The payer of the fees and their approximate sum, in words; a row that would fail costs nothing.
  private func pays(
    _ trials: [Int: BatchOutcome]?, _ network: Network, _ context: CommandContext
  ) async throws -> String {
    let sum = try trials?.values.reduce(Amount.zero) { sum, outcome in
      guard case .tried(let trial) = outcome else { return sum }
      return try sum.adding(trial.fee)
    }
    guard let delegation = try await context.feeDelegation() else {
      return "gas only\(sum.map { ", about \(network.roundedText($0))" } ?? "")"
    }
    let address = delegation.address
    let payer = address.map { "\($0)" } ?? "the service \(sending.feeService ?? "")"
    let share = sending.feeRatio.map { "\($0) per cent of the gas" } ?? "the gas"
    // The part that a service pays is not tried: the account that would pay is not known.
    guard let sum, address != nil else { return "\(share): \(payer)" }
    return "\(share), all of which costs about \(network.roundedText(sum)): \(payer)"
  }

  /// Tries the rows here, each after those before it.
  private func rehearse(
    _ rows: [BatchFile.Row], _ client: LectureClient, _ account: ActingAccount, _ place: Connection,
    _ context: CommandContext
  ) async throws -> [Int: BatchOutcome] {
    let options = try await context.sendOptions()
    let calls = rows.map { $0.action.call(client) }
    let requests = calls.map { $0.sendRequest(from: account.address) }
    return try await context.progress("Trying \(rows.count) rows here") { _ in
      let drafts = try await place.connection.sender.drafts(of: requests, options: options)
      let simulation = try await context.beginSimulation(at: place)
      if !simulation.rules.areKnown {
        context.warn(
          "The rules of this chain are not known here: the rows are tried by \(simulation.rules.title)'s, the nearest.")
      }
      let transactions = drafts.map(\.trial)
      let outcomes = try await simulation.rehearse(
        transactions, gasMargin: options.gasMargin, leniency: transactions.first?.trialLeniency ?? .nonce)
      var told: [Int: BatchOutcome] = [:]
      for (index, row) in rows.enumerated() {
        let trial = DryRun(
          title: row.action.title(on: place.network), call: calls[index].readable, transaction: transactions[index],
          outcome: outcomes[index], block: simulation.state.block, rules: simulation.rules,
          network: place.network, abi: LectureMarket.abi)
        told[row.line] = trial.failure.map { .failed($0) } ?? .tried(trial)
      }
      return told
    }
  }

  private func report(_ rows: [BatchFile.Row], _ outcomes: [Int: BatchOutcome], _ network: Network) -> Report {
    var table = Table(.number("Row"), .text("What"), .text("Outcome"), placeholder: "The file has no rows.")
    var items: [JSON] = []
    var failed: [(line: Int, failure: CommandFailure)] = []
    for row in rows {
      guard let outcome = outcomes[row.line] else { continue }
      if case .failed(let failure) = outcome { failed.append((row.line, failure)) }
      table.add("\(row.line)", StyledText(row.action.title(on: network)), outcome.text)
      items.append([
        "row": .integer(row.line), "what": .string(row.action.title(on: network)), "outcome": outcome.json(on: network),
      ])
    }
    let failure = failed.first.map { first in
      CommandFailure(
        .rowsFailed, "\(failed.count) of \(rows.count) rows failed.",
        reason:
          "Row \(first.line): \([first.failure.message, first.failure.reason].compactMap { $0 }.joined(separator: " "))",
        call: first.failure.call, advice: "Mend the cause and run the same file again: rows that are done are skipped.")
    }
    let finished = table
    return Report(["rows": .array(items), "failed": .integer(failed.count)], failure: failure) { finished }
  }
}

extension CommandFailure.Code {
  /// Rows of a batch failed; the others are done.
  static let rowsFailed = Self("rowsFailed", .failure)
}

/// The outcome of a row.
private enum BatchOutcome {
  case done(CallReceipt)
  case skipped(note: String?)
  case tried(DryRun)
  case failed(CommandFailure)

  var text: StyledText {
    switch self {
    case .done(let receipt): StyledText("done", .good) + StyledText("  \(receipt.hash)")
    case .skipped(let note): StyledText("done before\(note.map { ": \($0)" } ?? "")", .dim)
    case .tried(let trial):
      StyledText("would succeed", .good) + StyledText("  \(trial.feeText)")
    case .failed(let failure): StyledText(failure.message, .bad)
    }
  }

  func json(on network: Network) -> JSON {
    switch self {
    case .done(let receipt): ["state": "done", "transaction": receipt.json(on: network)]
    case .skipped(let note): ["state": "skipped", "note": note.map { .string($0) } ?? .null]
    case .tried(let trial): ["state": "tried", "dryRun": trial.json]
    case .failed(let failure): ["state": "failed", "error": failure.json]
    }
  }
}
