import ContractClient
import Primitives
import Tokens

/// The adding of tokens and lists by a person, into the profile in use.
package struct TokenAdoption: Sendable {
  private let settings: Settings
  private let market: ExchangeMarket

  /// The trust of a person in tokens of a market.
  package init(_ settings: Settings, at market: ExchangeMarket) { (self.settings, self.market) = (settings, market) }

  /// The token at an address, as its contract tells of itself, with those that could be taken for it.
  ///
  /// - Throws: `TokenError` `notAToken` where there is no contract, or one that tells more decimals than an amount can
  ///   have; a `NodeError`.
  package func candidate(at address: Address) async throws -> MarketToken {
    let told = try await TokenReader(node: market.connection.node).metadata(of: [address]).metadata(of: address)
    let found = try await TokenListing(market).read(among: [address])
    guard let token = found.first, !told.isEmpty else {
      throw TokenError(
        .notAToken, "there is no token at \(address)", about: address.checksummed,
        reason: "the contract does not answer as a token does", facts: .token(address))
    }
    return token
  }

  /// Keeps a token as one that is trusted by hand, as it was seen.
  ///
  /// - Throws: `SettingsError` `unwritable`.
  package func keep(_ token: DirectoryToken) throws(SettingsError) {
    let kept = TrustedToken(
      address: token.address, decimals: token.decimals, symbol: token.symbol, name: token.name)
    try ConfigEditor(settings).add("\(kept)", to: .trustedTokens) { text in
      (try? TrustedToken(text))??.address == token.address
    }
  }

  /// Keeps a list as it is now, and its place behind those of the other lists.
  ///
  /// - Throws: `SettingsError` `unwritable`; `KeystoreError` for a copy that cannot be written.
  package func keep(_ reading: TokenListCopies.Reading, at place: String) async throws {
    try await TokenListCopies(in: settings.tokenListFolder).take(reading, at: place)
    try ConfigEditor(settings).add(place, to: .tokenLists) { settings.folders.expandingHome($0) == place }
  }
}

extension TokenMetadata {
  /// Whether the contract has no metadata.
  fileprivate var isEmpty: Bool { symbol == nil && name == nil && decimals == .none }
}
