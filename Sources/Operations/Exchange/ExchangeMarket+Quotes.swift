import ContractClient
import Exchange
import NodeRPC
import OrderBook
import Orders
import Primitives
import Tokens

/// The comparison of an order's price with the best that others offer at relays.
public enum PriceComparison: Sendable, Hashable {
  /// The price is worse by this share of the best, which is more than a twentieth.
  case far(Fraction)
  /// The price is not that much worse, or nothing else is offered.
  case near
  /// No relay gave its book.
  case uncompared
}

extension ExchangeMarket {
  /// The plan of a deal among orders, without a look at the taker's means: for a price, and nothing else.
  ///
  /// - Throws: `ExchangeError`, as a deal's plan; `OrderBookError`.
  public func quote(
    _ request: DealRequest, among orders: [AnySignedOrder], of pair: DirectoryPair
  ) async throws -> DealPlan {
    let states = try await ChainStateSource(contracts, from: connection.node).states(of: orders)
    return try DealPlanner(request, at: states.time, costs: try await costs(in: pair)).plan(states.candidates)
  }

  /// The taker tokens that can be filled of an order now, by the user's own node.
  ///
  /// - Throws: `OrderBookError`; a `NodeError`.
  public func fillable(of order: AnySignedOrder) async throws -> UInt256 {
    try await ChainStateSource(contracts, from: connection.node).states(of: [order]).candidates.first?.fillable ?? 0
  }

  /// The ways in which orders ended that are over at the newest block of the user's own node, by their hashes; of other
  /// exchanges' orders none is known.
  ///
  /// - Throws: `OrderBookError`; a `NodeError`.
  public func endings(of orders: [AnySignedOrder]) async throws -> [Hash32: ExchangeErrors.OrderEnding] {
    let known = orders.filter { exchanges[$0.exchangeAddress] != nil }
    guard !known.isEmpty else { return [:] }
    let statuses = try await MakerOrders(at: self).statuses(of: known)
    return zip(known, statuses).reduce(into: [:]) { endings, order in
      switch order.1.state {
      case .filled: endings[order.0.hash] = .filled
      case .cancelled: endings[order.0.hash] = .cancelled
      case .expired: endings[order.0.hash] = .expired(at: order.0.order.expiry)
      default: break
      }
    }
  }

  /// The way in which an order ended, by the user's own node; one whose time is over by the clock is over in the next
  /// block. Nil for one that stands.
  ///
  /// - Throws: `OrderBookError`; a `NodeError`.
  public func ending(of order: AnySignedOrder) async throws -> ExchangeErrors.OrderEnding? {
    if let ending = try await endings(of: [order])[order.hash] { return ending }
    return order.order.isExpired(at: LimitOrders.seconds) ? .expired(at: order.order.expiry) : nil
  }

  /// Makes sure that an order is not over, as ``ending(of:)`` tells.
  ///
  /// - Throws: `ExchangeError` `orderGone`, `expired` with the way in which it ended; `OrderBookError`; a `NodeError`.
  public func requireStanding(_ order: AnySignedOrder) async throws {
    if let ending = try await ending(of: order) { throw ExchangeError(order.hash, ended: ending) }
  }

  /// The comparison of an order's price with the best of the relays' books, the fees of takers in both; orders with a fee
  /// in a token of neither side, which their prices leave out, are no better choice.
  ///
  /// - Parameter taker: The account that is to fill it: what it could not fill itself, as its own orders, is no better
  ///   choice. Nil counts all orders.
  public func comparison(
    of order: AnySignedOrder, of pair: DirectoryPair, for taker: Address? = nil
  ) async throws -> PriceComparison {
    func price(_ order: AnySignedOrder) -> TakerPrice? {
      TakerPrice(of: order, in: pair.tokens, feeToken: contracts.v1?.feeToken)
    }
    guard !relays.isEmpty, let book = try? await book(of: pair), !book.isUnread else { return .uncompared }
    guard let own = price(order)?.price, let side = pair.tokens.side(of: order.order) else { return .uncompared }
    let others = book.entries(side).map(\.order.signed).filter { other in
      taker.map { other.order.maker != $0 && other.order.admits($0) } ?? true
    }.compactMap(price).filter { !$0.hasFeeApart }.map(\.price)
    guard let best = side == .ask ? others.min() : others.max(),
      let share = PriceDistance.share(of: own, from: best, on: side == .ask ? .buy : .sell)
    else { return .near }
    return share > PriceDistance.farShare ? .far(share) : .near
  }

