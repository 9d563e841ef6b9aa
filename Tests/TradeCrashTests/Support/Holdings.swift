import ContractClient
import Devnet
import Primitives

@testable import Exchange
@testable import TradeWorker

/// The balances of both sides of trades, and the nonce of the account that pays.
struct Holdings: Sendable {
  var nonce: UInt64
  var coins: UInt256
  var base: UInt256
  var quote: UInt256
  var wrapped: UInt256
  var makersBase: UInt256
  var makersQuote: UInt256
  /// The block after which they were read.
  var block: UInt64

  static func read(_ fixture: TradeFixture, of account: Address, and maker: Address) async throws -> Holdings {
    func balance(_ token: String, _ holder: Address) async throws -> UInt256 {
      try await CampusToken(address: try Address(token), connection: fixture.connection).balanceOf(arg0: holder).call()
    }
    let market = fixture.market
    return Holdings(
      nonce: try await fixture.devnet.nonce(of: account), coins: try await fixture.devnet.balance(of: account),
      base: try await balance(market.base, account), quote: try await balance(market.quote, account),
      wrapped: try await balance(market.wrappedCoin, account), makersBase: try await balance(market.base, maker),
      makersQuote: try await balance(market.quote, maker), block: await fixture.devnet.blockNumber)
  }

  /// Carries a trade with a number out by arithmetic.
  mutating func add(_ trade: Trade, _ number: Int) {
    switch trade.kind {
    case .fillV1, .fillV4: exchange(Trade.fill, for: Trade.filled)
    case .deal, .dealOverBoth, .dealPlannedAnew: exchange(Trade.paid(number).reduce(0, +), for: Trade.bought(number))
    case .wrap: (coins, wrapped) = (coins - Trade.wrapped, wrapped + Trade.wrapped)
    case .unwrap: (coins, wrapped) = (coins + Trade.wrapped, wrapped - Trade.wrapped)
    case .cancelV1, .cancelV4, .approval, .reset, .order: break
    }
    nonce += UInt64(trade.kind.transactions)
  }

  private mutating func exchange(_ paid: UInt256, for got: UInt256) {
    (quote, makersQuote) = (quote - paid, makersQuote + paid)
    (base, makersBase) = (base + got, makersBase - got)
  }
}

extension Trade.Kind {
  /// How many transactions it takes.
  var transactions: Int {
    switch self {
    case .order: 0
    case .reset, .dealOverBoth, .dealPlannedAnew: 2
    default: 1
    }
  }
}
