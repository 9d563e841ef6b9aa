import ArgumentParser
import Devnet
import DevnetServer
import Keystores
import Localization
import NodeRPC
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures devnet`, or `lectures devnet run`: serves a chain until it is stopped.
struct DevnetRun: ReportingCommand {
  static let configuration = CommandConfiguration(
    "run", "Run a test chain until Ctrl-C.",
    examples: ["lectures devnet run --port 9545 --chain-id 1337": ""],
    after: """
      `lectures devnet` is short for this command. The chain id is 31337, or that of --chain-id. HTTP and WebSocket \
      share the port. The chain listens on this machine only unless --host says otherwise. Requests from a browser \
      are answered if the page is from this machine and addresses the chain as localhost, by its IP address or, with \
      --host, by that name; --allow-host and --allow-origin allow more.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: "Chain options") var chainOptions: ChainOptions
  @OptionGroup(title: NodeOptions.title) var chainIDOptions: ChainIDOptions
  @OptionGroup(title: NodeOptions.title) var timeoutOptions: TimeoutOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions

  @Option(help: ArgumentHelp("The address to listen on.", valueName: "address")) var host = "127.0.0.1"

  @Option(help: ArgumentHelp("The port to listen on; 0 is any free one.", valueName: "number")) var port: UInt16 = 8545

  @Option(
    name: .customLong("allow-host"),
    help: ArgumentHelp("Another host name that requests may use; * is any. Can be repeated.", valueName: "name"))
  var allowedHosts: [String] = []

  @Option(
    name: .customLong("allow-origin"),
    help: ArgumentHelp(
      "An origin of web pages that may use it, as in https://app.example.org; * is any. Can be repeated.",
      valueName: "url"))
  var allowedOrigins: [String] = []

  func validate() throws {
    try UsageRule.requireHostNames(allowedHosts)
    for origin in allowedOrigins where origin != "*" && !origin.contains("://") {
      throw UsageRule.originName
    }
  }

  func run(in context: CommandContext) async throws -> Report {
    let (network, language) = (try context.settings.network(named: Network.defaultName), context.language)
    // The chain id of a profile is of the chain that it works on.
    let isChosen = context.settings.raw(.chainID)?.origin.isOfSession == true
    let chainID =
      isChosen
      ? try context.settings.value(.chainID, expecting: "a chain id above 0") { try UInt256(parsing: $0) } : nil
    var options = try await chainOptions.options(chainID: chainID, unit: network.unit, in: context)
    let owners = try await Self.keystoreOwners(context)
    // On top of another chain, where they may have something of their own already.
    if options.origin != nil { options.funded = owners.map(\.address) }
    let chain = try await Devnet.start(options)
    if await chain.lackOfMemory != nil {
      context.warn(language[DevnetText.memoryFull(mebibytes: options.memoryLimit >> 20)])
    } else {
      for owner in owners where try await chain.balance(of: owner.address) == 0 {
        try await chain.setBalance(options.balance, of: owner.address)
      }
    }
    if let place = chain.recovery.damagedAt {
      context.warn(
        language[
          DevnetText.damaged(
            at: place, bytes: chain.recovery.discardedBytes, copy: chain.recovery.keptCopy ?? "")])
    } else if chain.recovery.discardedBytes > 0 {
      context.warn(language[DevnetText.cutShort(bytes: chain.recovery.discardedBytes)])
    }
    var access = DevnetServer.Options()
    access.hosts = Set(allowedHosts)
    access.origins = Set(allowedOrigins)
    access.hostAdvice = "lectures devnet --allow-host NAME"
    access.originAdvice = "lectures devnet --allow-origin URL"
    let server = try await DevnetServer.start(chain, host: host, port: port, options: access)
    if !["127.0.0.1", "localhost", "::1"].contains(host) {
      context.warn(language[DevnetText.everybody(host: host)])
    }
    let face = DevnetSummary(
      chain: chain, server: server, owners: owners, balance: options.balance, network: network,
      head: await chain.blockNumber, stateFile: chainOptions.stateFile,
      origin: try options.origin.map { (try Endpoint(chainOptions.forkedURL ?? "").redacted, $0.header.number) })
    return Report(face.json) {
      face.blocks(in: language)
    } service: {
      let log = DevnetLog(
        names: Dictionary(owners.map { ($0.address, $0.name) }) { first, _ in first }, unit: network.unit,
        language: language)
      let writer = Task {
        guard context.console.outputMode.verbose else { return }
        for await event in await chain.events() {
          for line in log.lines(of: event) { context.note(line) }
        }
      }
      defer { writer.cancel() }
      while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
      await server.stop()
      await chain.close()
    }
  }

  /// The owners of the person's keystores; nothing is decrypted for that.
  private static func keystoreOwners(_ context: CommandContext) async throws -> [DevnetSummary.Owner] {
    guard let manager = try? context.keys.manager(), let entries = try? await manager.list() else { return [] }
    return entries.compactMap { entry in entry.address.map { DevnetSummary.Owner(name: entry.name, address: $0) } }
  }
}
