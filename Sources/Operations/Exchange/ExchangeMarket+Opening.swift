import ContractClient
import Exchange
import NodeRPC
import OrderBook
import Primitives
import Sending
import Tokens

extension ExchangeMarket {
  /// Reads what the settings name of a network's exchange, from its contracts and from token lists.
  ///
  /// - Parameters:
  ///   - mentioned: Texts that may be the addresses of tokens; the contracts of those that are tell their decimals.
  ///   - list: A list that counts beside those of the settings, after them.
  /// - Throws: The mistake in a setting; `ExchangeError` `noContract` where neither version is configured,
  ///   `wrongContract` for a contract that is no exchange; `OrderBookError`; `TokenError` for tokens that contradict
  ///   one another.
  package static func open(
    _ settings: Settings, over connection: ContractConnection, mentioning mentioned: [String] = [],
    beside list: TokenList? = nil
  ) async throws -> ExchangeMarket {
    let chainID = connection.sender.chainID
    let node = connection.node
    let exchanges = try await ConfiguredExchanges.read(settings, on: chainID, over: node)
    let contracts = exchanges.contracts
    let known = try await TokenClaims.read(settings, on: chainID)
    var claims = known.claims
    if let list {
      claims += list.tokens(on: chainID).map {
        TokenClaim($0, source: .list(order: known.lists, name: list.name))
      }
    }
    let names = try settings.quotes()
    let addresses = (names + mentioned.flatMap { $0.split(separator: "/").map(String.init) }).compactMap {
      try? Address($0)
    }
    let tokens = try await directory(
      of: chainID, claims, own: exchanges.tokens, asking: addresses, over: node, coin: connection.sender.unit.symbol)
    return ExchangeMarket(
      connection: connection, contracts: contracts, exchanges: KnownExchanges(exchanges.known), tokens: tokens,
      quotes: try names.map { try tokens.token($0).address } + [contracts.wrappedCoin].compactMap { $0 },
      relays: try clients(settings, exchanges.known, own: node), problems: known.problems,
      pendingListUpdates: known.held)
  }

  /// The tokens of claims, with the decimals that the contracts tell.
  ///
  /// - Parameter own: The tokens that the network's exchange itself names, which are trusted by the names that they
  ///   have.
  private static func directory(
    of chainID: UInt256, _ claims: [TokenClaim], own: [Address], asking addresses: [Address], over node: NodeClient,
    coin: String
  ) async throws -> TokenDirectory {
    let asked = Set(own + addresses).union(claims.map(\.address))
    let told = asked.isEmpty ? nil : try await TokenReader(node: node).metadata(of: asked)
    let words = told?.metadata ?? [:]
    let named = own.compactMap { words[$0].map(TokenClaim.init) }.map {
      TokenClaim(address: $0.address, symbol: $0.symbol, name: $0.name, decimals: $0.decimals, source: .network)
    }
    return try TokenDirectory(
      chainID: chainID, claims: claims + named, metadata: words, empty: told?.empty ?? [],
      coins: Array(Set(["KAIA", "KLAY", "ETH", coin])).sorted())
  }

  /// A client for each relay and each exchange that it may have orders of.
  private static func clients(
    _ settings: Settings, _ exchanges: [KnownExchange], own node: NodeClient
  ) throws -> [RelayClient] {
    let authorities = try settings.checkedAuthorityFile()
    return try settings.relays().flatMap { relay in
      try exchanges.map { exchange in
        try RelayClient(
          relay, exchange.version.api, for: exchange.contract, authorityFile: authorities
        ) { signer, maker in
          await exchange.admits(signer, of: maker, at: node)
        }
      }
    }
  }
}
