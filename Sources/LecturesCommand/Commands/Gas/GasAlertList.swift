import ArgumentParser
import GasPrices
import Operations
import Terminal

/// `lectures gas alert list`
struct GasAlertList: ReportingCommand {
  static let configuration = CommandConfiguration(
    "list", "List the alerts of all networks and their journal.",
    examples: ["lectures gas alert list": ""])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var bookOptions: GasBookOptions
  @Option(help: ArgumentHelp("The number of journal entries to show.", valueName: "number")) var last = 10

  func run(in context: CommandContext) async throws -> Report {
    let book = try GasBook(at: try context.settings.gas.place())
    return try await GasSubject.writer(in: context).list(
      book.alerts, last: last, adding: "lectures gas alert add --below 25")
  }
}
