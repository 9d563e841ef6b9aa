import Exchange
import Orders
import Primitives

/// The contracts of a market, as another process needs them.
struct TradeMarket: Codable, Sendable {
  static let chainID: UInt256 = 31337

  var exchangeV1: String
  var proxy: String
  var feeToken: String
  var exchangeV4: String
  var wrappedCoin: String
  var base: String
  var quote: String

  func contracts() throws -> ExchangeContracts {
    ExchangeContracts(
      chainID: Self.chainID,
      v1: ExchangeContracts.V1(
        exchange: try Address(exchangeV1), proxy: try Address(proxy), feeToken: try Address(feeToken)),
      v4: try Address(exchangeV4), wrappedCoin: try Address(wrappedCoin))
  }

  func pair() throws -> TokenPair { TokenPair(base: try Address(base), quote: try Address(quote)) }
}
