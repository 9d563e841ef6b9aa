import ContractClient
import Exchange
import NodeRPC
import OrderBook
import Orders
import Primitives
import Sending
import Tokens

/// The way in which the chain has an action at an exchange before it is asked for.
package enum TradeStatus: Sendable, Hashable {
  /// The action can be done.
  case open
  /// The chain shows that it is done.
  case done
  /// Nothing is left of the orders that it is about.
  case gone
}

/// The outcome of a deal that a wallet sent, out of the exchange's own events.
package struct WalletDealOutcome: Sendable {
  /// The part of the deal that was filled.
  package let extent: DealOutcome.Extent
  /// The tokens that the account paid, fees in them included.
  package let paid: TokenAmount
  /// The tokens that the account got, without fees in them.
  package let received: TokenAmount
}

/// Plans what the wallet of an account signs at an exchange.
///
/// No journal is asked: a wallet sends by itself, and its transactions are known by their own bytes.
package struct WalletTrades: Sendable {
  private let planner: WalletPlanner
  private let market: ExchangeMarket

  /// The trades of an account at a market; nothing is asked yet.
  package init(_ planner: WalletPlanner, in market: ExchangeMarket) { (self.planner, self.market) = (planner, market) }

  private var account: Address { planner.account }

  // MARK: What is wanted

  /// A wish for a deal as it is planned now: with the orders of its first transaction, and the worst price.
  ///
  /// - Parameters:
  ///   - orders: The orders of the book, or the one that a person chose.
  ///   - wanted: The most that is paid for a chosen order.
  /// - Throws: `ExchangeError` with each of its codes; a `NodeError`.
  package func wanted(
    _ request: DealRequest, of pair: DirectoryPair, among orders: [AnySignedOrder]
  ) async throws -> WantedTrade {
    let deal = try await check(request, of: pair, among: orders)
    let slippage = if case .slippage(let share) = request.bound { share } else { Fraction?.none }
    return .deal(
      WantedDeal(
        request.amount, of: request.pair, within: deal.plan.bound, slippage: slippage,
        choice: request.single.map { WantedDeal.Choice(wanted: $0.wanted) },
        orders: deal.leg.orders.map(\.order)))
  }

  private func check(
    _ request: DealRequest, of pair: DirectoryPair, among orders: [AnySignedOrder]
  ) async throws -> CheckedDeal {
    try await market.deals(cache: nil).check(request, among: orders, costs: try await market.costs(in: pair))
  }

  /// The outcome of a deal's transaction.
  ///
  /// - Parameters:
  ///   - data: The calldata that was sent.
  ///   - logs: The events of its receipt.
  /// - Throws: `ExchangeError` for calldata that fills no orders; `TokenError` for a token that is not known.
  package func outcome(of data: Bytes, at contract: Address, in logs: [NodeRPC.Log]) throws -> WalletDealOutcome {
    let leg = try DealLeg(calldata: data, at: contract, on: market.contracts.chainID)
    let outcome = try DealOutcome(of: leg, by: account, in: logs, feeToken: market.contracts.v1?.feeToken)
    return WalletDealOutcome(
      extent: outcome.extent, paid: TokenAmount(outcome.paidInAll, of: try token(outcome.takerToken)),
      received: TokenAmount(outcome.receivedInAll, of: try token(outcome.makerToken)))
  }

  // MARK: Planning

  /// The state of an action on the chain.
  ///
  /// - Throws: `OrderBookError`; `ExchangeError` where the chain leaves it open; a `NodeError`.
  package func status(of trade: WantedTrade) async throws -> TradeStatus {
    switch trade {
    case .wrapping, .unwrapping: return .open
    case .allowance(let amount, let address, let spender):
      return try await market.allowance(of: account, for: spender, in: try token(address)).units == amount
        ? .done : .open
    case .deal(let deal):
      let left = try await ChainStateSource(market.contracts, from: market.connection.node).states(of: deal.orders)
      return left.candidates.allSatisfy { $0.remaining == 0 } ? .gone : .open
    case .cancellation(let orders):
      let states = try await MakerOrders(at: market).statuses(of: orders).map(\.state)
      if states.allSatisfy({ $0 == .cancelled }) { return .done }
      return states.allSatisfy(\.isEnded) ? .gone : .open
    }
  }

  /// Plans an action as the chain is now.
  ///
  /// - Throws: `ExchangeError` with each of its codes, a refusal of a contract, money that is missing; a `NodeError`.
  package func plan(_ trade: WantedTrade) async throws -> WalletPlan {
    switch trade {
    case .allowance(let units, let address, let spender):
      let token = try token(address)
      let amount = TokenAmount(units, of: token)
      let isExchange = OrderVersion.allCases.contains { market.contracts.spender(of: $0) == spender }
      return try await plan(
        market.calls.allowance(units, of: address, for: spender),
        ExchangePlanner.title(ofAllowing: amount, of: token.shown, for: isExchange ? nil : spender),
        .allowance(amount, of: token, for: spender, isExchange: isExchange))
    case .wrapping(let units):
      let (coins, amount) = (Amount(wei: units), TokenAmount(units, of: try market.wrappedCoin()))
      return try await plan(
        try market.calls.wrap(coins),
        "wrap \(amount.token.unit.text(units)) \(market.connection.sender.unit.symbol)", .wrapping(coins, into: amount))
    case .unwrapping(let units):
      let (coins, amount) = (Amount(wei: units), TokenAmount(units, of: try market.wrappedCoin()))
      return try await plan(
        try market.calls.unwrap(coins), "unwrap \(amount.text)", .unwrapping(amount, into: coins))
    case .cancellation(let orders):
      let shown = try await market.reviewed(orders)
      return try await plan(try cancel(orders), ReviewedOrder.title(ofCancelling: shown), .cancelOrders(shown))
    case .deal(let deal): return try await plan(deal)
    }
  }

  private func plan(_ call: ExchangeCall, _ title: String, _ action: PlannedAction) async throws -> WalletPlan {
    let prepared = try await call.prepare(from: account, options: planner.options).prepared
    return WalletPlan(prepared, title, action, to: call.call.contract)
  }

  private func plan(_ wanted: WantedDeal) async throws -> WalletPlan {
    guard let pair = market.pair(of: wanted.pair) else {
      throw TokenError(
        .unknownToken, "a token of the trade is not known", facts: .token(wanted.pair.base))
    }
    var request = DealRequest(wanted.amount, of: wanted.pair, within: .price(wanted.bound), by: account)
    if let choice = wanted.choice, let order = wanted.orders.first {
      request = DealRequest(
        filling: order, with: choice.wanted, fillable: try await market.fillable(of: order), of: wanted.pair,
        by: account)
    }
    // The orders are those that were agreed to, with the fees that they ask for.
    request.takesFees = true
    let deal = try await check(request, of: pair, among: wanted.orders)
    let reviewed = ReviewedDeal(deal: deal, pair: pair, tokens: market.tokens)
    return try await plan(deal.call, reviewed.title, .deal(reviewed))
  }

  /// The transaction that cancels orders of one version.
  ///
  /// - Throws: `ExchangeError` `invalidDeal` for orders of both.
  private func cancel(_ orders: [AnySignedOrder]) throws -> ExchangeCall {
    let v1 = orders.compactMap { if case .v1(let signed) = $0 { signed.order } else { nil } }
    let v4 = orders.compactMap { if case .v4(let signed) = $0 { signed.order } else { nil } }
    guard v1.isEmpty || v4.isEmpty else {
      throw ExchangeError(.invalidDeal, "Orders of two exchanges are not cancelled in one transaction.")
    }
    return v4.isEmpty ? try market.calls.cancel(v1) : try market.calls.cancel(v4)
  }

  private func token(_ address: Address) throws(TokenError) -> DirectoryToken {
    guard let token = market.tokens[address] else {
      throw TokenError(.unknownToken, "the token at \(address) is not known", facts: .token(address))
    }
    return token
  }
}
