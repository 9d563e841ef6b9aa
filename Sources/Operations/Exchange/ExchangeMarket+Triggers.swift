import ContractClient
import Exchange
import Keys
import NodeRPC
import OrderBook
import Orders
import Primitives
import Tokens

extension ExchangeMarket {
  /// The pair of two tokens' addresses, as prices of a conditional order are told in it; nil where one is not known.
  public func pair(of tokens: TokenPair) -> DirectoryPair? {
    self.tokens.pair(base: tokens.base, quote: tokens.quote)
  }

  /// The sight of a pair's book for a conditional order.
  ///
  /// - Throws: as ``book(of:beside:)``, and the failure of any relay that did not answer: what it has may be the best.
  public func sight(of pair: DirectoryPair, for account: Address) async throws -> TriggerSight {
    let book = try await book(of: pair)
    if let failure = book.failures.first(where: { $0.code != .lied }) { throw failure }
    return book.sight(for: account)
  }

  /// Whether a block is still the chain's.
  ///
  /// - Throws: a `NodeError`.
  public func isStanding(_ block: UInt64, _ hash: Hash32) async throws -> Bool {
    try await connection.node.block(.number(block))?.hash == hash
  }
}

extension CheckedBook {
  /// The levels that an account can take: neither its own orders nor those that are for others only.
  public func sight(for account: Address) -> TriggerSight {
    TriggerSight(
      block: block.number, hash: block.hash, bids: levels(.bid, for: account), asks: levels(.ask, for: account))
  }

  private func levels(_ side: OrderSide, for account: Address) -> [TriggerSight.Level] {
    var levels: [TriggerSight.Level] = []
    book.funded(TokenDirection(side, of: pair.tokens)) { entry, part in
      let order = entry.order.order
      guard order.maker != account, order.taker == .zero || order.taker == account,
        let price = pair.tokens.price(of: order), let given = order.makerShare(of: part), part > 0
      else { return true }
      levels.append(TriggerSight.Level(price, side == .ask ? given : part))
      return true
    }
    return levels
  }
}

extension ExchangeMarket {
  /// Writes an order down and signs it, for whoever posts it later; one of its key that was signed before is that one.
  ///
  /// - Returns: The order's number in the journal.
  /// - Throws: `OrderJournalError`; what keeps the signer from signing.
  public func sign(_ plan: LimitOrderPlan, by signer: some Signer, in journal: OrderJournal) async throws -> Int64 {
    let begun = try await journal.begin(plan.order, key: plan.key.conditional)
    if begun.signed == nil {
      _ = try await journal.keep(try await begun.unsigned.signed(by: signer), of: begun.id)
    }
    return begun.id
  }
}
