import ArgumentParser
import Operations
import Rates
import Terminal

/// `lectures rates alert`
struct RatesAlertCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "alert", "Manage alerts on exchange rates.",
    examples: [
      "lectures rates alert add --pair USD/UAH --above 45": "", "lectures rates alert list": "and their journal",
      "lectures rates alert snooze 1 --for 8h": "", "lectures rates alert remove 1": "",
    ],
    after: "`rates daemon` sends the alerts.",
    subcommands: [RatesAlertAdd.self, RatesAlertList.self, RatesAlertSnooze.self, RatesAlertRemove.self])
}

/// The option of commands that look into the file of rates and ask nobody.
struct RatesBookOptions: SharedOptionGroup {
  @Option(
    help: .ratesBook, completion: .file())
  var ratesBook: String?
}

/// `lectures rates alert list`
struct RatesAlertList: ReportingCommand {
  static let configuration = CommandConfiguration(
    "list", "List the alerts on rates and their journal.",
    examples: ["lectures rates alert list": ""])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var bookOptions: RatesBookOptions
  @Option(help: ArgumentHelp("The number of journal entries to show.", valueName: "number")) var last = 10

  func run(in context: CommandContext) async throws -> Report {
    let book = try RatesBook(at: try context.settings.rates.place())
    return try await RateSubject.writer(in: context).list(
      book.alerts, last: last, adding: "lectures rates alert add --pair USD/UAH --above 45")
  }
}

/// `lectures rates alert snooze N`
struct RatesAlertSnooze: ReportingCommand {
  static let configuration = CommandConfiguration(
    "snooze", "Snooze an alert on a rate.",
    examples: [
      "lectures rates alert snooze 1 --for 8h": "an alert that still holds afterwards is sent then",
      "lectures rates alert snooze 1 --off": "",
    ])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var bookOptions: RatesBookOptions
  @OptionGroup var options: AlertSnoozeOptions

  func run(in context: CommandContext) async throws -> Report {
    try await options.report(RatesBook(at: try context.settings.rates.place()).alerts, in: context)
  }
}

/// `lectures rates alert remove N`
struct RatesAlertRemove: ReportingCommand {
  static let configuration = CommandConfiguration(
    "remove", "Remove an alert on a rate.",
    examples: ["lectures rates alert remove 1": "a crossing from before is still sent"])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var bookOptions: RatesBookOptions
  @OptionGroup var options: AlertRemovalOptions

  func run(in context: CommandContext) async throws -> Report {
    try await options.report(RatesBook(at: try context.settings.rates.place()).alerts, in: context)
  }
}
