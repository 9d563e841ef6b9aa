import Database
import Evidence
import GasPrices
import Localization
import NodeRPC
import Primitives
import Rates

/// A setting as people see it: its value, its origin, and the problem with it.
package struct SettingExplanation: Sendable {
  /// The setting.
  package let key: SettingKey
  /// The effective value; nil if it is not set, and not needed unless somebody asks for it.
  package let value: String?
  /// The place where the value comes from.
  package let origin: SettingOrigin
  /// The reason why it cannot be used.
  package let problem: (any Error)?

  /// A setting, its origin, and the problem with it.
  init(of key: SettingKey, in settings: Settings) {
    self.key = key
    let raw = settings.raw(key)
    do {
      let value = try Self.effective(key, in: settings)
      // A value that nobody set comes from the network itself.
      let isDefined = raw == nil && value != nil && key.scopes.contains(.network)
      origin = isDefined ? settings.definer(of: key, on: settings.networkName) : raw?.origin ?? .byDefault
      (self.value, problem) = (value, nil)
    } catch {
      // An address that cannot be read may hold a key all the same.
      value = key.mayHoldSecret ? nil : raw?.texts.first
      (origin, problem) = (raw?.origin ?? .byDefault, error)
    }
  }

  /// The effective value of a setting, in words.
  private static func effective(_ key: SettingKey, in settings: Settings) throws -> String? {
    switch key {
    case .network: try settings.network().name
    case .endpoint: try settings.network().endpoints.map { try Endpoint($0).redacted }.joined(separator: ", ")
    case .chainID: try settings.network().chainID?.description
    case .contract: try settings.contractIfSet()?.checksummed
    case .fromBlock: try settings.fromBlock()?.description
    case .index: try settings.indexPlace()?.name
    case .site: try settings.site()
    case .account: try settings.account()
    case .keystoreDirectory: try settings.keystoreDirectory()
    case .outbox: try settings.outboxPlace()?.name
    case .passwordFile: try settings.passwordFile()
    case .confirmations: try settings.confirmations().description
    case .quorum: try settings.quorum().description
    case .own: try settings.own().description
    case .checkpoint: try provingCheckpoint(settings)?.description
    case .timeout: seconds(try settings.timeout())
    case .caFile: try settings.authorityFile()
    case .maxPrice: try settings.spending.maxPrice().map { try settings.network().text($0) }
    case .maxTotalFee, .limitPerCommand, .limitPerDay, .limitPerContract:
      try settings.spending.amount(key).map { try settings.network().text($0) }
    case .webMayExceedLimits: try settings.spending.webMayExceedLimits().description
    case .fiatRate: try settings.rates.manualValuation(of: settings.network())?.price
    case .oracle: try settings.gas.oracleAddress().map { try Endpoint($0).redacted }
    case .oracleKeyFile: try settings.gas.oracleKeyFile()
    case .gasBook: try settings.gas.place().name
    case .fiat: try settings.rates.fiat()?.code
    case .fiatMarket: try settings.rates.fiatMarket()?.rawValue
    case .ratesMarket: try settings.rates.market()?.rawValue
    case .ratesCurrencies:
      try settings.rates.currencies(of: settings.rates.market() ?? .nbu).map(\.code).joined(separator: ",")
    case .ratesSources: try settings.rates.sourceNames()?.joined(separator: ",")
    case .ratesFeeds: try settings.rates.feedNames()?.joined(separator: ",")
    case .priceFeeds: try settings.rates.priceFeeds()?.map(\.description).joined(separator: ",")
    case .ratesMaxAge: seconds(try settings.rates.maxAge())
    case .ratesBook: try settings.rates.place().name
    case .ratesMirror: try settings.rates.mirror().map { try Endpoint($0).redacted }
    case .minfinKeyFile, .coingeckoKeyFile, .eximKeyFile, .ecosKeyFile: try settings.rates.keyFile(key)
    case .exchangeV1, .exchangeV4: try settings.exchange(key)?.checksummed
    case .wrappedCoin: try settings.wrappedCoin()?.checksummed
    case .relays: joined(try settings.relays().map { try Endpoint($0).redacted })
    case .quotes: joined(try settings.quotes())
    case .tokenLists: joined(try settings.tokenLists())
    case .trustedTokens: joined(try settings.trustedTokens().map(\.description))
    case .exchangeBook: try settings.exchangeBook()
    case .language: try settings.language().rawValue
    case .logLevel: try settings.logLevel()?.rawValue
    case .symbol: try settings.network().symbol
    case .explorer: try settings.network().explorer
    case .kaia: try settings.network().isKaia.description
    case .summary: try settings.network().summary.isEmpty ? nil : settings.network().summary
    }
  }

  /// The checkpoint, if something can be proven from it.
  ///
  /// - Throws: `noSeals` on a network whose headers carry no seals that are known here.
  private static func provingCheckpoint(_ settings: Settings) throws(SettingsError) -> KaiaCheckpoint? {
    guard let checkpoint = try settings.checkpoint() else { return nil }
    guard try settings.network().chainID.flatMap(UInt64.init(exactly:)).flatMap(KaiaChain.known) != nil else {
      throw SettingsError(
        .noSeals, "A checkpoint proves nothing on the network \(settings.networkName).",
        reason: "Seals can be followed on Kaia (8217) and Kairos (1001).")
    }
    return checkpoint
  }

  private static func joined(_ texts: [String]) -> String? { texts.isEmpty ? nil : texts.joined(separator: ",") }

  private static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    guard milliseconds > 0 else { return "\(seconds) s" }
    return "\(Double(seconds) + Double(milliseconds) / 1000) s"
  }
}
