import ArgumentParser
import GasPrices
import Primitives
import StrictJSON
import Terminal

/// `lectures gas alert`
struct GasAlertCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alert", abstract: "Be told when gas is cheap, or dear.",
    discussion: Help.examples(
      [
        "lectures gas alert add --below 25 --for 2m": "", "lectures gas alert list": "and what was told",
        "lectures gas alert snooze 1 --for 8h": "", "lectures gas alert remove 1": "",
      ],
      after: "Alerts are told by `gas daemon` and `gas watch`."),
    subcommands: [GasAlertAdd.self, GasAlertList.self, GasAlertSnooze.self, GasAlertRemove.self])
}

/// `lectures gas alert snooze N`
struct GasAlertSnooze: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "snooze", abstract: "Keep an alert silent for a while.",
    discussion: Help.examples([
      "lectures gas alert snooze 1 --for 8h": "what still holds then is told then",
      "lectures gas alert snooze 1 --off": "",
    ]))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @Argument(help: "The alert's number.") var alert: Int64
  @Option(name: .customLong("for"), help: ArgumentHelp("For how long: 30m, 8h.", valueName: "time")) var time = "1h"
  @Flag(help: "Wake it.") var off = false

  func run(in context: CommandContext) async throws -> Report {
    let book = try GasBook(try context.settings.gasBook())
    let until: Int64? = try off ? nil : CommandContext.clock() + GasAlertAdd.seconds(time, of: "--for")
    try await book.snooze(alert, until: until)
    return Report(["alert": .integer(alert), "snoozedUntil": .integer(until)]) {
      if let until {
        "Alert \(alert) is silent until \(Moment.text(UInt64(max(0, until))))."
      } else {
        "Alert \(alert) is awake."
      }
    }
  }
}

/// `lectures gas alert remove N`
struct GasAlertRemove: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove an alert.",
    discussion: Help.examples(["lectures gas alert remove 1": "what crossed before is still told"]))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @Argument(help: "The alert's number.") var alert: Int64

  func run(in context: CommandContext) async throws -> Report {
    try await GasBook(try context.settings.gasBook()).remove(alert)
    return Report(["alert": .integer(alert)]) { "Alert \(alert) is removed." }
  }
}
