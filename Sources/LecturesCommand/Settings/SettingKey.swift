/// A setting by its one name: `--from-block`, `LECTURES_FROM_BLOCK` and `"from-block"` in the configuration file.
struct SettingKey: Sendable, Hashable {
  let name: String
  /// The flag that sets it for one run.
  let flag: String
  /// True if its value makes sense on one network only; the file keeps it for each network apart.
  let isOfNetwork: Bool

  private init(_ name: String, flag: String? = nil, isOfNetwork: Bool = false) {
    self.name = name
    self.flag = flag ?? "--\(name)"
    self.isOfNetwork = isOfNetwork
  }

  /// The variable that sets it for a session.
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

  static let network = SettingKey("network")
  static let endpoint = SettingKey("endpoint", isOfNetwork: true)
  static let chainID = SettingKey("chain-id", isOfNetwork: true)
  static let contract = SettingKey("contract", isOfNetwork: true)
  static let fromBlock = SettingKey("from-block", isOfNetwork: true)
  static let account = SettingKey("account", flag: "--from")
  static let keystoreDirectory = SettingKey("keystore-dir")
  static let outbox = SettingKey("outbox")
  static let passwordFile = SettingKey("password-file")
  static let confirmations = SettingKey("confirmations")
  static let quorum = SettingKey("quorum")
  static let own = SettingKey("own", isOfNetwork: true)
  static let checkpoint = SettingKey("checkpoint", isOfNetwork: true)
  static let timeout = SettingKey("timeout")
  static let maxPrice = SettingKey("max-price")
  static let maxTotalFee = SettingKey("max-total-fee")
  static let limitPerCommand = SettingKey("limit-per-command")
  static let limitPerDay = SettingKey("limit-per-day")
  static let limitPerContract = SettingKey("limit-per-contract")
  static let fiatRate = SettingKey("fiat-rate", isOfNetwork: true)
  static let oracle = SettingKey("oracle", isOfNetwork: true)
  static let oracleKeyFile = SettingKey("oracle-key-file", isOfNetwork: true)

  /// All of them, in the order in which they are shown.
  static let all: [SettingKey] = [
    .network, .endpoint, .chainID, .contract, .fromBlock, .account, .keystoreDirectory, .outbox, .passwordFile,
    .confirmations, .quorum, .own, .checkpoint,
    .timeout, .maxPrice, .maxTotalFee, .limitPerCommand, .limitPerDay, .limitPerContract, .fiatRate, .oracle,
    .oracleKeyFile,
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
    for key in SettingKey.all {
      guard let text = environment[key.variable]?.trimmed, !text.isEmpty else { continue }
      values[key] = key == .endpoint ? text.split { $0 == "," || $0.isWhitespace }.map(String.init) : [text]
    }
    return SettingsLayer(values: values) { .variable($0.variable) }
  }
}
