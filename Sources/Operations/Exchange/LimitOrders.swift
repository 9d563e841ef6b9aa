import ContractClient
import Exchange
import Keys
import NodeRPC
import OrderBook
import Orders
import Platform
import Primitives
import Tokens

/// The way of limit orders from a wish to the relays of a market: planned, written down, signed, posted.
public struct LimitOrders: Sendable {
  /// The market.
  public let market: ExchangeMarket
  /// The journal.
  public let journal: OrderJournal

  /// The orders of a journal at a market; nothing is asked yet.
  public init(_ market: ExchangeMarket, _ journal: OrderJournal) { (self.market, self.journal) = (market, journal) }

  /// Plans a limit order: its amounts, the terms of the relay that it is posted to, what it needs to be let beside
  /// what open orders of the journal give, and whether it would be filled at once.
  ///
  /// - Throws: `ExchangeError` `noContract`, `balance`; `OrderError` for amounts that no order has; `OperationError`
  ///   `.crossesBook`; `RelayClientError`; a `NodeError`. Nothing is signed then.
  public func plan(_ request: LimitOrderRequest) async throws -> LimitOrderPlan {
    let exchange = try market.exchange(request.version)
    _ = try await market.identity(of: exchange.version)
    let amounts =
      request.side == .sell
      ? try OrderAmounts.selling(request.amount, at: request.price.fraction)
      : try OrderAmounts.buying(request.amount, at: request.price.fraction)
    let block = try await market.newest()
    let expiry = UInt256(block.time.addingSaturated(request.lifetime))
    let order = try await withTerms(try order(request, amounts, expiry, at: exchange))
    if let fault = order.order.faults(at: block.time).first { throw fault }
    let crosses = try await crossed(by: order, request)
    if request.isPostOnly, let crosses {
      throw OperationError(
        .crossesBook, "The order would be filled at once; it was not made.",
        reason: "The best price of the other side is \(crosses.value?.text(digits: 8) ?? "\(crosses.fraction)").")
    }
    let makerFee = try fee(of: order)
    let need = try await promised(by: request.maker, of: request.gives.address, at: exchange, block)
      .addingSaturated(amounts.maker)
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
      key: OrderKey(
        exchange: exchange.contract.address, maker: request.maker, makerToken: request.gives.address,
        takerToken: request.wants.address, amounts: amounts, expiry: request.lifetimeText, taker: request.taker,
        salt: request.salt),
      gives: TokenAmount(amounts.maker, of: request.gives), wants: TokenAmount(amounts.taker, of: request.wants),
      makerFee: makerFee,
      approval: try await market.calls.approval(
        of: request.gives.address, amount: need, for: exchange.version, by: request.maker),
      crosses: crosses)
  }

  /// Whether an order like a planned one was signed before: then nothing has to be let for it any more. Orders that the
  /// chain shows to be over are written down as over first.
  ///
  /// - Parameter isInFile: Whether it is one in a file.
  /// - Throws: `OrderJournalError`, `OrderBookError`.
  public func wasSigned(_ plan: LimitOrderPlan, isInFile: Bool = false) async throws -> Bool {
    let key = isInFile ? plan.key.inFile : plan.key
    return try await OwnOrders(market, journal).orders(endedToo: true).contains { own in
      own.order.key == key.description && own.order.state != .draft && own.order.ending != .abandoned
    }
  }

  /// Writes the order down, signs it and posts it to the relays, or takes up what an earlier run left of it.
  ///
  /// - Parameter isAnother: Whether another order is wanted where one like it is posted or over.
  /// - Throws: `OrderJournalError`; what keeps the signer from signing.
  public func place(
    _ plan: LimitOrderPlan, signedBy signer: some Signer, isAnother: Bool = false
  ) async throws -> OrderPlacement.Outcome {
    let placement = OrderPlacement(journal: journal, relays: market.relays)
    var outcome = try await placement.place(plan.order, key: plan.key, isAnother: isAnother) {
      try await $0.signed(by: signer)
    }
    // A relay may not have seen the block yet in which the exchange was let move the tokens.
    for _ in 0..<Self.mostPatience where !plan.approval.steps.isEmpty && outcome.isBehind {
      try await Task.sleep(for: .seconds(1))
      outcome = try await placement.post(outcome.order.id)
    }
    return outcome
  }

  /// Writes an order down and signs it, for whoever posts it later; one of its key that was signed before is that one.
  ///
  /// - Returns: The order's number in the journal.
  /// - Throws: `OrderJournalError`; what keeps the signer from signing.
  public func sign(_ plan: LimitOrderPlan, by signer: some Signer) async throws -> Int64 {
    let begun = try await journal.begin(plan.order, key: plan.key.conditional)
    if begun.signed == nil {
      _ = try await journal.keep(try await begun.unsigned.signed(by: signer), of: begun.id)
    }
    return begun.id
  }

  /// Writes an order down and signs it, for a file that no relay has; one of its key that was signed before is that one.
  ///
  /// - Parameter isAnother: Whether another order is wanted where one like it was signed.
  /// - Throws: `OrderJournalError`; what keeps the signer from signing.
  public func signForFile(
    _ plan: LimitOrderPlan, by signer: some Signer, isAnother: Bool = false
  ) async throws -> AnySignedOrder {
    let begun = try await journal.begin(plan.order, key: plan.key.inFile, isAnother: isAnother)
    if let signed = begun.signed { return signed }
    let signed = try await begun.unsigned.signed(by: signer)
    _ = try await journal.keep(signed, of: begun.id)
    return signed
  }

  /// The time in milliseconds since 1970, which the salts of version 4 begin with: what is older has a lower one.
  public static var milliseconds: UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return UInt64(max(0, now.tv_sec)) * 1000 + UInt64(max(0, now.tv_nsec)) / 1_000_000
  }

  /// The most seconds that relays are waited for.
  private static let mostPatience = 20

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
          salt: request.salt ?? OrderSalt.timed(milliseconds: Self.milliseconds)))
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

  private func fee(of order: UnsignedOrder) throws -> TokenAmount? {
    guard case .v1(let order) = order, order.feeRecipient != .zero, order.makerFee > 0,
      let address = market.contracts.v1?.feeToken
    else { return nil }
    guard let token = market.tokens[address] else {
      throw TokenError(.unknownToken, "the fee token at \(address) is not known", facts: .token(address))
    }
    return TokenAmount(order.makerFee, of: token)
  }

  /// The best price of the other side, if it is as good as the order's.
  private func crossed(by order: UnsignedOrder, _ request: LimitOrderRequest) async throws -> PairPrice? {
    guard !market.relays.isEmpty, let price = request.pair.tokens.price(of: order.order) else { return nil }
    let best = try await market.book(of: request.pair).best(request.side == .sell ? .bid : .ask)
    guard let best, request.side == .sell ? best.fraction >= price : best.fraction <= price else { return nil }
    return best
  }

  /// The tokens that the open orders of the journal still promise.
  func promised(
    by maker: Address, of token: Address, at exchange: KnownExchange, _ block: ChainBlock
  ) async throws -> UInt256 {
    let open = try await journal.orders(in: [.signed, .posted]).compactMap(\.signed).filter {
      $0.order.maker == maker && $0.order.makerToken == token && $0.exchangeAddress == exchange.contract.address
        && !$0.order.isExpired(at: block.time)
    }
    let orders = open.map { BookOrder(checked: $0) }
    return zip(orders, try await market.reader.read(orders, at: block)).reduce(0) { sum, read in
      let remaining = read.1.booking.isCancelled ? 0 : read.1.booking.remaining(of: read.0)
      return sum.addingSaturated(read.0.order.makerShare(of: remaining) ?? .max)
    }
  }
}

extension OrderPlacement.Outcome {
  /// Whether a relay refuses the order for funds that the user's own node shows.
  fileprivate var isBehind: Bool {
    failures.contains { failure in
      failure.refusal?.validationErrors.contains { ["ALLOWANCE", "BALANCE"].contains($0.reason) } ?? false
    }
  }
}
