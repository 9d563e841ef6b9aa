import Alerts
import ArgumentParser
import GasPrices
import Locking
import Operations
import Outbox
import Primitives
import StrictJSON
import Terminal

/// The options of commands that watch.
struct WatchOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The time between two prices, at least a second: 7, 30s, 1m.", valueName: "time"))
  var every = "7"
  @Flag(help: "Ask at each new block instead.") var eachBlock = false

  var pace: GasPace {
    get throws {
      if eachBlock { return .eachBlock }
      guard let duration = Settings.duration(every), duration >= .seconds(1) else {
        throw CommandFailure(
          .usage, "The value '\(every)' of --every is no such time.", reason: "It is from a second to a day.",
          advice: "As in 7, 30s or 1m.")
      }
      return .every(duration)
    }
  }
}

/// `lectures gas watch`: prints the prices at intervals.
struct GasWatch: ReportingCommand {
  static let configuration = CommandConfiguration(
    "watch", "Print and keep the gas price at intervals.",
    examples: [
      "lectures gas watch": "a line every 7 seconds until Ctrl-C", "lectures gas watch --each-block": "",
      "lectures gas watch --json | jq .": "one JSON value a line, the first of them in the usual form",
    ],
    after: """
      Prices are kept and alerts are sent as by the daemon; while the daemon runs, prices are only shown.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: GasOptions.title) var gasOptions: GasOptions
  @OptionGroup var watching: WatchOptions
  @Option(help: ArgumentHelp("End after this number of prices.", valueName: "number")) var count: Int?

  func validate() throws {
    if let count, count < 1 { throw ValidationError("--count is 1 or more.") }
  }

  func run(in context: CommandContext) async throws -> Report {
    let place = try await GasPlace(of: context.nodes)
    let path = try context.settings.gas.book()
    let book = try GasBook(path)
    try await book.remember(chainID: place.chainID, ofNetwork: place.network.name)
    let lock = try Self.lock(path, place)
    if lock == nil { context.note("The daemon keeps the prices and tells the alerts; here they are only shown.") }
    let scope = place.chainID.description
    let keeper = try context.healthKeeper(
      of: HealthKeeper.Daemon("gas", watching: place.network.name, scope: scope), besides: path,
      pulse: ServicePulse(environment: [:])
    ) { try await book.alerts.channels(in: scope) }
    let monitor = GasMonitor(
      book: book, chainID: place.chainID, reader: place.reader, node: place.connection?.node, pace: try watching.pace,
      lock: lock, health: lock == nil ? nil : keeper, units: place.network.gasUnits,
      coins: context.nodes.coinPrices(on: place.network), clock: LocalTime.now)
    let left = Guarded(count)
    return Report([
      "network": .string(place.network.name), "chainId": .string(place.chainID.description), "file": .string(path),
      "keeps": .bool(lock != nil),
    ]) {
      StyledText("\(place.network.name), prices in \(place.unit); Ctrl-C ends it.", .dim)
    } service: {
      let work: @Sendable () async throws -> Void = {
        try await monitor.run { event in
          place.show(event, on: context.console)
          guard case .reading = event else { return true }
          return left.withLock { left in
            left = left.map { $0 - 1 }
            return left != 0
          }
        }
      }
      // A run that only shows the prices tells nobody anything.
      if lock == nil { try await work() } else { try await keeper.run(work) }
    }
  }

  /// Nil where another process watches.
  private static func lock(_ path: String, _ place: GasPlace) throws -> MonitorLock? {
    do throws(AlertsError) {
      return try MonitorLock(book: path, scope: place.chainID.description, topic: GasSubject.topic)
    } catch {
      guard error.code == .watchedAlready else { throw error }
      return nil
    }
  }
}

extension GasPlace {
  /// Shows the events of a monitor.
  func show(_ event: GasMonitor.Event, on console: Console) {
    guard case .reading(let quote, _) = event else { return console.show(event) }
    if console.manner.json {
      console.print(json: quote.json(at: self))
      return
    }
    let tiers = quote.tiers.map { "\($0.speed.rawValue) \(PriceText.gwei($0.price))" }
    let fullness = quote.fullness.last.map { ["\(GasQuote.percent($0)) full"] } ?? []
    let base = quote.baseFee.map { ["base \(PriceText.gwei($0))"] } ?? []
    console.print([.timed(["block \(quote.block)"] + base + tiers + fullness)])
  }
}
