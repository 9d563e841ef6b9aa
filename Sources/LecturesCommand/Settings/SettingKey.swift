/// A setting by its one name: `--from-block`, `LECTURES_FROM_BLOCK` and `"from-block"` in the configuration file.
///
/// `Docs/configuration.md` has them all.
struct SettingKey: Sendable, Hashable {
  let name: String
  /// The flag that sets it for one run.
  let flag: String
  /// The sections of the configuration file in which it is looked for; the first is where it is kept unless told.
  let scopes: [Scope]

  /// A kind of section in the configuration file.
  enum Scope: Sendable, Hashable {
    /// `profiles.NAME`: on every network.
    case profile
    /// `profiles.NAME.networks.NETWORK`: on one network, in one profile.
    case networkInProfile
    /// `networks.NETWORK`: the definition of a network, for all profiles.
    case network
  }

  private init(_ name: String, flag: String? = nil, _ scopes: Scope...) {
    self.name = name
    self.flag = flag ?? "--\(name)"
    self.scopes = scopes
  }

  /// The setting of a name.
  static func named(_ name: String) -> SettingKey? { all.first { $0.name == name } }

  /// True if its value makes sense on one network only; a profile keeps it for each network apart.
  var isOfNetwork: Bool { scopes.contains(.networkInProfile) }

  /// True if it can be given for a session or a run; the others say what a network is, and only stand in the file.
  var isOverridable: Bool { scopes != [.network] }

  /// The variable that sets it for a session, if it can be given for one.
  var variable: String { SettingKey.variable(name) }

  /// Refuses variables with the former name of a setting, for what they set would be ignored.
  static func refuseFormer(in environment: [String: String]) throws(CommandFailure) {
    for (name, key) in former where environment[variable(name)]?.trimmed.isEmpty == false {
      throw CommandFailure(
        .settings, "\(variable(name)) is called \(key.variable) now.",
        reason: "A maximum fee is elsewhere a price per gas; this one is the total.")
    }
  }

  private static func variable(_ name: String) -> String {
    "LECTURES_" + name.uppercased().replacing("-", with: "_")
  }

  static let network = SettingKey("network", .profile)
  static let endpoint = SettingKey("endpoint", .networkInProfile, .network)
  static let chainID = SettingKey("chain-id", .networkInProfile, .network)
  static let contract = SettingKey("contract", .networkInProfile)
  static let fromBlock = SettingKey("from-block", .networkInProfile)
  static let account = SettingKey("account", flag: "--from", .profile)
  static let keystoreDirectory = SettingKey("keystore-dir", .profile)
  static let outbox = SettingKey("outbox", .profile)
  static let passwordFile = SettingKey("password-file", .profile)
  static let confirmations = SettingKey("confirmations", .profile)
  static let quorum = SettingKey("quorum", .profile)
  static let own = SettingKey("own", .networkInProfile)
  static let checkpoint = SettingKey("checkpoint", .networkInProfile)
  static let timeout = SettingKey("timeout", .profile)
  static let maxPrice = SettingKey("max-price", .profile)
  static let maxTotalFee = SettingKey("max-total-fee", .profile)
  static let limitPerCommand = SettingKey("limit-per-command", .profile)
  static let limitPerDay = SettingKey("limit-per-day", .profile)
  static let limitPerContract = SettingKey("limit-per-contract", .profile)
  static let fiatRate = SettingKey("fiat-rate", .networkInProfile)
  static let oracle = SettingKey("oracle", .networkInProfile)
  static let oracleKeyFile = SettingKey("oracle-key-file", .networkInProfile)

  static let symbol = SettingKey("symbol", .network)
  static let explorer = SettingKey("explorer", .network)
  static let kaia = SettingKey("kaia", .network)
  static let summary = SettingKey("summary", .network)

  /// All of them, in the order in which they are shown.
  static let all: [SettingKey] = [
    .network, .endpoint, .chainID, .contract, .fromBlock, .account, .keystoreDirectory, .outbox, .passwordFile,
    .confirmations, .quorum, .own, .checkpoint,
    .timeout, .maxPrice, .maxTotalFee, .limitPerCommand, .limitPerDay, .limitPerContract, .fiatRate, .oracle,
    .oracleKeyFile, .symbol, .explorer, .kaia, .summary,
  ]

  /// The names that settings had before: refused wherever they stand, for a limit that is silently ignored costs money.
  static let former: [String: SettingKey] = ["max-fee": .maxTotalFee]

  /// The variables that are no setting but are read all the same.
  static let otherVariables = ["LECTURES_PROFILE", "LECTURES_CONFIG", "LECTURES_ORACLE_KEY"]
}

/// The origin of a setting's value, the strongest first.
enum SettingOrigin: Sendable, Hashable, CustomStringConvertible {
  case flag(String)
  case variable(String)
  case profile(String)
  /// The definition of a network in the configuration file.
  case file(network: String)
  /// The default of a built-in network.
  case network(String)
  /// Nobody said anything.
  case byDefault

  var description: String {
    switch self {
    case .flag(let name): name
    case .variable(let name): "$\(name)"
    case .profile(let name): "profile \(name)"
    case .file(let network): "network \(network) of the configuration file"
    case .network(let name): "built-in network \(name)"
    case .byDefault: "default"
    }
  }
}

/// The values of some settings as they were written, and where.
struct SettingsLayer: Sendable {
  var values: [SettingKey: [String]]
  let origin: @Sendable (SettingKey) -> SettingOrigin

  /// The settings among the environment's variables that are not empty; `LECTURES_ENDPOINT` takes several URLs with
  /// commas.
  static func environment(_ environment: [String: String]) -> SettingsLayer {
    var values: [SettingKey: [String]] = [:]
    for key in SettingKey.all where key.isOverridable {
      guard let text = environment[key.variable]?.trimmed, !text.isEmpty else { continue }
      values[key] = key == .endpoint ? text.split { $0 == "," || $0.isWhitespace }.map(String.init) : [text]
    }
    return SettingsLayer(values: values) { .variable($0.variable) }
  }
}