  /// The worth of gas in the quote token, where that is the wrapped coin: one smallest unit is worth one of the coin's.
  public func costs(in pair: DirectoryPair) async throws -> DealCosts {
    var costs = DealCosts()
    costs.feeToken = contracts.v1?.feeToken
    guard pair.quote.address == contracts.wrappedCoin else { return costs }
    costs.gasPrice = try await connection.node.gasPrice()
    costs.gasValue = .one
    return costs
  }

  /// The transactions that let an exchange move what a deal needs beside what open orders of the token give.
  ///
  /// - Parameter needed: The amount that the deal takes, in the token's smallest unit.
  public func approval(
    of token: Address, needed: UInt256, for version: OrderVersion, by owner: Address, _ journal: OrderJournal
  ) async throws -> ApprovalCalls {
    try await approval(
      of: token, needed: needed, for: version, by: owner,
      beside: journal.orders(in: [.signed, .posted]).compactMap(\.signed))
  }

  /// The transactions that let an exchange move what is needed beside what open orders of the token give.
  ///
  /// - Parameter orders: Orders of the owner and of others, open or over.
  package func approval(
    of token: Address, needed: UInt256, for version: OrderVersion, by owner: Address, beside orders: [AnySignedOrder]
  ) async throws -> ApprovalCalls {
    let open = try await promised(
      by: owner, of: token, at: try exchange(version), try await newest(), among: orders)
    return try await calls.approval(of: token, amount: needed.addingSaturated(open), for: version, by: owner)
  }

  /// The tokens of a maker that open ones of some orders still promise.
  func promised(
    by maker: Address, of token: Address, at exchange: KnownExchange, _ block: ChainBlock, among all: [AnySignedOrder]
  ) async throws -> UInt256 {
    let open = all.filter {
      $0.order.maker == maker && $0.order.makerToken == token && $0.exchangeAddress == exchange.contract.address
        && !$0.order.isExpired(at: block.time)
    }
    let orders = open.map { BookOrder(checked: $0) }
    return zip(orders, try await reader.read(orders, at: block)).reduce(0) { sum, read in
      let remaining = read.1.booking.isCancelled ? 0 : read.1.booking.remaining(of: read.0)
      return sum.addingSaturated(read.0.order.makerShare(of: remaining) ?? .max)
    }
  }

  /// The transactions that let the exchanges move what a deal needs, in the order in which they are sent; none where they
  /// may already. What open orders of the tokens give is needed beside it.
  ///
  /// - Throws: `ExchangeError`, as a deal's plan; `OrderBookError`; a `NodeError`.
  public func approvals(
    for request: DealRequest, among orders: [AnySignedOrder], of pair: DirectoryPair, _ journal: OrderJournal
  ) async throws -> [ApprovalCalls] {
    var needed: [OrderVersion: [Address: UInt256]] = [:]
    for leg in try await quote(request, among: orders, of: pair).legs {
      needed[leg.version, default: [:]].merge(leg.needs(feeToken: contracts.v1?.feeToken)) { $0.addingSaturated($1) }
    }
    var approvals: [ApprovalCalls] = []
    for version in OrderVersion.allCases {
      for (token, amount) in (needed[version] ?? [:]).sorted(by: { $0.key < $1.key }) {
        let approval = try await approval(of: token, needed: amount, for: version, by: request.taker, journal)
        if !approval.steps.isEmpty { approvals.append(approval) }
      }
    }
    return approvals
  }
}
