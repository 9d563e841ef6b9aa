import ArgumentParser
import GasPrices
import Operations

/// `lectures gas alert`
struct GasAlertCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "alert", "Manage alerts on the gas price.",
    examples: [
      "lectures gas alert add --below 25 --for 2m": "", "lectures gas alert list": "and their journal",
      "lectures gas alert snooze 1 --for 8h": "", "lectures gas alert remove 1": "",
    ],
    after: "`gas daemon` and `gas watch` send the alerts.",
    subcommands: [GasAlertAdd.self, GasAlertList.self, GasAlertSnooze.self, GasAlertRemove.self])
}

/// `lectures gas alert snooze N`
struct GasAlertSnooze: ReportingCommand {
  static let configuration = CommandConfiguration(
    "snooze", "Snooze an alert.",
    examples: [
      "lectures gas alert snooze 1 --for 8h": "an alert that still holds afterwards is sent then",
      "lectures gas alert snooze 1 --off": "",
    ])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var bookOptions: GasBookOptions
  @OptionGroup var options: AlertSnoozeOptions

  func run(in context: CommandContext) async throws -> Report {
    try await options.report(GasBook(at: try context.settings.gas.place()).alerts, in: context)
  }
}

/// `lectures gas alert remove N`
struct GasAlertRemove: ReportingCommand {
  static let configuration = CommandConfiguration(
    "remove", "Remove an alert.",
    examples: ["lectures gas alert remove 1": "a crossing from before is still sent"])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var bookOptions: GasBookOptions
  @OptionGroup var options: AlertRemovalOptions

  func run(in context: CommandContext) async throws -> Report {
    try await options.report(GasBook(at: try context.settings.gas.place()).alerts, in: context)
  }
}
