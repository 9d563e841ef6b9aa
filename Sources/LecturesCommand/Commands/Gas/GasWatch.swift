import Alerts
import ArgumentParser
import GasPrices
import Localization
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

  var pace: PollingSchedule {
    get throws {
      if eachBlock { return .eachBlock }
      guard let duration = Settings.duration(every), duration >= .seconds(1) else {
        throw CommandFailure(.usage, ValueRefusal(every, of: "--every", isNo: .pause))
      }
      return .every(duration)
    }
  }
}

/// `lectures gas watch`: shows the prices at intervals.
struct GasWatch: ReportingCommand {
  static let configuration = CommandConfiguration(
    "watch", "Show and record the gas price at intervals.",
    examples: [
      "lectures gas watch": "every 7 seconds until Ctrl-C", "lectures gas watch --each-block": "",
      "lectures gas watch --json | jq .": "a JSON value a line, the first as of other commands",
    ],
    after: """
      Prices are kept and alerts are sent as by the daemon; while the daemon runs, prices are only shown. On a terminal \
      the prices and their course are drawn anew, through a pipe each price is a line.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: LectureContractOptions
  @OptionGroup(title: GasOptions.title) var gasOptions: GasOptions
  @OptionGroup var watching: WatchOptions
  @Option(help: ArgumentHelp("End after this number of prices.", valueName: "number")) var count: Int?

  func validate() throws {
    if let count, count < 1 { throw UsageRule.aboveZero("--count") }
  }

  func run(in context: CommandContext) async throws -> Report {
    let place = try await GasSource(of: context.nodes)
    let path = try context.settings.gas.book()
    let book = try GasBook(at: try context.settings.gas.place())
    try await book.remember(chainID: place.chainID, ofNetwork: place.network.name)
    let scope = place.chainID.description
    // Of a book on a server another machine may watch.
    let held = try await book.isWatched(scope, beside: path) ? nil : Self.held(book, scope, path)
    let lock = held?.lock
    let language = context.language
    if lock == nil { context.note(StyledText(language[GasText.onlyShown])) }
    let keeper = try context.healthMonitor(
      of: HealthMonitor.Daemon("gas", watching: place.network.name, scope: scope), besides: path,
      pulse: ServiceHeartbeat(environment: [:])
    ) { try await book.alerts.channels(in: scope) }
    let monitor = GasMonitor(
      book: held?.book ?? book, chainID: place.chainID, reader: place.reader, node: place.connection?.node,
      pace: try watching.pace,
      lock: lock, health: lock == nil ? nil : keeper,
      // A line of prices has no room for them.
      toldWaits: context.console.outputMode.json || context.console.redraws ? .seconds(2) : nil,
      units: place.network.gasUnits,
      words: context.gasWords(place.network.gasUnits),
      coins: context.nodes.coinPrices(on: place.network), clock: LocalTime.now)
    let left = Guarded(count)
    let face = GasWatchDisplay(context.console, place)
    return Report([
      "network": .string(place.network.name), "chainId": .string(place.chainID.description), "file": .string(book.path),
      "keeps": .bool(lock != nil),
    ]) {
      // On a screen it is drawn with the prices, so that it is not lost where that is resized.
      if !face.draws { face.heading }
    } service: {
      let work: @Sendable () async throws -> Void = {
        async let _: Void = face.draws ? face.measure(over: book) : ()
        try await monitor.run { event in
          face.show(event)
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
  private static func held(
    _ book: GasBook, _ scope: String, _ path: String
  ) throws -> (book: GasBook, lock: MonitorLock)? {
    do throws(AlertsError) {
      return try book.watched(scope, beside: path)
    } catch {
      guard error.code == .watchedAlready else { throw error }
      return nil
    }
  }
}
