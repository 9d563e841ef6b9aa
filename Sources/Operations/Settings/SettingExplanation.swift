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
}

extension Settings {
  /// Every setting, its origin, and the problem with it; endpoints without their keys.
  package func explained() -> [SettingExplanation] { SettingKey.allCases.map { explain($0) } }

  /// A setting, its origin, and the problem with it.
  package func explain(_ key: SettingKey) -> SettingExplanation {
    let raw = raw(key)
    do {
      let value = try effective(key)
      // A value that nobody set comes from the network itself.
      let isDefined = raw == nil && value != nil && key.scopes.contains(.network)
      let origin = isDefined ? definer(of: key, on: networkName) : raw?.origin ?? .byDefault
      return SettingExplanation(key: key, value: value, origin: origin, problem: nil)
    } catch {
      // An address that cannot be read may hold a key all the same.
      let value = [.endpoint, .oracle, .ratesMirror, .relays].contains(key) ? nil : raw?.texts.first
      return SettingExplanation(key: key, value: value, origin: raw?.origin ?? .byDefault, problem: error)
    }
  }

  /// The effective value of a setting, in words.
  private func effective(_ key: SettingKey) throws -> String? {
    switch key {
    case .network: try network().name
    case .endpoint: try network().endpoints.map { try Endpoint($0).redacted }.joined(separator: ", ")
    case .chainID: try network().chainID?.description
    case .contract: try contractIfSet()?.checksummed
    case .fromBlock: try fromBlock()?.description
    case .account: try account()
    case .keystoreDirectory: try keystoreDirectory()
    case .outbox: try outboxPath()
    case .passwordFile: raw(.passwordFile)?.texts.first
    case .confirmations: try confirmations().description
    case .quorum: try quorum().description
    case .own: try own().description
    case .checkpoint: try provingCheckpoint()?.description
    case .timeout: Settings.seconds(try timeout())
    case .caFile: try authorityFile()
    case .maxPrice: try maxPrice().map { try network().text($0) }
    case .maxTotalFee, .limitPerCommand, .limitPerDay, .limitPerContract:
      try amount(key).map { try network().text($0) }
    case .fiatRate: try manualValuation(of: network())?.price
    case .oracle: try oracleAddress().map { try Endpoint($0).redacted }
    case .oracleKeyFile: try oracleKeyFile()
    case .fiat: try fiat()?.code
    case .fiatMarket: try fiatMarket()?.rawValue
    case .ratesMarket: try ratesMarket()?.rawValue
    case .ratesCurrencies: try ratesCurrencies().map(\.code).joined(separator: ",")
    case .ratesSources: try ratesSources()?.joined(separator: ",")
    case .ratesFeeds: try ratesFeeds()?.joined(separator: ",")
    case .priceFeeds: try priceFeeds()?.map(\.description).joined(separator: ",")
    case .ratesMaxAge: Settings.seconds(try ratesMaxAge())
    case .ratesBook: try ratesBook()
    case .ratesMirror: try ratesMirror().map { try Endpoint($0).redacted }
    case .minfinKeyFile, .coingeckoKeyFile, .eximKeyFile, .ecosKeyFile: try ratesKeyFile(key)
    case .exchangeV1, .exchangeV4: try exchange(key)?.checksummed
    case .wrappedCoin: try wrappedCoin()?.checksummed
    case .relays: Self.joined(try relays().map { try Endpoint($0).redacted })
    case .quotes: Self.joined(try quotes())
    case .tokenLists: Self.joined(try tokenLists())
    case .trustedTokens: Self.joined(try trustedTokens().map(\.description))
    case .exchangeBook: try exchangeBook()
    case .language: try language().rawValue
    case .symbol: try network().symbol
    case .explorer: try network().explorer
    case .kaia: try network().isKaia.description
    case .summary: try network().summary.isEmpty ? nil : network().summary
    }
  }

  /// The checkpoint, if something can be proven from it.
  ///
  /// - Throws: `noSeals` on a network whose headers carry no seals that are known here.
  private func provingCheckpoint() throws(SettingsError) -> KaiaCheckpoint? {
    guard let checkpoint = try checkpoint() else { return nil }
    guard try network().chainID.flatMap(UInt64.init(exactly:)).flatMap(KaiaChain.known) != nil else {
      throw SettingsError(
        .noSeals, "A checkpoint proves nothing on the network \(networkName).",
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
