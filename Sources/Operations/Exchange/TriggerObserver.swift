import ContractClient
import Exchange
import NodeRPC
import OrderBook
import Orders
import Primitives
import Tokens

/// The sight that conditional orders have of a market.
public struct TriggerObserver: Sendable {
  /// The market that is looked at.
  public let market: ExchangeMarket

  /// An observer of a market; nothing is asked yet.
  public init(of market: ExchangeMarket) { self.market = market }

  /// The sight of a pair's book.
  ///
  /// - Throws: as ``ExchangeMarket/book(of:beside:)``, and the failure of any relay that did not answer: what it has
  ///   may be the best.
  public func snapshot(of pair: DirectoryPair, for account: Address) async throws -> BookSnapshot {
    let book = try await market.book(of: pair)
    if let failure = book.failures.first(where: { $0.code != .lied }) { throw failure }
    return book.snapshot(for: account)
  }

  /// Whether a block is still the chain's.
  ///
  /// - Throws: a `NodeError`.
  public func isStanding(_ block: UInt64, _ hash: Hash32) async throws -> Bool {
    try await market.connection.node.block(.number(block))?.hash == hash
  }
}

extension CheckedBook {
  /// The levels that an account can take: neither its own orders nor those that are for others only.
  public func snapshot(for account: Address) -> BookSnapshot {
    BookSnapshot(
      block: block.number, hash: block.hash, bids: levels(.bid, for: account), asks: levels(.ask, for: account))
  }

  private func levels(_ side: OrderSide, for account: Address) -> [BookSnapshot.Level] {
    var levels: [BookSnapshot.Level] = []
    book.funded(TokenDirection(side, of: pair.tokens)) { entry, part in
      let order = entry.order.order
      guard order.maker != account, order.taker == .zero || order.taker == account,
        let price = pair.tokens.price(of: order), let given = order.makerShare(of: part), part > 0
      else { return true }
      levels.append(BookSnapshot.Level(price, side == .ask ? given : part))
      return true
    }
    return levels
  }
}
