import Alerts
import ArgumentParser
import Database
import GasPrices
import Localization
import NodeRPC
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures gas daemon`: watches prices and sends alerts, without output.
struct GasDaemon: DaemonCommand {
  static let configuration = CommandConfiguration(
    "daemon", "Watch gas prices and send alerts.",
    examples: [
      "lectures gas daemon": "watch until it is stopped", "lectures gas daemon --status": "is it running?",
      "lectures gas daemon --systemd-unit >lectures-gas.service":
        "in ~/.config/systemd/user: systemctl --user enable --now lectures-gas",
    ],
    after: """
      An alert is written to the journal when the price crosses its limit, and is sent from there once, even if the \
      process dies. A webhook that does not answer is tried again with the same id for half a day, one that answers \
      with a refusal for two minutes, and one that is gone (status 410) not at all. A notification on this machine \
      that a killed daemon may have sent is not repeated, and is marked as unclear in the journal.

      After three failed readings in a row the alerts' receivers are notified once, once more if something else fails \
      as well, such as the node beside the oracle, and once on recovery. Where the oracle fails, the node's prices \
      replace it; that is notified, too. An oracle whose base fee is far from the node's is not believed until a node \
      confirms it; while no node answers, only oracle prices near the last believed ones count.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: LectureContractOptions
  @OptionGroup(title: GasOptions.title) var gasOptions: GasOptions
  @OptionGroup var watching: WatchOptions
  @Flag(help: "Show whether the daemon runs, its last price and unsent alerts.") var status = false
  @Flag(help: "Print a systemd unit that runs the daemon.") var systemdUnit = false

  func validate() throws {
    if status && systemdUnit { throw UsageRule.either("--status", "--systemd-unit") }
  }

  func place(in context: CommandContext) throws -> DatabasePlace? { try context.settings.gas.place() }

  func watch(in context: CommandContext, pulse: ServiceHeartbeat) async throws -> DaemonWatch {
    try await watch(try context.settings.network(), in: context, pulse: pulse)
  }

  /// The watch over the gas of a network.
  func watch(_ network: Network, in context: CommandContext, pulse: ServiceHeartbeat) async throws -> DaemonWatch {
    let path = try context.settings.gas.book()
    let book = try GasBook(at: try context.settings.gas.place())
    let place = try await GasSource(of: network, watchedBy: context.nodes, book)
    try await book.remember(chainID: place.chainID, ofNetwork: place.network.name)
    let scope = place.chainID.description
    let (own, lock) = try book.watched(scope, beside: path)
    let keeper = try context.healthMonitor(
      of: HealthMonitor.Daemon("gas", watching: place.network.name, scope: scope), besides: path, pulse: pulse
    ) { try await book.alerts.channels(in: scope) }
    let monitor = GasMonitor(
      book: own, chainID: place.chainID, reader: place.reader, node: place.connection?.node, pace: try watching.pace,
      lock: lock, health: keeper, units: place.network.gasUnits,
      words: context.gasWords(place.network.gasUnits), coins: context.nodes.coinPrices(on: place.network),
      clock: LocalTime.now)
    let alerts = try await book.alerts.all(in: scope)
    let language = context.language
    return DaemonWatch(
      members: [
        ("network", .string(place.network.name)), ("chainId", .string(place.chainID.description)),
        ("file", .string(book.path)), ("process", DaemonWatch.process), ("alerts", .integer(alerts.count)),
      ],
      lines: [
        StyledText(language[GasText.watchingFor(place.network.name, alerts: alerts.count)], .good),
        StyledText("\(language[AlertText.ending]) ") + StyledText("lectures gas daemon --status", .action),
      ]
    ) {
      try await keeper.run {
        try await monitor.run { event in
          // Of a reading nothing is shown: a line a price is for people who watch (`gas watch`).
          context.console.show(event)
          return true
        }
      }
    }
  }

  func daemonStatus(in context: CommandContext) async throws -> DaemonStatus {
    try await daemonStatus(of: try context.settings.network(), in: context)
  }

  /// The status of the daemon that watches a network.
  func daemonStatus(of network: Network, in context: CommandContext) async throws -> DaemonStatus {
    let book = try GasBook(at: try context.settings.gas.place())
    let chainID = try await context.nodes.gasChain(book, of: network)
    let path = try context.settings.gas.book()
    let holder = MonitorLock.holder(book: path, scope: chainID.description)
    let newest = try await book.newestSample(chainID: chainID)
    let alerts = try await book.alerts.all(in: chainID.description)
    let counts = try await DeliveryCounts(book.alerts, in: chainID.description)
    let health = try await HealthBook(besides: path).health(of: chainID.description)
    let members: [(String, JSON)] = [
      ("network", .string(network.name)), ("chainId", .string(chainID.description)), ("running", .bool(holder != nil)),
      ("process", .integer(holder)), ("file", .string(book.path)), ("lastSample", .integer(newest?.time)),
      ("lastBlock", .integer(newest?.block)), ("standard", .text(newest?.standard)), ("alerts", .integer(alerts.count)),
    ]
    return DaemonStatus(
      holder: holder, start: MonitorLock.start(book: path, scope: chainID.description),
      members: members + counts.members, health: health,
      notRunning: CommandFailure(.init("gas.notRunning", .failure), AlertRefusal.gasUnwatched(network.name)),
      fields: fields(
        network, chainID, holder, newest, alerts: alerts.count, told: counts.text, in: context.language))
  }

  private func fields(
    _ network: Network, _ chainID: UInt256, _ holder: Int?, _ newest: GasSample?, alerts: Int, told: AlertText,
    in language: Language
  ) -> Fields {
    var fields = Fields()
    fields.add(language[Label.network], StyledText(language[GasText.chain(network.name, chainID.description)]))
    fields.add(
      language[AlertText.daemon],
      holder.map { StyledText(language[AlertText.runs(process: $0)], .good) }
        ?? StyledText(language[AlertText.stopped], .warning))
    let last = newest.map { sample in
      let price = language.decimal(network.text(gasPrice: UInt256(UInt64(clamping: sample.standard))))
      return language[GasText.priceAt(price, LocalTime.text(sample.time, in: language), block: sample.block)]
    }
    fields.add(language[GasText.lastPrice], StyledText(last ?? language[AlertText.notYet]))
    fields.add(language[AlertText.alerts], StyledText("\(alerts)"))
    fields.add(language[AlertText.told], StyledText(language[told]))
    return fields
  }

  func service(in context: CommandContext) throws -> DaemonService {
    let settings = context.settings
    let network = try settings.network()
    for url in network.endpoints { _ = try Endpoint(url) }
    (_, _, _) = (try watching.pace, try settings.timeout(), try settings.gas.oracle(of: network))
    guard try settings.gas.oracleKeyFile() != nil || (settings.environment["LECTURES_ORACLE_KEY"] ?? "").trimmed.isEmpty
    else {
      throw CommandFailure(
        .settings, "A service has not the variable LECTURES_ORACLE_KEY, and its text is no place for a key.",
        advice: "Write the key into a file of your own, and name it: --oracle-key-file FILE")
    }
    return DaemonService(
      description: "lectures gas: watches the price of gas and tells alerts",
      command: ["gas", "daemon", "--network", network.name],
      keys: [.endpoint, .chainID, .contract, .timeout, .oracle, .oracleKeyFile, .gasBook],
      options: watching.eachBlock ? ["--each-block"] : watching.every == "7" ? [] : ["--every", watching.every],
      book: try settings.gas.book())
  }
}
