import Primitives

/// A setting by its one name, as in `"from-block"` in the configuration file.
///
/// `Docs/configuration.md` has them all. They are in the order in which they are shown.
package enum SettingKey: String, Sendable, CaseIterable {
  case network, endpoint
  case chainID = "chain-id"
  case contract
  case fromBlock = "from-block"
  case index
  case site
  case account
  case keystoreDirectory = "keystore-dir"
  case outbox
  case passwordFile = "password-file"
  case confirmations, quorum, own, checkpoint, timeout
  case caFile = "ca-file"
  case maxPrice = "max-price"
  case maxTotalFee = "max-total-fee"
  case limitPerCommand = "limit-per-command"
  case limitPerDay = "limit-per-day"
  case limitPerContract = "limit-per-contract"
  case webMayExceedLimits = "web-may-exceed-limits"
  case fiatRate = "fiat-rate"
  case oracle
  case oracleKeyFile = "oracle-key-file"
  case gasBook = "gas-book"
  case fiat
  case fiatMarket = "fiat-market"
  case ratesMarket = "rates-market"
  case ratesCurrencies = "rates-currencies"
  case ratesSources = "rates-sources"
  case ratesFeeds = "rates-feeds"
  case priceFeeds = "price-feeds"
  case ratesMaxAge = "rates-max-age"
  case ratesBook = "rates-book"
  case ratesMirror = "rates-mirror"
  case minfinKeyFile = "minfin-key-file"
  case coingeckoKeyFile = "coingecko-key-file"
  case eximKeyFile = "exim-key-file"
  case ecosKeyFile = "ecos-key-file"
  case exchangeV1 = "exchange-v1"
  case exchangeV4 = "exchange-v4"
  case wrappedCoin = "wrapped-coin"
  case relays
  case quotes
  case tokenLists = "token-lists"
  case trustedTokens = "trusted-tokens"
  case exchangeBook = "exchange-book"
  case language
  case logLevel = "log-level"
  case symbol, explorer, kaia, summary

  /// A kind of section in the configuration file.
  package enum Scope: Sendable, Hashable {
    /// `profiles.NAME`: on every network.
    case profile
    /// `profiles.NAME.networks.NETWORK`: on one network, in one profile.
    case networkInProfile
    /// `networks.NETWORK`: the definition of a network, for all profiles.
    case network
  }

  /// The name, as it stands in the configuration file.
  package var name: String { rawValue }

  /// The sections of the configuration file in which it is looked for; the first is where it is kept unless told.
  package var scopes: [Scope] {
    switch self {
    case .endpoint, .chainID: [.networkInProfile, .network]
    case .contract, .fromBlock, .index, .site, .own, .checkpoint, .caFile, .fiatRate, .oracle, .oracleKeyFile,
      .priceFeeds,
      .exchangeV1, .exchangeV4, .wrappedCoin, .relays, .quotes, .tokenLists, .trustedTokens:
      [.networkInProfile]
    case .symbol, .explorer, .kaia, .summary: [.network]
    default: [.profile]
    }
  }

  /// Whether it names a file or a folder, or may name one in the place of a server.
  package var isPath: Bool {
    switch self {
    case .index, .keystoreDirectory, .outbox, .passwordFile, .caFile, .oracleKeyFile, .gasBook, .ratesBook,
      .minfinKeyFile, .coingeckoKeyFile, .eximKeyFile, .ecosKeyFile, .tokenLists, .exchangeBook:
      true
    default: false
    }
  }

  /// Whether its text may be an address with a password or a key in it.
  package var mayHoldSecret: Bool {
    switch self {
    case .endpoint, .outbox, .oracle, .ratesMirror, .relays, .quotes, .index, .gasBook, .ratesBook: true
    default: false
    }
  }

  /// A text of it for an error: of an address that may have a secret in it the scheme alone.
  func shown(_ text: String) -> String {
    guard mayHoldSecret, let end = text.firstRange(of: "://")?.upperBound else { return text }
    return text[..<end] + "…"
  }

  /// The paths in a text of it: several in a list, else the text itself, in which a comma is one of its letters.
  func paths(in text: String) -> [String] { self == .tokenLists ? Settings.list(text) : [text] }

  /// True if it can be given for a session or a run; the others say what a network is, and only stand in the file.
  package var isOverridable: Bool { scopes != [.network] }

  /// The variable that sets it for a session, if it can be given for one.
  package var variable: String { SettingKey.variable(name) }

  /// The variable of a name.
  package static func variable(_ name: String) -> String {
    "LECTURES_\(name.uppercased().replacing("-", with: "_"))"
  }

  /// The names that settings had before: refused wherever they stand, for a limit that is silently ignored costs money.
  static let former: [String: SettingKey] = ["max-fee": .maxTotalFee]

  /// The variables that are no setting but are read all the same.
  static let otherVariables = ["profile", "config", "oracle-key", "database-file"].map(variable)
}
