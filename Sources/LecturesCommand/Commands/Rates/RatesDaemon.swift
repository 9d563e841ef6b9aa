import Alerts
import ArgumentParser
import Database
import Localization
import Operations
import Rates
import StrictJSON
import Terminal

/// `lectures rates daemon`: watches rates and sends alerts, without output.
struct RatesDaemon: DaemonCommand {
  static let configuration = CommandConfiguration(
    "daemon", "Watch exchange rates and send alerts.",
    examples: [
      "lectures rates daemon": "watch until it is stopped", "lectures rates daemon --status": "is it running?",
      "lectures rates daemon --systemd-unit >lectures-rates.service":
        "in ~/.config/systemd/user: systemctl --user enable --now lectures-rates",
    ],
    after: """
      It looks every five minutes, and keeps the rates of the settings and the news fresh, too. A crossing is \
      written to the journal and sent from there exactly once, even if the process is killed. `gas daemon --help` \
      describes how deliveries are tried again. The receivers are also notified when the sources of a watched market \
      fail.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: RatesOptions.title) var ratesOptions: RatesOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @Flag(help: "Show whether the daemon runs, its last look and unsent alerts.") var status = false
  @Flag(help: "Print a systemd unit that runs the daemon.") var systemdUnit = false

  func validate() throws {
    if status && systemdUnit { throw UsageRule.either("--status", "--systemd-unit") }
  }

  func place(in context: CommandContext) throws -> DatabasePlace? { try context.settings.rates.place() }

  func watch(in context: CommandContext, pulse: ServiceHeartbeat) async throws -> DaemonWatch {
    let rates = try context.rates()
    let book = rates.reader.book
    let path = try context.settings.rates.book()
    let (own, lock) = try book.watched(beside: path)
    let language = context.language
    let keeper = try context.healthMonitor(
      of: HealthMonitor.Daemon("rates", scope: RateSubject.scope), besides: path, pulse: pulse
    ) { try await book.alerts.channels() }
    let monitor = RatesMonitor(rates.reader, book: own, lock: lock, health: keeper) {
      language.message($0, $1)
    } refresh: {
      await rates.refresh(newsIn: language.rawValue)
    }
    let alerts = try await book.alerts.all()
    return DaemonWatch(
      members: [
        ("file", .string(book.path)), ("process", DaemonWatch.process), ("alerts", .integer(alerts.count)),
      ],
      lines: [
        StyledText(language[AlertText.watching(alerts.count)], .good),
        StyledText("\(language[AlertText.ending]) ") + StyledText("lectures rates daemon --status", .action),
      ]
    ) {
      try await keeper.run {
        try await monitor.run { event in
          context.console.show(event)
          return true
        }
      }
    }
  }

  func daemonStatus(in context: CommandContext) async throws -> DaemonStatus {
    let (book, language) = (try context.rates().reader.book, context.language)
    let path = try context.settings.rates.book()
    let holder = MonitorLock.holder(book: path, scope: RateSubject.scope)
    let (last, alerts) = (try await book.lastWatched(), try await book.alerts.all())
    let counts = try await DeliveryCounts(book.alerts)
    let health = try await HealthBook(besides: path).health(of: RateSubject.scope)
    let members: [(String, JSON)] = [
      ("running", .bool(holder != nil)), ("process", .integer(holder)), ("file", .string(book.path)),
      ("lastReading", .integer(last)), ("alerts", .integer(alerts.count)),
    ]
    return DaemonStatus(
      holder: holder, start: MonitorLock.start(book: path, scope: RateSubject.scope), members: members + counts.members,
      health: health,
      notRunning: CommandFailure(.init("rates.notRunning", .failure), AlertRefusal.ratesUnwatched),
      fields: [
        language[AlertText.daemon]: holder.map { StyledText(language[AlertText.runs(process: $0)], .good) }
          ?? StyledText(language[AlertText.stopped], .warning),
        language[AlertText.lastLook]: StyledText(
          last.map { LocalTime.text($0, in: language) } ?? language[AlertText.notYet]),
        language[AlertText.alerts]: StyledText("\(alerts.count)"),
        language[AlertText.told]: StyledText(language[counts.text]),
      ])
  }

  /// The service has the language of this session: what it sends is read by the same person.
  func service(in context: CommandContext) throws -> DaemonService {
    let settings = context.settings
    // A mistake in them fails now.
    _ = try context.rates()
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { settings.environment[$0] }.first { !$0.isEmpty }
    return DaemonService(
      description: "lectures rates: watches rates of exchange and tells alerts", command: ["rates", "daemon"],
      keys: [
        .network, .endpoint, .chainID, .timeout, .ratesMarket, .ratesCurrencies, .ratesSources, .ratesFeeds,
        .priceFeeds, .ratesBook,
        .ratesMirror, .minfinKeyFile, .coingeckoKeyFile, .eximKeyFile, .ecosKeyFile,
      ],
      variables: locale.map { [("LC_ALL", $0)] } ?? [], book: try settings.rates.book())
  }
}
