import Alerts
import ArgumentParser
import Foundation
import Localization
import Operations
import Rates
import StrictJSON
import Terminal

/// `lectures rates daemon`: watches rates and sends alerts, without output.
struct RatesDaemon: ReportingCommand {
  static let configuration = CommandConfiguration(
    "daemon", "Watch rates of exchange and send alerts.",
    examples: [
      "lectures rates daemon": "watch until it is stopped", "lectures rates daemon --status": "is it running?",
      "lectures rates daemon --systemd-unit >lectures-rates.service":
        "for ~/.config/systemd/user; then: systemctl --user enable --now lectures-rates",
    ],
    after: """
      It looks every five minutes, and keeps the rates of the settings and the news fresh, too. A crossing is written to \
      the journal and sent from there: once, whenever a process may end. How deliveries are tried again is told by \
      `gas daemon --help`.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: RatesOptions.title) var ratesOptions: RatesOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @Flag(help: "Show whether the daemon runs, its last look and unsent alerts.") var status = false
  @Flag(help: "Print a systemd unit that runs the daemon.") var systemdUnit = false

  func validate() throws {
    if status && systemdUnit { throw UsageRule.either("--status", "--systemd-unit") }
  }

  func run(in context: CommandContext) async throws -> Report {
    let rates = try context.rates()
    if systemdUnit { return try unit(context) }
    let book = rates.reader.book
    if status { return try await tell(book, context.language) }
    let lock = try MonitorLock(book: book.path, scope: RateSubject.scope, topic: RateSubject.topic)
    let language = context.language
    let monitor = RatesMonitor(rates.reader, lock: lock) {
      language.message($0, $1)
    } refresh: {
      await rates.refresh(newsIn: language.rawValue)
    }
    let alerts = try await book.alerts.all()
    return Report([
      "file": .string(book.path), "process": .integer(ProcessInfo.processInfo.processIdentifier),
      "alerts": .integer(alerts.count),
    ]) {
      StyledText(language[AlertText.watching(alerts.count)], .good)
      StyledText("\(language[AlertText.ending]) ") + StyledText("lectures rates daemon --status", .action)
    } service: {
      try await monitor.run { event in
        context.console.show(event)
        return true
      }
    }
  }

  private func tell(_ book: RatesBook, _ language: Language) async throws -> Report {
    let holder = MonitorLock.holder(book: book.path, scope: RateSubject.scope)
    let (last, alerts) = (try await book.lastWatched(), try await book.alerts.all())
    let counts = try await DeliveryCounts(book.alerts)
    let members: [(String, JSON)] = [
      ("running", .bool(holder != nil)), ("process", .integer(holder)), ("file", .string(book.path)),
      ("lastReading", .integer(last)), ("alerts", .integer(alerts.count)),
    ]
    return Report(
      .object(JSONObject(members + counts.members)),
      failure: holder == nil
        ? CommandFailure(.init("rates.notRunning", .failure), AlertRefusal.ratesUnwatched) : nil
    ) {
      [
        language[AlertText.daemon]: holder.map { StyledText(language[AlertText.runs(process: $0)], .good) }
          ?? StyledText(language[AlertText.stopped], .warning),
        language[AlertText.lastLook]: StyledText(
          last.map { LocalTime.text($0, in: language) } ?? language[AlertText.notYet]),
        language[AlertText.alerts]: StyledText("\(alerts.count)"),
        language[AlertText.told]: StyledText(language[counts.text]),
      ] as Fields
    }
  }

  /// The service has the language of this session: what it sends is read by the same person.
  private func unit(_ context: CommandContext) throws -> Report {
    let settings = context.settings
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { settings.environment[$0] }.first { !$0.isEmpty }
    return try DaemonService(
      description: "lectures rates: watches rates of exchange and tells alerts", command: ["rates", "daemon"],
      keys: [
        .network, .endpoint, .chainID, .timeout, .ratesMarket, .ratesCurrencies, .ratesSources, .ratesFeeds,
        .priceFeeds, .ratesBook,
        .ratesMirror, .minfinKeyFile, .coingeckoKeyFile, .eximKeyFile, .ecosKeyFile,
      ],
      variables: locale.map { [("LC_ALL", $0)] } ?? [], book: try settings.ratesBook()
    ).report(settings)
  }
}
