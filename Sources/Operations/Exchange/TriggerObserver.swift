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
    return book.snapshot(for: account, feeToken: market.contracts.v1?.feeToken)
  }

  /// Whether a block is still the chain's.
  ///
  /// - Throws: a `NodeError`.
  public func isStanding(_ block: UInt64, _ hash: Hash32) async throws -> Bool {
    try await market.connection.node.block(.number(block))?.hash == hash
  }
}

extension CheckedBook {
  /// The levels that an account can take, by the prices that it pays with the fees of takers: neither its own orders nor
  /// those that are for others only, nor those with a fee in a token of neither side, which conditional orders do not pay.
  ///
  /// - Parameter feeToken: The token that fees of version 1 are paid in; nil where there is none.
  public func snapshot(for account: Address, feeToken: Address?) -> BookSnapshot {
    BookSnapshot(
      block: block.number, hash: block.hash, bids: levels(.bid, for: account, feeToken).sorted { $0.price > $1.price },
      asks: levels(.ask, for: account, feeToken).sorted { $0.price < $1.price })
  }

  private func levels(_ side: OrderSide, for account: Address, _ feeToken: Address?) -> [BookSnapshot.Level] {
    var levels: [BookSnapshot.Level] = []
    func price(_ entry: BookEntry) -> TakerPrice? {
      let order = entry.order.order
      guard order.maker != account, order.admits(account) else { return nil }
      let price = TakerPrice(of: entry.order.signed, in: pair.tokens, feeToken: feeToken)
      return price?.hasFeeApart == false ? price : nil
    }
    // A trade passes the others over, and their makers' money is there for those that it takes.
    book.funded(TokenDirection(side, of: pair.tokens), where: { price($0) != nil }) { entry, part in
      guard let own = price(entry), let given = entry.order.order.makerShare(of: part), part > 0 else { return true }
      levels.append(BookSnapshot.Level(own.price, side == .ask ? given : part))
      return true
    }
    return levels
  }
}
