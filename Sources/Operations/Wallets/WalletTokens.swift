import Exchange
import NodeRPC
import Primitives
import Tokens
import WalletBook

/// The tokens that accounts of a network hold: those of token lists, those that a person trusts, those that the network's
/// exchanges name, and those that were transferred to the accounts.
///
/// A contract that lies, fails or answers without an end spoils only its own line.
package struct WalletTokens: Sendable {
  private let settings: Settings
  private let chainID: UInt256
  private let node: NodeClient
  private let network: String
  private let book: Book?

  /// The tokens of accounts on a network; nothing is asked yet.
  ///
  /// - Parameters:
  ///   - settings: Those that are in use on the network.
  ///   - network: The network's name in the book.
  ///   - book: Keeps which tokens came to the accounts; nil keeps nothing.
  package init(_ settings: Settings, of network: String, chainID: UInt256, over node: NodeClient, in book: Book?) {
    (self.settings, self.network, self.chainID, self.node, self.book) = (settings, network, chainID, node, book)
  }

  /// The most amounts that are asked for, and tokens for one account.
  private static let mostAmounts = 20_000
  /// The fewest tokens that are asked for, however many accounts there are.
  private static let fewestTokens = 20

  /// Reads what accounts hold in the newest block: those tokens of which there is any, and trusted ones and those that came
  /// to the account that do not tell it.
  ///
  /// - Parameters:
  ///   - now: In seconds since 1970.
  ///   - newest: The block to take for the newest.
  /// - Throws: The mistake in a setting; a `NodeError`; `TokenError`.
  /// - Complexity: Six requests however many there are, two more for an exchange of version 1, and a few for contracts that
  ///   lie.
  package func read(
    of owners: Set<Address>, now: Int64, at newest: BlockTag = .latest
  ) async throws -> [Address: [Holding]] {
    guard let head = try await node.block(newest) else { return [:] }
    let seen = await TokenTransferScan(node: node, network: network, book: book).read(of: owners, upTo: head)
    let known = try await TokenClaims.read(settings, on: chainID, fetches: false)
    let exchanges = try await exchanges()
    let coin = exchanges.contracts.wrappedCoin
    let trusted = known.claims.filter { $0.source == .hand }.map(\.address)
    let candidates = Self.unique(
      trusted + exchanges.tokens.filter { $0 != .zero } + seen.values.flatMap(\.self).sorted()
        + known.claims.map(\.address)
    ).prefix(max(Self.fewestTokens, Self.mostAmounts / max(1, owners.count)))
    guard !candidates.isEmpty else { return owners.reduce(into: [:]) { $0[$1] = [] } }
    let (reader, block) = (TokenReader(node: node), BlockTag.number(head.number))
    let amounts = try await reader.balances(of: owners, tokens: candidates, at: block)
    if amounts.count == 0, let problem = amounts.problem { throw problem }
    var shown: [Address: [Address]] = [:]
    for owner in owners {
      let expected = Set(trusted + (seen[owner] ?? []))
      shown[owner] = candidates.filter { token in
        amounts[owner, token].map { $0 > 0 } ?? expected.contains(token)
      }
    }
    let directory = try await directory(of: Set(shown.values.flatMap(\.self)), known, exchanges, at: block, by: reader)
    return shown.reduce(into: [:]) { holdings, entry in
      let (owner, tokens) = entry
      holdings[owner] = tokens.compactMap { token -> Holding? in
        guard let told = directory[token] else { return nil }
        return Holding(
          token: token, label: told.shown, decimals: told.decimals, isVouched: told.isVouchedFor,
          isCoin: token == coin && told.decimals == 18, units: amounts[owner, token], time: now)
      }
    }
  }

  /// The exchanges of the network; one that does not tell of itself spoils nothing else.
  ///
  /// - Throws: The mistake in a setting.
  func exchanges() async throws(SettingsError) -> ConfiguredExchanges {
    if let read = try? await ConfiguredExchanges.read(settings, on: chainID, over: node) { return read }
    return try ConfiguredExchanges.withoutVersion1(settings, on: chainID)
  }

  /// The events by which the contracts that are configured on the network say what they paid.
  var paymentEvents: [PaymentEvent] { PaymentEvent.known(to: settings, on: chainID) }

  /// Tokens by the names that they go by, whether anybody here holds them or not.
  ///
  /// - Parameter exchanges: Those of the network, where they are read already.
  /// - Throws: The mistake in a setting; a `NodeError`; `TokenError`.
  package func directory(
    of tokens: Set<Address>, beside exchanges: ConfiguredExchanges? = nil
  ) async throws -> TokenDirectory {
    let known = try await TokenClaims.read(settings, on: chainID, fetches: false)
    let read = if let exchanges { exchanges } else { try await self.exchanges() }
    return try await directory(of: tokens, known, read, at: .latest, by: TokenReader(node: node))
  }

  private func directory(
    of tokens: Set<Address>, _ known: TokenClaims, _ exchanges: ConfiguredExchanges, at block: BlockTag,
    by reader: TokenReader
  ) async throws -> TokenDirectory {
    let told = tokens.isEmpty ? [:] : try await reader.metadata(of: tokens, at: block).metadata
    // Decimals that no amount can have count as none: whoever holds such a token, or lets others move it, has to see it.
    let words = told.mapValues(\.withPossibleDecimals)
    return try Self.directory(of: chainID, known.claims, own: exchanges.tokens, words)
  }

  private static func unique(_ addresses: [Address]) -> [Address] {
    var seen: Set<Address> = []
    return addresses.filter { seen.insert($0).inserted }
  }

  /// The tokens by what is claimed of them; a claim that its contract denies leaves the contract's own word.
  private static func directory(
    of chainID: UInt256, _ claims: [TokenClaim], own: [Address], _ words: [Address: TokenMetadata]
  ) throws(TokenError) -> TokenDirectory {
    let own = own.compactMap { words[$0].map(TokenClaim.init) }.map {
      TokenClaim(address: $0.address, symbol: $0.symbol, name: $0.name, decimals: $0.decimals, source: .network)
    }
    let claims = claims.filter { words[$0.address] != nil } + own
    if let directory = try? TokenDirectory(chainID: chainID, claims: claims, metadata: words) { return directory }
    let others = claims.filter { claim in
      (try? TokenDirectory(chainID: chainID, claims: [claim], metadata: words)) != nil
    }
    return try TokenDirectory(chainID: chainID, claims: others, metadata: words)
  }
}

extension TokenMetadata {
  /// These words with decimals that an amount can have; none in place of others.
  fileprivate var withPossibleDecimals: TokenMetadata {
    guard case .impossible = decimals else { return self }
    return TokenMetadata(address: address, symbol: symbol, name: name, decimals: .none)
  }
}
