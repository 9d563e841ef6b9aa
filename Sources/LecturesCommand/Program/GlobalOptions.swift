import ArgumentParser
import Terminal

/// The options that every command has, before or after its name.
///
/// A command takes them in with one line: `@OptionGroup(title: GlobalOptions.title) var global: GlobalOptions`.
struct GlobalOptions: ParsableArguments, Sendable {
  static let title = "Global options"

  // Network and node.

  @Option(
    name: .long,
    help: ArgumentHelp("The network: kaia, kairos, mainnet, sepolia, local or your own.", valueName: "name"),
    completion: .list(Network.builtIn.map(\.name)))
  var network: String?

  @Option(
    name: [.customLong("endpoint"), .customLong("rpc-url")],
    help: ArgumentHelp(
      "A node's URL; repeat it for fallback nodes. NAME=URL names the node's operator.", valueName: "url"))
  var endpoint: [String] = []

  @Option(
    name: .customLong("chain-id"), help: ArgumentHelp("The chain id that the node must have.", valueName: "number"))
  var chainID: String?

  @Option(name: .long, help: ArgumentHelp("The address of the lecture contract.", valueName: "address"))
  var contract: String?

  @Option(
    name: .customLong("from-block"),
    help: ArgumentHelp("The block the contract was deployed in.", valueName: "number"))
  var fromBlock: String?

  // Account.

  @Option(
    name: [.customLong("from"), .customLong("account")],
    help: ArgumentHelp("The account to use, by name or address.", valueName: "account"))
  var account: String?

  @Option(
    name: .customLong("keystore-dir"), help: ArgumentHelp("The directory of the key files.", valueName: "dir"),
    completion: .directory)
  var keystoreDirectory: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The file that records every transaction before it is sent.", valueName: "file"),
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

  // Sending.

  @Flag(name: .shortAndLong, help: "Confirm every question instead of asking.")
  var yes = false

  @Option(
    name: .customLong("max-price"),
    help: ArgumentHelp("Refuse lectures that cost more, in whole KLAY.", valueName: "klay"))
  var maxPrice: String?

  @Option(
    name: .customLong("max-total-fee"),
    help: ArgumentHelp(
      "Refuse transactions whose total fee may be higher; with --yes, by default one coin.", valueName: "amount"))
  var maxTotalFee: String?

  @Option(name: .customLong("max-fee"), help: .hidden) var formerMaxFee: String?

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
    name: .long,
    help: ArgumentHelp(
      "The number of confirmations to wait for, the transaction's own block included.", valueName: "number"))
  var confirmations: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The number of endpoints that must agree that a transaction was mined; by default 1.", valueName: "number"))
  var quorum: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "true if the node on this machine is your own, so that its answers are proof. Otherwise a second operator's node is needed.",
      valueName: "true|false"))
  var own: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Kaia: a recent block that you trust. From there, validators' seals prove a node's answers.",
      valueName: "number:hash"))
  var checkpoint: String?

  @Option(
    name: .long, help: ArgumentHelp("The time limit of one request to a node: 30, 1.5, 500ms, 2m.", valueName: "time"))
  var timeout: String?

  // Output.

  @Flag(name: .long, help: "Print one JSON value, also for a failure; Docs/json.md lists its members.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print only errors and warnings.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print each step.")
  var verbose = false

  @Flag(name: .customLong("no-color"), help: "Print without colours; NO_COLOR does the same.")
  var noColor = false

  // Profile.

  @Option(name: .long, help: ArgumentHelp("The profile in the configuration file.", valueName: "name"))
  var profile: String?

  @Option(
    name: .long, help: ArgumentHelp("The configuration file.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var config: String?

  /// The values as they were given.
  var values: [SettingKey: [String]] {
    var values: [SettingKey: [String]] = [:]
    let single: [(SettingKey, String?)] = [
      (.network, network), (.chainID, chainID), (.contract, contract), (.fromBlock, fromBlock), (.account, account),
      (.keystoreDirectory, keystoreDirectory), (.outbox, outbox), (.passwordFile, passwordFile),
      (.confirmations, confirmations), (.quorum, quorum), (.own, own), (.checkpoint, checkpoint),
      (.timeout, timeout), (.maxPrice, maxPrice), (.maxTotalFee, maxTotalFee),
      (.limitPerCommand, limitPerCommand), (.limitPerDay, limitPerDay), (.limitPerContract, limitPerContract),
    ]
    for (key, value) in single { values[key] = value.map { [$0] } }
    if !endpoint.isEmpty { values[.endpoint] = endpoint }
    return values
  }

  /// The amount and the form of the output.
  var manner: Console.Manner { Console.Manner(json: json, quiet: quiet, verbose: verbose, colour: !noColor) }

  func validate() throws {
    if let passwordDescriptor, passwordDescriptor < 0 {
      throw ValidationError("--password-fd has to be the number of an open descriptor, as in 3.")
    }
    if passwordFile != nil && passwordDescriptor != nil {
      throw ValidationError("Give either --password-file or --password-fd, not both.")
    }
    if formerMaxFee != nil {
      throw ValidationError("--max-fee is called --max-total-fee now: a maximum fee is elsewhere a price per gas.")
    }
    if quiet && verbose { throw ValidationError("Give either --quiet or --verbose, not both.") }
  }
}
