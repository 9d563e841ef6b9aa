import Exchange
import NodeRPC
import OrderBook
import Orders
import Primitives

/// The exchanges that the settings name on a network, with what their contracts report.
package struct ConfiguredExchanges: Sendable {
  /// The contracts of both versions, as far as they are configured, and the coin as a token.
  let contracts: ExchangeContracts
  /// The exchanges with their rules.
  let known: [KnownExchange]

  /// Reads them: version 1 tells its proxy and its fee token.
  ///
  /// - Throws: The mistake in a setting; `ExchangeError` `wrongContract` for a contract that is no exchange of version
  ///   1; `OrderBookError`.
  static func read(
    _ settings: Settings, on chainID: UInt256, over node: NodeClient
  ) async throws -> ConfiguredExchanges {
    let alone = try withoutVersion1(settings, on: chainID)
    guard let address = try settings.exchange(.exchangeV1) else { return alone }
    let exchange = try await version1(ExchangeContract(chainID: chainID, address: address), over: node)
    guard case .v1(let proxy, let feeToken) = exchange.rules else { throw ExchangeError.noContract(.v1) }
    var contracts = alone.contracts
    contracts.v1 = ExchangeContracts.V1(exchange: address, proxy: proxy, feeToken: feeToken)
    return ConfiguredExchanges(contracts: contracts, known: alone.known + [exchange])
  }

  /// Those that the settings alone tell of.
  ///
  /// - Throws: The mistake in a setting.
  static func withoutVersion1(
    _ settings: Settings, on chainID: UInt256
  ) throws(SettingsError) -> ConfiguredExchanges {
    let contracts = ExchangeContracts(
      chainID: chainID, v4: try settings.exchange(.exchangeV4), wrappedCoin: try settings.wrappedCoin())
    let known = contracts.v4.map { KnownExchange(ExchangeContract(chainID: chainID, address: $0), .v4) }
    return ConfiguredExchanges(contracts: contracts, known: known.map { [$0] } ?? [])
  }

  /// The tokens that the exchanges themselves name, which are trusted by the names that they have.
  var tokens: [Address] { [contracts.wrappedCoin, contracts.v1?.feeToken].compactMap { $0 } }

  /// Whether an exchange moves tokens by an account.
  func isSpender(_ account: Address) -> Bool {
    OrderVersion.allCases.contains { contracts.spender(of: $0) == account }
  }

  /// The exchange of version 1 at an address, as it tells of itself.
  private static func version1(
    _ contract: ExchangeContract, over node: NodeClient
  ) async throws -> KnownExchange {
    do throws(OrderBookError) {
      return try await KnownExchange.v1(contract, from: node)
    } catch {
      guard error.code == .badAnswer else { throw error }
      throw ExchangeError(
        .wrongContract, error.message, reason: error.reason, facts: .contract(contract.address), cause: error)
    }
  }
}
