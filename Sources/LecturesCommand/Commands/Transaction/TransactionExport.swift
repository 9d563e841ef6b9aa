import ArgumentParser
import Operations
import Outbox
import Primitives
import StrictJSON
import Terminal

/// `lectures tx export`: the outbox as CSV, or with `--json` as JSON.
struct TransactionExport: ReportingCommand {
  static let configuration = CommandConfiguration(
    "export", "Export the transactions sent from here as CSV.",
    examples: ["lectures tx export >sent.csv": "", "lectures tx export --json >sent.json": "with every attempt"],
    after: """
      Amounts are in the smallest unit, times in seconds since 1970; the fee is the part that the account itself \
      paid, and empty where no node gave the price. The export has no keys and no signed bytes.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: OutboxOptions.title) var outboxOptions: OutboxOptions

  private static let columns = [
    "number", "state", "chain", "account", "to", "value", "cost", "fee", "nonce", "block", "created", "key",
    "transaction", "what", "feePayerPaid",
  ]

  func run(in context: CommandContext) async throws -> Report {
    let intents = try await context.outbox.written()?.intents(IntentFilter(limit: .max)).reversed() ?? []
    let views = intents.map { IntentView($0, in: context.settings) }
    let lines = [Self.columns.joined(separator: ",")] + intents.map(Self.line)
    return Report(["intents": .array(views.map(\.json))]) {
      for line in lines { StyledText(line) }
    }
  }

  private static func line(_ intent: Intent) -> String {
    var cells = ["\(intent.id)", intent.state.rawValue, "\(intent.chain.chainID)", intent.account.checksummed]
    cells += [intent.to?.checksummed ?? "", "\(intent.value.wei)", "\(intent.cost.wei)"]
    cells += [intent.ownFee.map { "\($0.wei)" } ?? "", intent.nonce.map { "\($0)" } ?? ""]
    cells += [intent.block.map { "\($0)" } ?? "", "\(intent.created)", intent.key?.description ?? ""]
    cells += [intent.lastAttempt?.hash.hex ?? "", intent.label, intent.feePayerPaid.map { "\($0.wei)" } ?? ""]
    return cells.map(CSV.cell).joined(separator: ",")
  }
}

/// Cells as RFC 4180 has them.
enum CSV {
  /// In quotes where it is needed, and never a formula to a spreadsheet.
  static func cell(_ text: String) -> String {
    let plain = PlainText.escaped(text)
    let safe = plain.first.map { "=+-@".contains($0) } == true ? "'" + plain : plain
    guard safe.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return safe }
    return "\"" + safe.replacing("\"", with: "\"\"") + "\""
  }
}
