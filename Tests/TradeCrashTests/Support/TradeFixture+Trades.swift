import ContractClient
import Devnet
import Orders
import Primitives
import StrictJSON
import Tokens

@testable import Exchange
@testable import TradeWorker

extension TradeFixture {
  /// A trade with a number, of an account that has what it needs.
  ///
  /// - Parameter maker: Has base tokens, and gives the orders that are filled.
  func trade(_ kind: Trade.Kind, _ number: Int, of account: Trader, maker: Trader) async throws -> Trade {
    let version: OrderVersion = number.isMultiple(of: 2) ? .v4 : .v1
    var orders: [AnySignedOrder] = []
    var token = ""
    switch kind {
    case .fillV1: orders = [try await ask(.v1, 1_000, for: 500, by: maker)]
    case .fillV4: orders = [try await ask(.v4, 1_000, for: 500, by: maker)]
    case .deal:
      for price in Trade.prices { orders.append(try await ask(version, 10_000, for: price, by: maker)) }
    case .dealOverBoth, .dealPlannedAnew:
      for (version, price) in zip([OrderVersion.v1, .v4, .v1], Trade.prices) {
        orders.append(try await ask(version, 10_000, for: price, by: maker))
      }
    case .cancelV1: orders = [try await ask(.v1, 1_000, for: 500, by: account)]
    case .cancelV4: orders = [try await ask(.v4, 1_000, for: 500, by: account)]
    case .approval: token = try await newToken()
    case .reset:
      token = awkward?.lowercaseHex ?? market.base
      try await send(
        from: account.address, to: Address(token), TokenCalls.approve(try Address(market.exchangeV4), 5))
    case .unwrap:
      try await send(
        from: account.address, to: Address(market.wrappedCoin), value: Trade.wrapped, WrappedCoin.Calldata.deposit())
    case .wrap, .order: break
    }
    return Trade(kind: kind, orders: orders.map { $0.json.serialized() }, token: token)
  }

  /// Gives an account the balance that any trade needs, and tokens for those that need them.
  func equip(_ account: Trader, maker: Trader, for kinds: Set<Trade.Kind>) async throws {
    if !kinds.isDisjoint(with: [.fillV1, .fillV4, .deal, .dealOverBoth, .dealPlannedAnew]) {
      try await fund(account.address, market.quote)
      try await fund(maker.address, market.base)
    }
    if kinds.contains(.order) { try await fund(account.address, market.base) }
  }

  /// A token that nobody may move yet.
  private func newToken() async throws -> String {
    let deployment = CampusToken.deploy(
      name: "Token", symbol: "TOK", decimals: 18, supply: 1_000, holder: devnet.accounts[0].address,
      connection: connection)
    return try await devnet.deploy(deployment.initCode).lowercaseHex
  }
}
