import NodeRPC
import Primitives

extension Settings {
  /// The contract of an exchange on the network, of a version of the protocol; nil if none is configured.
  package func exchange(_ key: SettingKey) throws(SettingsError) -> Address? { try token(key) }

  /// The token that wraps the network's coin; nil if none is configured: that of a public chain is known.
  package func wrappedCoin() throws(SettingsError) -> Address? { try token(.wrappedCoin) }

  private func token(_ key: SettingKey) throws(SettingsError) -> Address? {
    try value(key, expecting: "the address of a contract") { try Address($0.trimmed) }
  }

  /// The addresses of the relays whose order books are read and that orders are posted to, the preferred one first; they
  /// may have secrets in them.
  package func relays() throws(SettingsError) -> [String] {
    try value(.relays, expecting: "addresses of relays, https:// or on this machine, with commas between them") {
      let relays = Settings.list($0)
      return try !relays.isEmpty
        && relays.allSatisfy {
          let endpoint = try Endpoint($0, of: "relay")
          return endpoint.isPrivate
        } ? relays : nil
    } ?? []
  }

  /// The preferred quote tokens, by symbol or address; a pair takes the first of them that it has.
  package func quotes() throws(SettingsError) -> [String] { try names(.quotes) }

  /// The token lists that are read, by file or by an address with https://, the most trusted one first.
  package func tokenLists() throws(SettingsError) -> [String] {
    try names(.tokenLists).map { $0.contains("://") ? $0 : folders.expandingHome($0) }
  }

  /// The tokens that a person vouches for.
  package func trustedTokens() throws(SettingsError) -> [TrustedToken] {
    try value(.trustedTokens, expecting: "tokens as ADDRESS:DECIMALS:SYMBOL:NAME, with commas between them") {
      let texts = Settings.list($0)
      let tokens = try texts.compactMap { try TrustedToken($0) }
      return !tokens.isEmpty && tokens.count == texts.count ? tokens : nil
    } ?? []
  }

  /// The folder in which the token lists are kept as they were when they were added; nil without a home.
  package var tokenListFolder: String? { folders.data.map { "\($0)/token-lists" } }

  private func names(_ key: SettingKey) throws(SettingsError) -> [String] {
    try value(key, expecting: "names with commas between them") {
      let names = Settings.list($0)
      return names.isEmpty ? nil : names
    } ?? []
  }

  /// The file in which tokens, limit orders and deals are kept: `$XDG_DATA_HOME/lectures/exchange.sqlite` by default.
  package func exchangeBook() throws(SettingsError) -> String {
    if let path = try path(.exchangeBook) { return path }
    return try dataFile("exchange.sqlite", "the file of orders")
  }
}
