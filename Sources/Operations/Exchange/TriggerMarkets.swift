import ContractClient
import Exchange
import Orders
import Primitives

/// The market of a network, opened anew where a pair has a token that it does not know yet.
package actor TriggerMarkets {
  private let settings: Settings
  private var market: ExchangeMarket
  private var mentioned: [String] = []

  /// A market that is open.
  package init(_ settings: Settings, _ market: ExchangeMarket) { (self.settings, self.market) = (settings, market) }

  /// The market with the tokens of a pair, and of all that were asked for before.
  ///
  /// - Throws: what opening it throws.
  package func market(for pair: TokenPair) async throws -> ExchangeMarket {
    if market.pair(of: pair) == nil {
      mentioned.append("\(pair.base.checksummed)/\(pair.quote.checksummed)")
      market = try await ExchangeMarket.open(settings, over: market.connection, mentioning: mentioned)
    }
    return market
  }
}
