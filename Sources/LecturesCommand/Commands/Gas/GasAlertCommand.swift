import Alerts
import ArgumentParser
import GasPrices
import Operations
import StrictJSON
import Terminal

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
  @Argument(help: "The alert's number.") var alert: Int64
  @Option(name: .customLong("for"), help: ArgumentHelp("How long to snooze it, as in 30m or 8h.", valueName: "time"))
  var time = "1h"
  @Flag(help: "End the snooze.") var off = false

  func run(in context: CommandContext) async throws -> Report {
    let book = try GasBook(try context.settings.gasBook())
    let until: Int64? = try off ? nil : LocalTime.now() + GasAlertAdd.seconds(time, of: "--for")
    try await book.alerts.snooze(alert, until: until)
    return Report(["alert": .integer(alert), "snoozedUntil": .integer(until)]) {
      if let until {
        "Alert \(alert) is silent until \(LocalTime.text(until))."
      } else {
        "Alert \(alert) is awake."
      }
    }
  }
}

/// `lectures gas alert remove N`
struct GasAlertRemove: ReportingCommand {
  static let configuration = CommandConfiguration(
    "remove", "Remove an alert.",
    examples: ["lectures gas alert remove 1": "a crossing from before is still sent"])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @Argument(help: "The alert's number.") var alert: Int64

  func run(in context: CommandContext) async throws -> Report {
    try await GasBook(try context.settings.gasBook()).alerts.remove(alert)
    return Report(["alert": .integer(alert)]) { "Alert \(alert) is removed." }
  }
}
