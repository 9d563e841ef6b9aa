import Alerts
import ArgumentParser
import Exchange
import Foundation
import GasPrices
import Operations
import Rates

/// A part of the one daemon: what a daemon of its own would do.
struct DaemonPart: Sendable {
  /// The name, as in `gas`.
  let name: String
  /// Whether there is something for it to do.
  let isWanted: @Sendable () async throws -> Bool
  /// The watch, which is this process's alone from now on.
  let watch: @Sendable () async throws -> DaemonWatch
  /// How it does.
  let standing: @Sendable () async throws -> DaemonStanding
  /// The service that would run it alone.
  let service: @Sendable () throws -> DaemonService
  /// Keeps how it does while it cannot begin.
  let keeper: @Sendable () async throws -> HealthKeeper
  /// The book that it watches for, and the scope of its lock.
  let place: @Sendable () async throws -> (book: String, scope: String)

  /// The three, for a run's settings.
  static func all(in context: CommandContext, _ pulse: ServicePulse) throws -> [DaemonPart] {
    let exchange = try ExchangeDaemon.parse([])
    return [
      DaemonPart("gas", try GasDaemon.parse([]), context, pulse) {
        try await context.hasGasAlerts()
      } place: {
        let book = try GasBook(try context.settings.gas.book())
        return (book.path, try await context.nodes.gasChain(book).description)
      } keeper: {
        let book = try GasBook(try context.settings.gas.book())
        let scope = try await context.nodes.gasChain(book).description
        return try context.healthKeeper(
          of: HealthKeeper.Daemon("gas", watching: try context.settings.network().name, scope: scope),
          besides: book.path, pulse: pulse
        ) { try await book.alerts.channels(in: scope) }
      },
      DaemonPart("rates", try RatesDaemon.parse([]), context, pulse) {
        let path = try context.settings.rates.book()
        guard FileManager.default.fileExists(atPath: path) else { return false }
        return try await !RatesBook(path).alerts.all().isEmpty
      } place: {
        (try context.settings.rates.book(), RateSubject.scope)
      } keeper: {
        let book = try RatesBook(try context.settings.rates.book())
        return try context.healthKeeper(
          of: HealthKeeper.Daemon("rates", scope: RateSubject.scope), besides: book.path, pulse: pulse
        ) { try await book.alerts.channels() }
      },
      DaemonPart("exchange", exchange, context, pulse) {
        guard FileManager.default.fileExists(atPath: try context.settings.exchangeBook()) else { return false }
        do {
          let journal = try await context.market().market.journal(at: try context.settings.exchangeBook())
          return try await !journal.triggers(in: JournalTrigger.State.open.union([.armed])).isEmpty
        } catch let error as OrderJournalError {
          // The conditional orders of another chain are none of this one's.
          if case .file(_, .otherChain)? = error.facts { return false }
          throw error
        }
      } place: {
        (try context.settings.exchangeBook(), ExchangeDaemon.scope)
      } keeper: {
        try context.healthKeeper(
          of: HealthKeeper.Daemon("exchange", scope: ExchangeDaemon.scope),
          besides: try context.settings.exchangeBook(), pulse: pulse
        ) { try await context.alertChannels() }
      },
    ]
  }

  private init(
    _ name: String, _ command: some DaemonCommand & Sendable, _ context: CommandContext, _ pulse: ServicePulse,
    isWanted: @escaping @Sendable () async throws -> Bool,
    place: @escaping @Sendable () async throws -> (book: String, scope: String),
    keeper: @escaping @Sendable () async throws -> HealthKeeper
  ) {
    (self.name, self.isWanted, self.place, self.keeper) = (name, isWanted, place, keeper)
    watch = { try await command.watch(in: context, pulse: pulse) }
    standing = { try await command.standing(in: context) }
    service = { try command.service(in: context) }
  }
}

extension CommandContext {
  /// Whether there are alerts on gas of the network in use.
  fileprivate func hasGasAlerts() async throws -> Bool {
    let path = try settings.gas.book()
    guard FileManager.default.fileExists(atPath: path) else { return false }
    let book = try GasBook(path)
    let alerts = try await book.alerts.all()
    guard !alerts.isEmpty else { return false }
    let scope = try await nodes.gasChain(book).description
    return alerts.contains { $0.rule.subject.scope == scope }
  }
}
