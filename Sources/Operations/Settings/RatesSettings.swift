import Database
import NodeRPC
import Primitives
import Rates

/// The settings of the currency-rate monitor.
package struct RatesSettings: Sendable {
  /// The settings that these are part of.
  let settings: Settings

  /// The money in which amounts of the chain's coin are valued beside them; nil for none.
  package func fiat() throws(SettingsError) -> Currency? {
    try settings.value(.fiat, expecting: "the code of a currency, as in KRW") {
      Currency($0.trimmed).flatMap { $0.isKnown ? $0 : nil }
    }
  }

  /// The market whose rates value amounts; nil for the one that fits ``fiat()``.
  package func fiatMarket() throws(SettingsError) -> Market? { try market(.fiatMarket) }

  /// The market that is shown where none is named; nil for the one that was shown last.
  package func market() throws(SettingsError) -> Market? { try market(.ratesMarket) }

  private func market(_ key: SettingKey) throws(SettingsError) -> Market? {
    let names = Market.allCases.map(\.rawValue).joined(separator: ", ")
    return try settings.value(key, expecting: "a market: \(names)") { Market(rawValue: $0.trimmed.lowercased()) }
  }

  /// The currencies that are shown of a market where none are named, the main one first.
  package func currencies(of market: Market) throws(SettingsError) -> [Currency] {
    try settings.value(.ratesCurrencies, expecting: "codes of currencies with commas between them, as in USD,EUR,PLN") {
      let codes = Settings.list($0).map { Currency($0) }
      let known = codes.compactMap { $0 }
      return !known.isEmpty && known.count == codes.count && known.count <= 50 ? known : nil
    } ?? market.usual
  }

  /// The names of the sources that may be asked; nil for all that need no key, and those whose key is there.
  package func sourceNames() throws(SettingsError) -> [String]? { try names(.ratesSources, of: "sources") }

  /// The names of the news feeds that are read; nil for those in the user's language.
  package func feedNames() throws(SettingsError) -> [String]? { try names(.ratesFeeds, of: "news feeds") }

  /// The price feeds on the network that are read instead of those that are known of their pairs; nil for none.
  package func priceFeeds() throws(SettingsError) -> [FeedAddress]? {
    try settings.value(
      .priceFeeds,
      expecting: "pairs with addresses, as in KAIA/USD=0x… or KAIA/KRW=router:0x…, with commas between them"
    ) {
      let places = Settings.list($0)
      let feeds = places.compactMap { FeedAddress($0) }
      return !feeds.isEmpty && feeds.count == places.count && Set(feeds.map(\.pair)).count == feeds.count ? feeds : nil
    }
  }

  private func names(_ key: SettingKey, of what: String) throws(SettingsError) -> [String]? {
    try settings.value(key, expecting: "names of \(what) with commas between them") {
      let names = Settings.list($0)
      return names.isEmpty ? nil : names
    }
  }

  /// The age up to which a rate values an amount: 24 hours by default, 10 days at most.
  package func maxAge() throws(SettingsError) -> Duration {
    try settings.value(.ratesMaxAge, expecting: "a time up to 10 days, as in 2h or 3d") {
      Settings.duration($0, upToDays: 10)
    } ?? .seconds(86_400)
  }

  /// The place in which rates, banks, news and alerts are kept: `$XDG_DATA_HOME/lectures/rates.sqlite` by default.
  package func place() throws(SettingsError) -> DatabasePlace {
    try BookPlaces(settings: settings).place(.ratesBook, "rates.sqlite", "the file of rates")
  }

  /// The file of that, beside which locks and the daemon's health are; one of this machine where it is on a server.
  package func book() throws(SettingsError) -> String {
    try BookPlaces(settings: settings).file(.ratesBook, "rates.sqlite", "the file of rates")
  }

  /// The address under which all sources are asked instead of their own; nil for none.
  package func mirror() throws(SettingsError) -> String? {
    try settings.value(.ratesMirror, expecting: "the address of a mirror, https:// or on this machine") {
      let endpoint = try Endpoint($0.trimmed)
      return endpoint.isPrivate ? $0.trimmed : nil
    }
  }

  /// The file of a source's key.
  func keyFile(_ key: SettingKey) throws(SettingsError) -> String? { try settings.path(key) }

  /// The key that a file has for a source; nil if no file is named.
  ///
  /// - Throws: `unreadable`, without the key.
  func key(_ key: SettingKey) throws -> String? {
    try keyFile(key).map { try KeyFile.read($0, of: "rate source") }
  }
}
