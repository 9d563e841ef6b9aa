import NodeRPC
import Primitives
import Rates

extension Settings {
  /// The money in which amounts of the chain's coin are valued beside them; nil for none.
  package func fiat() throws(SettingsError) -> Currency? {
    try value(.fiat, expecting: "the code of a currency, as in KRW") {
      Currency($0.trimmed).flatMap { $0.isKnown ? $0 : nil }
    }
  }

  /// The market whose rates value amounts; nil for the one that fits ``fiat()``.
  package func fiatMarket() throws(SettingsError) -> Market? { try market(.fiatMarket) }

  /// The market that is shown where none is named; nil for the one that was shown last.
  package func ratesMarket() throws(SettingsError) -> Market? { try market(.ratesMarket) }

  private func market(_ key: SettingKey) throws(SettingsError) -> Market? {
    let names = Market.allCases.map(\.rawValue).joined(separator: ", ")
    return try value(key, expecting: "a market: \(names)") { Market(rawValue: $0.trimmed.lowercased()) }
  }

  /// The currencies that are shown where none are named, the main one first: USD, EUR and PLN by default.
  package func ratesCurrencies() throws(SettingsError) -> [Currency] {
    try value(.ratesCurrencies, expecting: "codes of currencies with commas between them, as in USD,EUR,PLN") {
      let codes = Settings.list($0).map { Currency($0) }
      let known = codes.compactMap { $0 }
      return !known.isEmpty && known.count == codes.count && known.count <= 50 ? known : nil
    } ?? ["USD", "EUR", "PLN"].compactMap { Currency($0) }
  }

  /// The names of the sources that may be asked; nil for all that need no key, and those whose key is there.
  package func ratesSources() throws(SettingsError) -> [String]? { try names(.ratesSources, of: "sources") }

  /// The names of the news feeds that are read; nil for those in the user's language.
  package func ratesFeeds() throws(SettingsError) -> [String]? { try names(.ratesFeeds, of: "news feeds") }

  /// The price feeds on the network that are read instead of those that are known of their pairs; nil for none.
  package func priceFeeds() throws(SettingsError) -> [FeedAddress]? {
    try value(
      .priceFeeds,
      expecting: "pairs with addresses, as in KAIA/USD=0x… or KAIA/KRW=router:0x…, with commas between them"
    ) {
      let places = Settings.list($0)
      let feeds = places.compactMap { FeedAddress($0) }
      return !feeds.isEmpty && feeds.count == places.count && Set(feeds.map(\.pair)).count == feeds.count ? feeds : nil
    }
  }

  private func names(_ key: SettingKey, of what: String) throws(SettingsError) -> [String]? {
    try value(key, expecting: "names of \(what) with commas between them") {
      let names = Settings.list($0)
      return names.isEmpty ? nil : names
    }
  }

  /// The parts of a text with commas between them.
  static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
  }

  /// The age up to which a rate values an amount: 24 hours by default, 10 days at most.
  package func ratesMaxAge() throws(SettingsError) -> Duration {
    try value(.ratesMaxAge, expecting: "a time up to 10 days, as in 2h or 3d") {
      Settings.duration($0, upToDays: 10)
    } ?? .seconds(86_400)
  }

  /// The file in which rates, banks, news and alerts are kept: `$XDG_DATA_HOME/lectures/rates.sqlite` by default.
  package func ratesBook() throws(SettingsError) -> String {
    if let path = try path(.ratesBook) { return path }
    guard let folder = folders.data else {
      throw SettingsError(
        .noPlace, "There is no place for the file of rates.", reason: "HOME is not set.",
        facts: .variable("XDG_DATA_HOME"))
    }
    return "\(folder)/rates.sqlite"
  }

  /// The address under which all sources are asked instead of their own; nil for none.
  package func ratesMirror() throws(SettingsError) -> String? {
    try value(.ratesMirror, expecting: "the address of a mirror, https:// or on this machine") {
      let endpoint = try Endpoint($0.trimmed)
      return endpoint.isSecure || endpoint.isLoopback ? $0.trimmed : nil
    }
  }

  /// The file of a source's key.
  func ratesKeyFile(_ key: SettingKey) throws(SettingsError) -> String? { try path(key) }

  /// The key that a file has for a source; nil if no file is named.
  ///
  /// - Throws: `unreadable`, without the key.
  func ratesKey(_ key: SettingKey) throws -> String? {
    try ratesKeyFile(key).map { try Settings.apiKey(in: $0, of: "rate source") }
  }
}
