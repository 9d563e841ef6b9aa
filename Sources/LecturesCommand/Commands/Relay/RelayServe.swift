import ArgumentParser
import Database
import Foundation
import Localization
import Logging
import Operations
import OrderBook
import Primitives
import Relay
import StrictJSON
import Terminal

/// `lectures relay serve`: runs the relay until it is stopped.
struct RelayServe: ReportingCommand {
  static let configuration = CommandConfiguration(
    "serve", "Serve a relay's order book.",
    examples: [
      "lectures relay serve --rules rules.json --store relay.sqlite": "",
      "lectures relay serve --rules rules.json --database postgres://relay@db.example/relay --port 3001":
        "one of several, which share the book",
      "lectures relay serve --rules rules.json --port 0 --json":
        "for a script: any free port, on standard output; the book stays in memory",
    ],
    after: """
      Until Ctrl-C it answers the Standard Relayer API, version 0 (/v0), and the order book API of version 4 \
      (/orderbook/v1), over HTTP and WebSocket. It takes what the rules (lectures relay rules) allow, after it has \
      checked signature, balance and allowance at the node of --network. An order is acknowledged once it is on the \
      disk. A store belongs to one chain and its exchanges, and one relay uses a file at a time; without one the \
      book ends with the process.
      Several instances share the book of a database of PostgreSQL: one of them writes; the others answer readings, \
      hand new orders to it, and take its place within 15 seconds if it dies. They need the same rules.
      The relay speaks plain HTTP and listens on this machine only: other machines reach it through a server that \
      speaks TLS, under the names of --allow-host. The address of --trusted-proxy is that server's: it tells by \
      X-Forwarded-For who asks.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: LogOptions.title) var logOptions: LogOptions
  @Option(help: ArgumentHelp("The file with the rules.", valueName: "file"), completion: .file(extensions: ["json"]))
  var rules: String
  @Option(
    help: ArgumentHelp("The file that keeps the book; it is made if there is none.", valueName: "file"),
    completion: .file(extensions: ["sqlite"]))
  var store: String?
  @OptionGroup var place: DatabaseOptions
  @Option(help: ArgumentHelp("The address to listen on.", valueName: "address")) var host = "127.0.0.1"
  @Option(help: ArgumentHelp("The port to listen on; 0 is any free one.", valueName: "number")) var port: UInt16 = 3000
  @Option(
    name: .customLong("allow-host"),
    help: ArgumentHelp(
      "A host name that requests may use beside localhost, such as that of a proxy; * is any. Can be repeated.",
      valueName: "name"))
  var hosts: [String] = []
  @Option(
    name: .customLong("allow-origin"),
    help: ArgumentHelp(
      "An origin of web pages that may use it, such as https://app.example.org; * is any. Can be repeated.",
      valueName: "url"))
  var origins: [String] = []
  @Option(
    name: .customLong("trusted-proxy"),
    help: ArgumentHelp(
      "A proxy whose X-Forwarded-For is trusted: an address, or a range such as 10.0.0.0/8. Can be repeated.",
      valueName: "address"))
  var proxies: [String] = []
  @Flag(help: "Take no orders, and only show those of the store.") var readOnly = false

  func validate() throws {
    try place.validate(beside: store)
    try UsageRule.requireHostNames(hosts)
  }

  func run(in context: CommandContext) async throws -> Report {
    let place = try await self.place.place(context.prompts, store: store)
    let rules = try RelayRules(parsing: try InputFile.contents(of: self.rules, reliedOnAs: "The file of the rules"))
    let (network, language) = (try context.settings.network(), context.language)
    let node = try context.nodes.node(of: network)
    var options = RelayServer.Options(clock: { UInt64(max(0, Date().timeIntervalSince1970 * 1000)) })
    (options.host, options.port, options.isReadOnly) = (host, port, readOnly)
    (options.hosts, options.origins, options.trustedProxies) = (Set(hosts), Set(origins), proxies)
    let log = try context.log("relay")
    try await DatabaseWait(context: context, log: log, port: (host, port)).run(for: [place])
    options.logger = log
    options.onEvent = { Self.tell($0, in: log) }
    let server = try await RelayServer.start(rules: rules, node: node, at: place, options)
    if !["127.0.0.1", "localhost", "::1"].contains(host) {
      context.warn(language[ServingText.answersAreRead])
    }
    return Report([
      "url": .string(server.url), "chainId": .string(rules.chainID.description), "store": .text(place.shownName),
      "readOnly": .bool(readOnly),
    ]) {
      language[RulesText.relay(server.url)]
      rules.fields(in: language)
      [
        language[RulesText.book].plain: place.shownName.map { StyledText($0) } ?? language[RulesText.inMemory]
      ] as Fields
      language[ServingText.ending]
    } service: {
      while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
      await server.stop()
    }
  }

  /// Tells whoever runs the relay what keeps it from taking orders, and when it takes them.
  private static func tell(_ event: RelayEvent, in log: Logger) {
    switch event {
    case .ready(let block): log.notice("Orders are taken as of block \(block.number).")
    case .keeps(let keeps):
      // Where the store failed nobody knows whether another keeps it.
      log.notice(
        "\(keeps ? "This instance keeps the book." : "This instance does not keep the book any more; it follows.")")
    case .nodeFailed(let error): log.warning("No orders are taken: \(error.inOneLine)")
    case .bookFailed(let error): log.warning("The book cannot be used: \(error.inOneLine)")
    case .listening, .stopping, .stopped: break
    }
  }
}
