import ContractClient
import Exchange
import NodeRPC
import OrderBook
import Orders
import Outbox
import Primitives
import Sending
import Tokens

/// A limit order of the journal with its status at the user's own node.
public struct OwnOrder: Sendable {
  /// The order as the journal has it.
  public let order: JournalOrder
  /// Its state by the node; nil for one that is not signed, or of another exchange.
  public let status: OrderStatus?
}

/// The limit orders of a journal at a market.
public struct OwnOrders: Sendable {
  /// The market at whose node the orders' states are read.
  public let market: ExchangeMarket
  /// The record of all orders that were signed here.
  public let journal: OrderJournal

  /// The orders of a journal; nothing is asked yet.
  public init(_ market: ExchangeMarket, _ journal: OrderJournal) { (self.market, self.journal) = (market, journal) }

  /// The orders with their states at the newest block, the newest first; those that the chain shows
  /// to be over are written down as over.
  ///
  /// - Throws: `OrderJournalError`; `OrderBookError`.
  public func orders(endedToo: Bool = false) async throws -> [OwnOrder] {
    let all = try await journal.orders(in: endedToo ? nil : [.draft, .signed, .posted])
    let known = all.filter { order in
      order.signed.map { market.exchanges[$0.exchangeAddress] != nil } ?? false
    }
    let block = try await market.newest()
    let orders = known.compactMap(\.signed).map { BookOrder(checked: $0) }
    let readings = try await market.reader.read(orders, at: block)
    var statuses: [Hash32: OrderStatus] = [:]
    for (order, reading) in zip(orders, readings) {
      statuses[order.hash] = OrderStatus(of: order, booking: reading.booking, funds: reading.funds, at: block.time)
    }
    var own: [OwnOrder] = []
    for order in all {
      let status = statuses[order.hash]
      let order = try await ended(order, status)
      if endedToo || order.state != .ended { own.append(OwnOrder(order: order, status: status)) }
    }
    return own
  }

  private func ended(_ order: JournalOrder, _ status: OrderStatus?) async throws -> JournalOrder {
    guard order.state != .ended, let state = status?.state, state.isEnded else { return order }
    switch state {
    case .filled: return try await journal.end(order.id, .filled)
    case .cancelled: return try await journal.end(order.id, .cancelled)
    default: return try await journal.end(order.id, .expired)
    }
  }

  /// The signed order of a hash: of the journal, or of a relay.
  ///
  /// - Throws: `ExchangeError` `orderGone` where nobody has it; `OrderJournalError`; `RelayClientError`.
  public func order(_ hash: Hash32) async throws -> AnySignedOrder {
    if let order = try await journal.order(hash)?.signed { return order }
    return try await MakerOrders(at: market).order(hash)
  }

  /// Whether an account may cancel an order: its maker, and in version 4 an account that may sign for the maker; nil
  /// where the node does not tell.
  public func mayCancel(_ order: AnySignedOrder, by account: Address) async -> Bool? {
    guard order.order.maker != account else { return true }
    guard let exchange = market.exchanges[order.exchangeAddress] else { return nil }
    return await exchange.admits(account, of: order.order.maker, at: market.connection.node)
  }

  /// The transactions that cancel orders, one for each exchange and, in version 1 with an amount, each order.
  ///
  /// - Parameter amount: The taker tokens that shall not be filled any more; nil for all that remains. Only an order of
  ///   version 1 takes one.
  /// - Throws: `ExchangeError` `invalidDeal`.
  public func cancels(
    _ orders: [AnySignedOrder], amount: UInt256? = nil
  ) throws -> [(call: ExchangeCall, orders: [AnySignedOrder], version: OrderVersion)] {
    var (v1, v4): ([OrderV1], [LimitOrder]) = ([], [])
    var (ofV1, ofV4): ([AnySignedOrder], [AnySignedOrder]) = ([], [])
    for order in orders {
      switch order {
      case .v1(let signed):
        v1.append(signed.order)
        ofV1.append(order)
      case .v4(let signed):
        v4.append(signed.order)
        ofV4.append(order)
      }
    }
    guard amount == nil || (v4.isEmpty && v1.count == 1) else {
      throw ExchangeError(.invalidDeal, "An amount can be cancelled of one order of version 1 alone.")
    }
    var found: [(ExchangeCall, [AnySignedOrder], OrderVersion)] = []
    if let amount {
      found.append((try market.calls.cancel(v1[0], amount: amount), ofV1, .v1))
    } else if !v1.isEmpty {
      found.append((try market.calls.cancel(v1), ofV1, .v1))
    }
    if !v4.isEmpty { found.append((try market.calls.cancel(v4), ofV4, .v4)) }
    return found
  }
}

extension ExchangeMarket {
  /// The transaction of an account that cancels one order alone and is on its way; nil if there is none.
  ///
  /// - Throws: The errors of the outbox.
  public func cancelUnderWay(of order: AnySignedOrder, by account: Address) async throws -> Intent? {
    let call =
      switch order {
      case .v1(let signed): try calls.cancel(signed.order)
      case .v4(let signed): try calls.cancel([signed.order])
      }
    guard let key = call.key else { return nil }
    return try await connection.sender.underWay(key, of: account)
  }
}

extension ExchangeMarket {
  /// Orders as a review names them, each with the part that is not filled yet.
  ///
  /// - Throws: `OrderBookError`; a `NodeError`.
  func reviewed(_ orders: [AnySignedOrder]) async throws -> [ReviewedOrder] {
    zip(orders, try await MakerOrders(at: self).statuses(of: orders)).map { order, status in
      ReviewedOrder(order, status, in: self)
    }
  }
}

extension ReviewedOrder {
  /// An order as a market knows its tokens.
  fileprivate init(_ signed: AnySignedOrder, _ status: OrderStatus, in market: ExchangeMarket) {
    let order = signed.order
    let isWhole = status.remaining == order.takerAmount
    // Where neither token is one that others are priced in, a price would be told the one way or the other by chance.
    let (gives, asks) = (order.makerToken.checksummed, order.takerToken.checksummed)
    let (pair, other) = (try? market.pair("\(gives)/\(asks)"), try? market.pair("\(asks)/\(gives)"))
    self.init(
      hash: signed.hash, gives: market.tokens[order.makerToken].map { TokenAmount(order.makerAmount, of: $0) },
      asks: market.tokens[order.takerToken].map { TokenAmount(order.takerAmount, of: $0) },
      remaining: isWhole
        ? nil
        : order.makerShare(of: status.remaining).flatMap { share in
          market.tokens[order.makerToken].map { TokenAmount(share, of: $0) }
        },
      price: (pair?.base == other?.base ? pair : nil).flatMap { pair in
        pair.tokens.price(of: order).map { PairPrice($0, of: pair) }
      })
  }
}
