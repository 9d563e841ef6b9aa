import ContractClient
import Exchange
import NodeRPC
import OrderBook
import Orders
import Outbox
import Primitives
import Sending
import Simulation
import Tokens

/// The exchange of a network as the settings name it: its contracts, the tokens that are known there, and the relays
/// whose books are read.
///
/// ```swift
/// let market = try await ExchangeMarket.open(settings, over: connection)
/// let book = try await market.book(of: try market.pair("TKA/WKAIA"))
/// ```
public struct ExchangeMarket: Sendable {
  /// The connection to the user's own node, which decides what is true.
  public let connection: ContractConnection
  /// The addresses of the exchanges and of the wrapped coin, from the settings of the network.
  public let contracts: ExchangeContracts
  /// The exchanges whose orders are taken, as their contracts tell of themselves.
  public let exchanges: KnownExchanges
  /// The tokens that are known.
  public let tokens: TokenDirectory
  /// The tokens that prices are told in, the first choice first.
  public let quotes: [Address]
  /// The relays whose books are read, a client for each interface that an exchange is asked by.
  public let relays: [RelayClient]
  /// The token lists that could not be read, with the reasons; they hide nothing of the others.
  public let problems: [TokenError]
  /// The lists whose newest version nobody agreed to.
  public let pendingListUpdates: [PendingListUpdate]

  /// The way to transactions of the exchange.
  public var calls: ExchangeCalls { ExchangeCalls(contracts, over: connection) }

  /// The reader of orders and funds at the user's own node.
  var reader: OrderReader<NodeClient> { OrderReader(connection.node, exchanges: exchanges) }

  /// The way to deals on the state that the user's own node tells.
  func deals(cache: StateCache?) -> DealClient {
    var client = DealClient(
      contracts, over: connection, states: ChainStateSource(contracts, from: connection.node), cache: cache)
    client.label = { [tokens] leg, side, paid, received in
      guard let order = leg.parts.first?.order.order, let taker = tokens[order.takerToken],
        let maker = tokens[order.makerToken]
      else { return nil }
      let (pays, gets) = (TokenAmount(paid, of: taker).text, TokenAmount(received, of: maker).text)
      return side == .buy ? "buy \(gets) for \(pays)" : "sell \(pays) for \(gets)"
    }
    return client
  }

  /// The chain of the market.
  public var chainID: UInt256 { contracts.chainID }

  /// The exchange that new orders are made for: version 4 where the network has it.
  ///
  /// - Parameter version: The version that a person asked for; nil for the preferred one.
  /// - Throws: `ExchangeError` `noContract`.
  public func exchange(_ version: OrderVersion? = nil) throws(ExchangeError) -> KnownExchange {
    guard let wanted = version ?? contracts.preferred, let contract = contracts.exchange(of: wanted),
      let exchange = exchanges[contract.address]
    else { throw ExchangeError.noContract(version ?? .v4) }
    return exchange
  }

  /// A token by its label, symbol, name or address.
  ///
  /// - Throws: `TokenError`.
  public func token(_ text: String) throws(TokenError) -> DirectoryToken { try tokens.token(text) }

  /// Two tokens with a `/` between them; which of them prices are told in follows from ``quotes``.
  ///
  /// - Throws: `TokenError`.
  public func pair(_ text: String) throws(TokenError) -> DirectoryPair { try tokens.pair(text, quotes: quotes) }

  /// The pair of two tokens' addresses, as prices of a conditional order are told in it; nil where one is not known.
  public func pair(of tokens: TokenPair) -> DirectoryPair? {
    self.tokens.pair(base: tokens.base, quote: tokens.quote)
  }

  /// The journal of limit orders and deals.
  ///
  /// - Throws: `OrderJournalError`.
  public func journal(at path: String) async throws -> OrderJournal {
    try OrderJournal(path, chain: try await connection.sender.chain())
  }
}

extension ExchangeMarket {
  /// The identity of the exchange of a version, asked of the contracts themselves.
  ///
  /// - Throws: `ExchangeError` `noContract`, `wrongContract`; a `NodeError`.
  public func identity(of version: OrderVersion) async throws -> ContractIdentity {
    try await ContractInspector(contracts, over: connection).identity(of: version)
  }
}
