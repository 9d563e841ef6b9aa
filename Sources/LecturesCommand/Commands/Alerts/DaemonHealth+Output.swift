import Alerts
import Database
import GasPrices
import Localization
import Operations
import Rates
import StrictJSON
import Terminal

extension CommandContext {
  /// Keeps how a daemon does, for those who ask and those who get its alerts.
  ///
  /// - Parameter book: The book that it watches for.
  func healthMonitor(
    of daemon: HealthMonitor.Daemon, besides book: String, pulse: ServiceHeartbeat,
    receivers: @escaping @Sendable () async throws -> [AlertChannel]
  ) throws -> HealthMonitor {
    let (language, console) = (language, console)
    return HealthMonitor(
      try HealthBook(besides: book), of: daemon, receivers: receivers,
      words: { CommandFailure($0).words(in: language).sentences }, message: { language.line($0) },
      terminal: { line in
        if console.outputMode.json {
          console.print(json: ["message": .string(line)])
        } else {
          console.print([.timed(["!", line])])
        }
      }, pulse: pulse, causes: causes, home: settings.environment["HOME"], clock: LocalTime.now)
  }

  /// The channels of the alerts that there are, on gas and on rates, each once.
  func alertChannels() async throws -> [AlertChannel] {
    var channels: [AlertChannel] = []
    let (gas, rates) = (try settings.gas.place(), try settings.rates.place())
    if gas.mayBeThere { channels += try await GasBook(at: gas).alerts.channels() }
    if rates.mayBeThere { channels += try await RatesBook(at: rates).alerts.channels() }
    return channels.enumerated().filter { !channels[..<$0.offset].contains($0.element) }.map(\.element)
  }
}

extension Language {
  /// The line about a change in how a daemon does.
  func line(_ notice: DaemonNotice) -> String {
    let daemon = notice.watched.isEmpty ? notice.daemon : "\(notice.daemon) (\(notice.watched))"
    let time = LocalTime.text(notice.since, in: self)
    return switch notice.event {
    case .failing: self[HealthText.noticeFailing(daemon, since: time, notice.problem)]
    case .recovered: self[HealthText.noticeRecovered(daemon, since: time, notice.problem)]
    }
  }

  /// The health of a daemon, in a line.
  func text(_ health: DaemonHealth) -> StyledText {
    guard let since = health.failingSince else { return StyledText(self[HealthText.well], .good) }
    let time = LocalTime.text(since, in: self)
    return StyledText(self[HealthText.failing(since: time, health.problem ?? "")], .bad)
  }
}

extension DaemonHealth {
  /// The facts for scripts.
  var members: [(String, JSON)] {
    [
      ("failing", .bool(isFailing)), ("failingSince", .integer(failingSince)), ("problem", .text(problem)),
      ("failures", .integer(failures)),
    ]
  }
}
