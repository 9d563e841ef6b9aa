import ArgumentParser
import Terminal

/// The options that every command has, before or after its name.
///
/// A command takes them in with one line: `@OptionGroup(title: GlobalOptions.title) var global: GlobalOptions`.
struct GlobalOptions: ParsableArguments, Sendable {
  static let title = "Global options"

  // Where.

  @Option(
    name: .long, help: ArgumentHelp("kaia, kairos, mainnet, sepolia, local or your own.", valueName: "name"),
    completion: .list(Network.builtIn.map(\.name)))
  var network: String?

  @Option(
    name: [.customLong("endpoint"), .customLong("rpc-url")],
    help: ArgumentHelp(
      "A node's URL; repeat it for others to fall back on. NAME=URL says whose it is.", valueName: "url"))
  var endpoint: [String] = []

  @Option(name: .customLong("chain-id"), help: ArgumentHelp("The chain the node has to be on.", valueName: "number"))
  var chainID: String?

  @Option(name: .long, help: ArgumentHelp("The lecture contract.", valueName: "address"))
  var contract: String?

  @Option(
    name: .customLong("from-block"),
    help: ArgumentHelp("The block the contract was deployed in.", valueName: "number"))
  var fromBlock: String?

  // Who.

  @Option(
    name: [.customLong("from"), .customLong("account")],
    help: ArgumentHelp("The account that acts, by name or address.", valueName: "account"))
  var account: String?

  @Option(
    name: .customLong("keystore-dir"), help: ArgumentHelp("Where the key files are.", valueName: "dir"),
    completion: .directory)
  var keystoreDirectory: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The file in which what is sent is written down.", valueName: "file"),
    completion: .file(extensions: ["sqlite"]))
  var outbox: String?

  @Option(
    name: .customLong("password-file"),
    help: ArgumentHelp("A file with the password in its first line, or -.", valueName: "file"),
    completion: .file())
  var passwordFile: String?

  @Option(
    name: .customLong("password-fd"),
    help: ArgumentHelp("An open descriptor to read the password from.", valueName: "number"))
  var passwordDescriptor: Int32?

  // How.

  @Flag(name: .shortAndLong, help: "Do not ask: what would be asked is confirmed.")
  var yes = false

  @Option(
    name: .customLong("max-price"),
    help: ArgumentHelp("Refuse lectures that cost more, in whole KLAY.", valueName: "klay"))
  var maxPrice: String?

  @Option(
    name: .customLong("max-fee"),
    help: ArgumentHelp(
      "Refuse transactions whose fee may be more; with --yes, one coin unless told.", valueName: "amount"))
  var maxFee: String?

  @Option(
    name: .customLong("limit-per-command"),
    help: ArgumentHelp("The most that one run may spend.", valueName: "amount"))
  var limitPerCommand: String?

  @Option(
    name: .customLong("limit-per-day"),
    help: ArgumentHelp("The most that may be spent in 24 hours.", valueName: "amount"))
  var limitPerDay: String?

  @Option(
    name: .customLong("limit-per-contract"),
    help: ArgumentHelp("The most that one receiver may get in 24 hours.", valueName: "amount"))
  var limitPerContract: String?

  @Option(
    name: .long, help: ArgumentHelp("Blocks to wait for, the transaction's own included.", valueName: "number"))
  var confirmations: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How many endpoints have to agree that a transaction was mined; 1 unless told.", valueName: "number"))
  var quorum: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "true if the node on this machine is your own: what it says is proof. Else a second operator's is asked for.",
      valueName: "true|false"))
  var own: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A recent block that you trust, on Kaia: from there validators' seals prove what a node says.",
      valueName: "number:hash"))
  var checkpoint: String?

  @Option(
    name: .long, help: ArgumentHelp("For one request to a node: 30, 1.5, 500ms, 2m.", valueName: "time"))
  var timeout: String?

  // What is said.

  @Flag(name: .long, help: "Print one JSON value, a failure included; Docs/json.md names its members.")
  var json = false

  @Flag(name: .shortAndLong, help: "Say nothing but the result.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Say what is being done.")
  var verbose = false

  @Flag(name: .customLong("no-color"), help: "No colours; NO_COLOR does the same.")
  var noColor = false

  // Which settings.

  @Option(name: .long, help: ArgumentHelp("The profile in the configuration file.", valueName: "name"))
  var profile: String?

  @Option(
    name: .long, help: ArgumentHelp("The configuration file.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var config: String?

  /// What was given, as it was written.
  var values: [SettingKey: [String]] {
    var values: [SettingKey: [String]] = [:]
    let single: [(SettingKey, String?)] = [
      (.network, network), (.chainID, chainID), (.contract, contract), (.fromBlock, fromBlock), (.account, account),
      (.keystoreDirectory, keystoreDirectory), (.outbox, outbox), (.passwordFile, passwordFile),
      (.confirmations, confirmations), (.quorum, quorum), (.own, own), (.checkpoint, checkpoint),
      (.timeout, timeout), (.maxPrice, maxPrice), (.maxFee, maxFee),
      (.limitPerCommand, limitPerCommand), (.limitPerDay, limitPerDay), (.limitPerContract, limitPerContract),
    ]
    for (key, value) in single { values[key] = value.map { [$0] } }
    if !endpoint.isEmpty { values[.endpoint] = endpoint }
    return values
  }

  /// How much is said, and in which form.
  var manner: Console.Manner { Console.Manner(json: json, quiet: quiet, verbose: verbose, colour: !noColor) }

  func validate() throws {
    if let passwordDescriptor, passwordDescriptor < 0 {
      throw ValidationError("--password-fd has to be the number of an open descriptor, as in 3.")
    }
    if passwordFile != nil && passwordDescriptor != nil {
      throw ValidationError("Give either --password-file or --password-fd, not both.")
    }
    if quiet && verbose { throw ValidationError("Give either --quiet or --verbose, not both.") }
  }
}
