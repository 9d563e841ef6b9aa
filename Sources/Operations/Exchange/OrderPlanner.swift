import ContractClient
import Exchange
import NodeRPC
import OrderBook
import Orders
import Primitives
import Tokens

/// Plans limit orders: their amounts, the terms of the relay that they are posted to, what they need to be let beside what
/// open orders give, and whether they would be filled at once.
package struct OrderPlanner: Sendable {
  private let market: ExchangeMarket
  /// Tells orders that may still promise tokens of the maker.
  private let promising: @Sendable () async throws -> [AnySignedOrder]
  /// The time in seconds since 1970.
  private let clock: @Sendable () -> UInt64

  /// A planner of a market; nothing is asked yet.
  package init(
    at market: ExchangeMarket, clock: @escaping @Sendable () -> UInt64 = { LimitOrders.seconds },
    beside promising: @escaping @Sendable () async throws -> [AnySignedOrder]
  ) {
    (self.market, self.clock, self.promising) = (market, clock, promising)
  }

  /// Plans an order as a person asks for it. It stands from now on, or from the newest block where that is later: by the
  /// time of an old block it might be over before it is signed.
  ///
  /// - Throws: `ExchangeError` `noContract`, `balance`; `OrderError` for amounts that no order has; `OperationError`
  ///   `.crossesBook`; `RelayClientError`; a `NodeError`. Nothing is signed then.
  package func plan(_ request: LimitOrderRequest) async throws -> LimitOrderPlan {
    let exchange = try market.exchange(request.version)
    _ = try await market.identity(of: exchange.version)
    let amounts = try amounts(of: request)
    let block = try await market.newest()
    let expiry = UInt256(max(clock(), block.time).addingSaturated(request.lifetime))
    let order = try order(request, amounts, expiry, at: exchange)
    return try await plan(request.isForFile ? order : try await withTerms(order), request, at: exchange, block)
  }

  /// Plans an order once more that was made before, with the salt and the end that it has.
  ///
  /// - Throws: as ``plan(_:)``; `OrderError` `expired` for one that is over.
  package func plan(_ wanted: WantedOrder) async throws -> LimitOrderPlan {
    let exchange = try market.exchange(.v4)
    try wanted.order.check(isFor: exchange.contract)
    _ = try await market.identity(of: .v4)
    guard let pair = market.pair(of: wanted.pair), let price = wanted.pair.price(of: wanted.order) else {
      throw TokenError(
        .unknownToken, "a token of the order is not known", facts: .token(wanted.pair.base))
    }
    let isSale = wanted.pair.side(of: wanted.order) == .ask
    let block = try await market.newest()
    var request = LimitOrderRequest(
      isSale ? .sell : .buy, isSale ? wanted.order.makerAmount : wanted.order.takerAmount, of: pair,
      at: PairPrice(price, of: pair), for: 0, "", by: wanted.order.maker)
    request.taker = wanted.order.taker
    request.salt = wanted.order.salt
    request.isPostOnly = wanted.isPostOnly
    return try await plan(.v4(wanted.order), request, at: exchange, block)
  }

  private func plan(
    _ order: UnsignedOrder, _ request: LimitOrderRequest, at exchange: KnownExchange, _ block: ChainBlock
  ) async throws -> LimitOrderPlan {
    let amounts = order.order.amounts
    if let fault = order.order.faults(at: max(clock(), block.time)).first { throw fault }
    let (crosses, own) = try await crossed(by: order, request)
    if request.isPostOnly, let crosses {
      throw OperationError(
        .crossesBook, "The order would be filled at once; it was not made.",
        reason: "The best price of the other side is \(crosses.value?.text(digits: 8) ?? "\(crosses.fraction)").")
    }
    let (makerFee, takerFee) = try fees(of: order, request)
    let promised = try await market.promised(
      by: request.maker, of: request.gives.address, at: exchange, block, among: try await promising())
    let need = promised.addingSaturated(amounts.maker)
      .addingSaturated(makerFee?.token.address == request.gives.address ? makerFee?.units ?? 0 : 0)
    let held = try await TokenReader(node: market.connection.node).balances(
      of: [request.maker], tokens: [request.gives.address])
    guard let balance = held[request.maker, request.gives.address], balance >= amounts.maker else {
      let there = held[request.maker, request.gives.address] ?? 0
      throw ExchangeError(
        .balance, "The account holds too little of \(request.gives.shown); no order was made.",
        reason: "\(request.gives.unit.text(amounts.maker)) are needed, \(request.gives.unit.text(there)) are there.",
        facts: .shortage(token: request.gives.address, needed: amounts.maker, there: there))
    }
    return LimitOrderPlan(
      request: request, order: order,
      key: key(of: request, amounts, at: exchange),
      gives: TokenAmount(amounts.maker, of: request.gives), wants: TokenAmount(amounts.taker, of: request.wants),
      makerFee: makerFee, takerFee: takerFee,
      approval: try await market.calls.approval(
        of: request.gives.address, amount: need, for: exchange.version, by: request.maker),
      crosses: crosses, crossesOwn: own)
  }

  /// A plan with an order that was written down before, in place of its own.
  func plan(_ plan: LimitOrderPlan, with order: UnsignedOrder) throws -> LimitOrderPlan {
    var plan = plan
    plan.order = order
    (plan.makerFee, plan.takerFee) = try fees(of: order, plan.request)
    return plan
  }

  /// The key by which a second order like one that is asked for is the same; nothing is asked.
  ///
  /// - Throws: `ExchangeError` `noContract`; `OrderError` for amounts that no order has.
  func key(of request: LimitOrderRequest) throws -> OrderKey {
    key(of: request, try amounts(of: request), at: try market.exchange(request.version))
  }

  private func key(of request: LimitOrderRequest, _ amounts: OrderAmounts, at exchange: KnownExchange) -> OrderKey {
    OrderKey(
      exchange: exchange.contract.address, maker: request.maker, makerToken: request.gives.address,
      takerToken: request.wants.address, amounts: amounts, expiry: request.lifetimeText, taker: request.taker,
      salt: request.salt)
  }

  private func amounts(of request: LimitOrderRequest) throws -> OrderAmounts {
    try request.side == .sell
      ? .selling(request.amount, at: request.price.fraction) : .buying(request.amount, at: request.price.fraction)
  }

  private func order(
    _ request: LimitOrderRequest, _ amounts: OrderAmounts, _ expiry: UInt256, at exchange: KnownExchange
  ) throws -> UnsignedOrder {
    switch exchange.version {
    case .v1:
      .v1(
        OrderV1(
          exchange: exchange.contract.address, maker: request.maker, taker: request.taker,
          makerToken: request.gives.address, takerToken: request.wants.address, makerAmount: amounts.maker,
          takerAmount: amounts.taker, expiry: expiry, salt: request.salt ?? OrderSalt.random()))
    case .v4:
      .v4(
        try LimitOrder(
          exchange: exchange.contract, maker: request.maker, taker: request.taker, makerToken: request.gives.address,
          takerToken: request.wants.address, makerAmount: amounts.maker, takerAmount: amounts.taker, expiry: expiry,
          salt: request.salt ?? OrderSalt.timed(milliseconds: LimitOrders.milliseconds)))
    }
  }

  /// The order with the fees and the sender that the first relay of its version wants.
  private func withTerms(_ order: UnsignedOrder) async throws -> UnsignedOrder {
    switch order {
    case .v1(let order):
      guard let relay = market.relays.first(where: { $0.api == .v0 }) else { return .v1(order) }
      let fees = try await relay.fees(for: order)
      return .v1(
        OrderV1(
          exchange: order.exchange, maker: order.maker, taker: order.taker, makerToken: order.makerToken,
          takerToken: order.takerToken, feeRecipient: fees.feeRecipient, makerAmount: order.makerAmount,
          takerAmount: order.takerAmount, makerFee: fees.makerFee, takerFee: fees.takerFee, expiry: order.expiry,
          salt: order.salt))
    case .v4(let order):
      guard let relay = market.relays.first(where: { $0.api == .v4 }) else { return .v4(order) }
      let terms = try await relay.orderConfig(for: order)
      return .v4(
        try LimitOrder(
          exchange: order.exchange, maker: order.maker, taker: order.taker, sender: terms.sender,
          makerToken: order.makerToken, takerToken: order.takerToken, feeRecipient: terms.feeRecipient,
          makerAmount: order.makerAmount, takerAmount: order.takerAmount, takerFee: terms.takerFee,
          expiry: order.expiry, salt: order.salt))
    }
  }

  /// The fees of maker and taker: of version 4 the taker's is of the token that it pays.
  private func fees(
    of order: UnsignedOrder, _ request: LimitOrderRequest
  ) throws -> (maker: TokenAmount?, taker: TokenAmount?) {
    switch order {
    case .v4(let order): return (nil, order.takerFee > 0 ? TokenAmount(order.takerFee, of: request.wants) : nil)
    case .v1(let order):
      guard order.feeRecipient != .zero, order.makerFee > 0 || order.takerFee > 0,
        let address = market.contracts.v1?.feeToken
      else { return (nil, nil) }
      guard let token = market.tokens[address] else {
        throw TokenError(.unknownToken, "the fee token at \(address) is not known", facts: .token(address))
      }
      func amount(_ fee: UInt256) -> TokenAmount? { fee > 0 ? TokenAmount(fee, of: token) : nil }
      return (amount(order.makerFee), amount(order.takerFee))
    }
  }

  /// The orders of the other side whose prices are as good as the order's: the best price of others, and the maker's own.
  private func crossed(
    by order: UnsignedOrder, _ request: LimitOrderRequest
  ) async throws -> (others: PairPrice?, own: [Hash32]) {
    let tokens = request.pair.tokens
    guard !market.relays.isEmpty, request.isPostOnly || !request.isForFile, let price = tokens.price(of: order.order)
    else { return (nil, []) }
    let met = try await market.book(of: request.pair).entries(request.side == .sell ? .bid : .ask).filter { entry in
      tokens.price(of: entry.order.order).map { request.side == .sell ? $0 >= price : $0 <= price } ?? false
    }
    let others = met.first { $0.order.maker != request.maker }.flatMap { tokens.price(of: $0.order.order) }
    return (
      others.map { PairPrice($0, of: request.pair) }, met.filter { $0.order.maker == request.maker }.map(\.hash)
    )
  }
}
