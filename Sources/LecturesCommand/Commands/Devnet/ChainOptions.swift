import ArgumentParser
import Devnet
import EVM
import Localization
import NodeRPC
import Operations
import Primitives
import Simulation
import StrictJSON
import Terminal

/// The options that choose a devnet's chain.
struct ChainOptions: ParsableArguments {
  @Flag(
    help:
      "Use Kaia's rules: its transactions, account keys and fees. Chain ids 8217 and 1001 and forks of its chains use them, too."
  )
  var kaia = false

  @Option(
    name: .customLong("hardfork"),
    help: ArgumentHelp(
      "The hard fork's rules, by default osaka: \(Fork.allCases.map { "\($0)" }.joined(separator: ", ")).",
      valueName: "name"), completion: .list(Fork.allCases.map { "\($0)" }), transform: ChainOptions.fork)
  var fork: Fork = .osaka

  @Option(help: ArgumentHelp("The number of funded accounts, 1000 at most.", valueName: "number")) var accounts = 10

  @Option(help: ArgumentHelp("The balance of each, as in 10000 or \"5 gwei\".", valueName: "amount"))
  var balance = "10000"

  @Option(help: ArgumentHelp("The gas limit of a block.", valueName: "gas")) var gasLimit: UInt64 = 30_000_000

  @Option(help: ArgumentHelp("The base fee of the first block, as in \"25 gwei\".", valueName: "amount"))
  var baseFee = "1 gwei"

  @Option(help: ArgumentHelp("The time of the first block, in seconds since 1970.", valueName: "seconds"))
  var timestamp: UInt64?

  @Option(
    help: ArgumentHelp("A genesis file in geth's format, instead of the options above.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var genesis: String?

  @Option(
    name: .customLong("fork"),
    help: ArgumentHelp("A node whose chain is forked; nothing is ever sent there.", valueName: "url"))
  var forkedURL: String?

  @Option(
    name: .customLong("fork-block"),
    help: ArgumentHelp("The block to fork at; by default the latest.", valueName: "number"))
  var forkedBlock: UInt64?

  @Option(
    name: .customLong("state"),
    help: ArgumentHelp(
      "Keep the chain in this file, which only grows, and continue the chain that is in it.", valueName: "file"),
    completion: .file())
  var stateFile: String?

  @Flag(name: .customLong("state-sync"), help: "Wait for the disk at each answer, so that a power loss loses nothing.")
  var syncsState = false

  @Flag(
    name: .customLong("repair"),
    help: "Continue with the readable part of a damaged --state file; the damaged file is kept beside it.")
  var repairsState = false

  @Option(
    help: ArgumentHelp(
      "The approximate memory that the chain may take, by default 4GiB; beyond it no block is accepted.",
      valueName: "size"), transform: ChainOptions.size)
  var memoryLimit = 4 << 30

  @Option(
    help: ArgumentHelp("Mine a block at this interval instead of at once for each transaction.", valueName: "seconds"))
  var blockTime: UInt64?

  @Flag(help: "Mine a block only on evm_mine.") var noMining = false

  func validate() throws {
    guard (0...1000).contains(accounts) else {
      throw UsageRule.inRange("--accounts", from: 0, to: 1000)
    }
    if forkedBlock != nil && forkedURL == nil { throw UsageRule.goesWith("--fork-block", "--fork") }
    if forkedURL != nil && genesis != nil { throw UsageRule.either("--fork", "--genesis") }
    if syncsState && stateFile == nil { throw UsageRule.goesWith("--state-sync", "--state") }
    if repairsState && stateFile == nil { throw UsageRule.goesWith("--repair", "--state") }
    if blockTime == 0 { throw UsageRule.aboveZero("--block-time") }
    if blockTime != nil && noMining { throw UsageRule.either("--block-time", "--no-mining") }
  }

  /// The options of the library.
  ///
  /// - Throws: `usage` for an amount that is none or a file that can't be read, `malformedGenesis`, `originFailed`.
  func options(chainID: UInt256?, unit: Amount.Unit, in context: CommandContext) async throws -> Devnet.Options {
    var options = Devnet.Options()
    if kaia { options.kaia = KaiaChainParameters() }
    if let chainID { options.chainID = chainID }
    options.fork = fork
    options.accountCount = accounts
    options.balance = try Self.amount(balance, "--balance", unit).wei
    options.blockGasLimit = gasLimit
    options.baseFee = try Self.amount(baseFee, "--base-fee", unit).wei
    options.timestamp = timestamp
    options.memoryLimit = memoryLimit
    if let blockTime { options.mining = .interval(blockTime) }
    if noMining { options.mining = .manual }
    if let genesis {
      options.genesis = try Genesis(json: try InputFile.json(of: genesis))
    }
    if let stateFile {
      options.storage = Devnet.Storage(
        path: stateFile, sync: syncsState ? .everyAnswer : .everySecond, repairs: repairsState)
    }
    let open = try Self.opener(context)
    options.openOrigin = open
    if let forkedURL {
      let origin = try await context.progress(context.language[DevnetText.askingNode]) { _ in
        try await open(forkedURL, forkedBlock)
      }
      guard !kaia || origin.kaia != nil else {
        throw CommandFailure(.usage, DevnetRefusal.noKaiaFork(chain: "\(origin.chainID)", node: origin.url))
      }
      options.origin = origin
    }
    return options
  }

  /// The opener of the chain that a node serves, with this program's settings of nodes and cache.
  private static func opener(
    _ context: CommandContext
  ) throws -> @Sendable (_ url: String, _ block: UInt64?) async throws -> ForkSource {
    let options = try context.settings.nodeOptions()
    let cache = context.settings.stateCache
    return { url, block in
      let node = try NodeClient(url, options: options)
      return try await ForkSource.node(node, block: block, cache: cache)
    }
  }

  private static func fork(_ name: String) throws -> Fork {
    let names = Fork.allCases.map { "\($0)" }
    guard let index = names.firstIndex(where: { $0.lowercased() == name.lowercased() }) else {
      throw UsageRule.hardfork(PlainText.escaped(name), nearest: NearMatch.closest(to: name, among: names))
    }
    return Fork.allCases[index]
  }

  /// Reads a size such as 512MiB.
  private static func size(_ text: String) throws -> Int {
    let letters = text.drop { $0.isNumber || $0 == " " }.lowercased()
    let units = ["k": 10, "kib": 10, "m": 20, "mib": 20, "g": 30, "gib": 30]
    guard let shift = units[letters], let count = Int(text.prefix { $0.isNumber }), (1..<1 << 20).contains(count) else {
      throw UsageRule.size(PlainText.escaped(text))
    }
    return count << shift
  }

  private static func amount(_ text: String, _ flag: String, _ unit: Amount.Unit) throws -> Amount {
    do {
      return try text.contains(where: \.isLetter) ? Amount(parsing: text) : Amount(parsing: text, unit: unit)
    } catch {
      throw CommandFailure(.usage, DevnetRefusal.noAmount(text, of: flag, reason: "\(error)"))
    }
  }
}
