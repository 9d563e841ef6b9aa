import Alerts
import Primitives

/// Watches the rates that alerts name: reads their markets, and delivers the alerts.
public typealias RatesMonitor = AlertMonitor<RateSubject, [MarketReading]>

extension AlertMonitor where Subject == RateSubject, Reading == [MarketReading] {
  /// Five minutes, and a few seconds more: an address that was asked late in a round may be asked again in the next
  /// one.
  public static var interval: Duration { .seconds(310) }

  /// A monitor of the alerts in a reader's book.
  ///
  /// - Parameters:
  ///   - book: The reader's book as the holder of the lock changes it (``RatesBook/watched(beside:)``); nil for the
  ///     reader's.
  ///   - interval: The time between two readings.
  ///   - lock: Its holder delivers alerts; nil only reads.
  ///   - health: Keeps how the readings go.
  ///   - message: One line about a crossing: the alert before it fires, and the value that crossed.
  ///   - refresh: Asks, after each reading, for what else is to be fresh in the book.
  public init(
    _ reader: RatesReader, book: RatesBook? = nil, interval: Duration = Self.interval, lock: MonitorLock?,
    health: HealthMonitor? = nil, message: @escaping @Sendable (Alert<RateSubject>, UInt256) -> String,
    refresh: @escaping @Sendable () async -> Void = {}
  ) {
    let book = book ?? reader.book
    self.init(
      book: book.alerts, scope: RateSubject.scope, interval: interval, lock: lock, health: health,
      problem: { Self.problem(of: $0) }, clock: reader.clock
    ) {
      let subjects = Set(try await book.alerts.all(in: RateSubject.scope).map(\.rule.subject))
      var readings: [MarketReading] = []
      for market in Market.allCases {
        let pairs = Set(subjects.filter { $0.market == market }.map(\.pair)).sorted()
        if !pairs.isEmpty { readings.append(try await reader.reading(of: [market], pairs: pairs)) }
      }
      return readings
    } keep: { readings in
      let crossed = try await book.step(
        readings, at: reader.clock(), interval: interval.components.seconds, message: message)
      // The crossings are in the journal and told by now: this may take its time.
      await refresh()
      return crossed
    }
  }
}

extension AlertMonitor where Subject == RateSubject, Reading == [MarketReading] {
  /// The reasons why markets of the readings tell alerts nothing: their sources fail, and what is kept of them is old.
  private static func problem(of readings: [MarketReading]) -> DaemonProblem? {
    let problems = readings.compactMap { reading -> DaemonProblem? in
      guard reading.board.rates.allSatisfy(\.isOld),
        let problem = reading.problems.first(where: { $0.error.code != .tooSoon }) ?? reading.problems.first
      else { return nil }
      let market = reading.markets.first?.rawValue ?? ""
      return DaemonProblem("\(market) \(problem.source): \(problem.error.inOneLine)", kinds: [market])
    }
    return DaemonProblem(all: problems)
  }
}
