import Alerts
import ArgumentParser
import Database
import Exchange
import Foundation
import GasPrices
import Operations
import Rates

/// A part of the one daemon: what a daemon of its own would do.
struct DaemonPart: Sendable {
  /// The name, as in `gas`, or `gas kaia` for the gas of a network that is not in use.
  let name: String
  /// The name of that network; nil for all other parts.
  let network: String?
  /// Whether there is something for it to do.
  let isWanted: @Sendable () async throws -> Bool
  /// The watch, which is this process's alone from now on.
  let watch: @Sendable () async throws -> DaemonWatch
  /// Reads its status.
  let daemonStatus: @Sendable () async throws -> DaemonStatus
  /// The service that would run it alone.
  let service: @Sendable () throws -> DaemonService
  /// Keeps how it does while it cannot begin.
  let keeper: @Sendable () async throws -> HealthMonitor
  /// The book that it watches for, and the scope of its lock.
  let place: @Sendable () async throws -> (book: String, scope: String)

  /// All of them, for a run's settings: gas, rates, exchange, the index, and the gas of the other networks.
  static func all(in context: CommandContext, _ pulse: ServiceHeartbeat) throws -> [DaemonPart] {
    let exchange = try ExchangeDaemon.parse([])
    let usual: [DaemonPart] = [
      DaemonPart(gasOf: try context.settings.network(), isInUse: true, try GasDaemon.parse([]), context, pulse),
      DaemonPart("rates", try RatesDaemon.parse([]), context, pulse) {
        let place = try context.settings.rates.place()
        return try await place.mayBeThere ? !RatesBook(at: place).alerts.all().isEmpty : false
      } place: {
        (try context.settings.rates.book(), RateSubject.scope)
      } keeper: {
        let book = try RatesBook(at: try context.settings.rates.place())
        return try context.healthMonitor(
          of: HealthMonitor.Daemon("rates", scope: RateSubject.scope), besides: try context.settings.rates.book(),
          pulse: pulse
        ) { try await book.alerts.channels() }
      },
      DaemonPart("exchange", exchange, context, pulse) {
        let path = try context.settings.exchangeBook()
        guard FileManager.default.fileExists(atPath: path) else { return false }
        // Of whichever chain they are: where there are none no node has to say so.
        let open = JournalTrigger.State.open.union([.armed])
        guard try await !OrderJournal(existing: path).triggers(in: open).isEmpty else { return false }
        do {
          return try await !context.exchangeJournal(at: path).triggers(in: open).isEmpty
        } catch let error as OrderJournalError {
          // The conditional orders of another chain are none of this one's.
          if case .file(_, .otherChain)? = error.facts { return false }
          throw error
        }
      } place: {
        (try context.settings.exchangeBook(), ExchangeDaemon.scope)
      } keeper: {
        try context.healthMonitor(
          of: ExchangeDaemon.daemon,
          besides: try context.settings.exchangeBook(), pulse: pulse
        ) { try await context.alertChannels() }
      },
    ]
    let index = try DaemonPart.index(in: context, pulse).map { [$0] } ?? []
    return usual + index + (try otherNetworks(in: context, pulse))
  }

  /// The gas of the networks that are not in use: each is watched while there are alerts on it.
  private static func otherNetworks(in context: CommandContext, _ pulse: ServiceHeartbeat) throws -> [DaemonPart] {
    let command = try GasDaemon.parse([])
    return context.settings.networkNames.filter { $0 != context.settings.networkName }.compactMap { name in
      // A network whose definition is wrong is not in use, and keeps nothing else from being watched.
      (try? context.settings.network(named: name)).map {
        DaemonPart(gasOf: $0, isInUse: false, command, context, pulse)
      }
    }
  }

  private init(
    gasOf network: Network, isInUse: Bool, _ command: GasDaemon, _ context: CommandContext, _ pulse: ServiceHeartbeat
  ) {
    let place: @Sendable () async throws -> (book: String, scope: String) = {
      let book = try GasBook(at: try context.settings.gas.place())
      return (try context.settings.gas.book(), try await context.nodes.gasChain(book, of: network).description)
    }
    self.init(
      name: isInUse ? "gas" : "gas \(network.name)", network: isInUse ? nil : network.name,
      isWanted: { try await context.hasGasAlerts(on: network, isInUse: isInUse) },
      watch: { try await command.watch(network, in: context, pulse: pulse) },
      daemonStatus: { try await command.daemonStatus(of: network, in: context) },
      service: { try command.service(in: context) },
      keeper: {
        let (path, scope) = try await place()
        let book = try GasBook(at: try context.settings.gas.place())
        return try context.healthMonitor(
          of: HealthMonitor.Daemon("gas", watching: network.name, scope: scope), besides: path, pulse: pulse
        ) { try await book.alerts.channels(in: scope) }
      }, place: place)
  }

  init(
    name: String, network: String?, isWanted: @escaping @Sendable () async throws -> Bool,
    watch: @escaping @Sendable () async throws -> DaemonWatch,
    daemonStatus: @escaping @Sendable () async throws -> DaemonStatus,
    service: @escaping @Sendable () throws -> DaemonService,
    keeper: @escaping @Sendable () async throws -> HealthMonitor,
    place: @escaping @Sendable () async throws -> (book: String, scope: String)
  ) {
    (self.name, self.network, self.isWanted, self.watch) = (name, network, isWanted, watch)
    (self.daemonStatus, self.service, self.keeper, self.place) = (daemonStatus, service, keeper, place)
  }

  private init(
    _ name: String, _ command: some DaemonCommand & Sendable, _ context: CommandContext, _ pulse: ServiceHeartbeat,
    isWanted: @escaping @Sendable () async throws -> Bool,
    place: @escaping @Sendable () async throws -> (book: String, scope: String),
    keeper: @escaping @Sendable () async throws -> HealthMonitor
  ) {
    self.init(
      name: name, network: nil, isWanted: isWanted,
      watch: { try await command.watch(in: context, pulse: pulse) },
      daemonStatus: { try await command.daemonStatus(in: context) }, service: { try command.service(in: context) },
      keeper: keeper, place: place)
  }
}

extension CommandContext {
  /// Whether there are alerts on gas of a network, which a part of its own watches.
  fileprivate func hasGasAlerts(on network: Network, isInUse: Bool) async throws -> Bool {
    let place = try settings.gas.place()
    guard place.mayBeThere else { return false }
    let book = try GasBook(at: place)
    let subjects = try await book.alerts.all().map(\.rule.subject)
    guard !subjects.isEmpty else { return false }
    if isInUse {
      let scope = try await nodes.gasChain(book).description
      return subjects.contains { $0.scope == scope }
    }
    // Alerts are stepped by chain: of networks with one chain a single part watches, that in use before others.
    let own = try settings.network()
    var inUse = own.chainID
    if inUse == nil { inUse = try await book.chain(ofNetwork: own.name) }
    var seen: Set<String> = inUse.map { [$0.description] } ?? []
    return subjects.contains { seen.insert($0.scope).inserted && $0.network == network.name }
  }
}
