import ContractABI
import ContractClient
import EVM
import Exchange
import Keys
import Orders
import Outbox
import Primitives
import Sending
import Simulation
import Tokens

/// Plans what an account wants to do at an exchange of the 0x protocol.
public struct ExchangePlanner: Sendable {
  let planner: Planner

  /// Plans to fill orders of a pair at the market's price.
  ///
  /// - Parameters:
  ///   - orders: The orders of books; the relays' metadata is not trusted.
  ///   - costs: The worth of gas and fees, where it is known.
  ///   - approvals: The transactions that are to let the exchanges move tokens before; a dry run carries them out
  ///     first.
  ///   - journal: The journal of deals, by which what an earlier run left of this one is gone on with.
  ///   - book: Gives the orders that there are when what is missing is dealt for again; nil is the same ones.
  ///   - allowsFeeOnTransfer: Whether tokens of which less arrives than is sent are traded, too.
  /// - Throws: `ExchangeError` with each of its codes, as that of a rest where earlier runs sent something; a
  ///   `NodeError`. Nothing is signed then.
  public func deal(
    _ request: DealRequest, of pair: DirectoryPair, among orders: [AnySignedOrder], costs: DealCosts = DealCosts(),
    after approvals: [ApprovalCalls] = [], in market: ExchangeMarket, _ journal: OrderJournal,
    allowsFeeOnTransfer: Bool = false,
    rereading book: (@Sendable () async throws -> [AnySignedOrder])? = nil
  ) async throws -> Planned<DealRun> {
    var client = market.deals(cache: planner.settings.stateCache)
    client.allowsFeeOnTransfer = allowsFeeOnTransfer
    client.approvals = planner.settings.isDryRun ? approvals : []
    let progress = try await progress(of: request, client, journal)
    guard let next = progress.next else { return .done(progress.run) }
    let reviewed: ReviewedDeal
    do { reviewed = try await self.reviewed(next, client, of: pair, among: orders, costs, in: market) } catch {
      throw progress.failure(error)
    }
    let deal = reviewed.deal
    if !client.approvals.isEmpty { return try await rehearsed(reviewed, after: client.approvals) }
    let prepared = try await deal.call.prepare(from: planner.account, options: planner.options).prepared
    var work = TransactionWork<DealRun>(reviewed.title, prepared, .deal(reviewed)) {
      [client, progress] signer, options in
      do {
        return try await client.carryOutAll(
          deal, after: progress, journal, signer: signer, options: options, rereading: { try await book?() ?? orders })
      } catch {
        throw progress.failure((error as? ExchangeError)?.sinceAgreement(to: next) ?? error)
      }
    }
    work.key = deal.call.key
    work.abi = deal.leg.version == .v1 ? ExchangeV1.abi : NativeOrders.abi
    // The exchange is a contract that takes tokens by the account's own approval.
    work.isReceiverChecked = true
    return try await planner.plan(work)
  }

  /// A deal as it would be once exchanges may move its tokens, to be agreed to before the approval.
  ///
  /// - Parameters: as ``deal(_:of:among:costs:after:in:_:allowsFeeOnTransfer:rereading:)``.
  /// - Throws: `ExchangeError` with each of its codes; a `NodeError`.
  public func preview(
    _ request: DealRequest, of pair: DirectoryPair, among orders: [AnySignedOrder], costs: DealCosts,
    after approvals: [ApprovalCalls], in market: ExchangeMarket, _ journal: OrderJournal, allowsFeeOnTransfer: Bool
  ) async throws -> DealPreview {
    var client = market.deals(cache: planner.settings.stateCache)
    (client.allowsFeeOnTransfer, client.approvals) = (allowsFeeOnTransfer, approvals)
    let progress = try await progress(of: request, client, journal)
    do {
      let next = progress.next ?? request
      return DealPreview(
        deal: try await reviewed(next, client, of: pair, among: orders, costs, in: market), client: client)
    } catch {
      throw progress.failure(error)
    }
  }

  /// The progress of earlier runs for a wish; a dry run begins anew.
  private func progress(
    of request: DealRequest, _ client: DealClient, _ journal: OrderJournal
  ) async throws -> DealProgress {
    var request = request
    if request.name == nil { request.name = planner.options.intent.key?.description }
    guard !planner.settings.isDryRun else { return DealProgress(of: request) }
    planner.listen(.began(.lookingForEarlier))
    return try await client.progress(of: request, in: journal, options: planner.options)
  }

  /// A deal for a wish, with what is to be let before; of one order that a person chose it is told first if it is over.
  private func reviewed(
    _ request: DealRequest, _ client: DealClient, of pair: DirectoryPair, among orders: [AnySignedOrder],
    _ costs: DealCosts, in market: ExchangeMarket
  ) async throws -> ReviewedDeal {
    planner.listen(.began(.checking))
    if let chosen = request.single, let order = orders.first(where: { $0.hash == chosen.hash }) {
      try await market.requireStanding(order)
    }
    let deal = try await client.check(request, among: orders, costs: costs)
    var reviewed = ReviewedDeal(deal: deal, pair: pair, tokens: market.tokens)
    reviewed.approved = client.approvals.compactMap { approval in
      market.tokens[approval.token].map { TokenAmount(approval.plan.steps.last ?? 0, of: $0) }
    }
    return reviewed
  }

  /// The simulated outcome of a deal after the transactions that let the exchanges move its tokens: no node can tell
  /// what it would cost as long as these are not there.
  private func rehearsed(
    _ reviewed: ReviewedDeal, after approvals: [ApprovalCalls]
  ) async throws -> Planned<DealRun> {
    planner.listen(.began(.simulating))
    let deal = reviewed.deal
    var rows: [(title: String, call: ExchangeCall, abi: ContractABI)] = []
    for approval in approvals {
      for (step, units) in zip(approval.steps, approval.plan.steps) {
        let token = reviewed.tokens[approval.token]
        let title = Self.title(ofAllowing: token.map { TokenAmount(units, of: $0) }, of: token?.shown ?? "")
        rows.append((token == nil ? step.title : title, step, CampusToken.abi))
      }
    }
    rows.append((reviewed.title, deal.call, deal.leg.version == .v1 ? ExchangeV1.abi : NativeOrders.abi))
    let drafts = try await planner.connection.sender.pricer.drafts(
      of: rows.map { $0.call.call.sendRequest(from: planner.account) }, options: planner.options)
    let simulation = try await Simulation.begin(with: planner.connection.node, cache: planner.settings.stateCache)
    let transactions = drafts.map(\.trial)
    let outcomes = try await simulation.rehearse(
      transactions, gasMargin: planner.options.gas.margin, leniency: transactions.first?.trialLeniency ?? .nonce)
    let trials = rows.indices.map { index in
      var trial = DryRunOutcome(
        title: rows[index].title, call: rows[index].call.readable, transaction: transactions[index],
        outcome: outcomes[index], simulation: simulation, abi: rows[index].abi)
      trial.service = planner.service(for: drafts[index])
      return trial
    }
    var trial = trials[trials.count - 1]
    trial.earlier = Array(trials.dropLast())
    return .simulated(trial, of: .deal(reviewed), despite: [])
  }

  /// Plans to cancel orders of one exchange.
  ///
  /// - Parameter orders: The orders that the call cancels, for the review.
  public func cancel(
    _ call: ExchangeCall, _ orders: [AnySignedOrder], of version: OrderVersion, in market: ExchangeMarket
  ) async throws -> Planned<ExchangeReceipt<CancelOutcome>> {
    let shown = try await market.reviewed(orders)
    return try await exchange(call, ReviewedOrder.title(ofCancelling: shown), .cancelOrders(shown)) {
      ExchangeReceipt(receipt: $0, outcome: try CancelOutcome(of: version, in: $0))
    }
  }

  /// Plans to cancel all orders of the account for a pair and direction with salts below a number (v4).
  ///
  /// - Parameter known: The number of such orders that are known, for the review.
  /// - Throws: `ExchangeError` `noContract`.
  public func cancelPair(
    giving gives: DirectoryToken, for asks: DirectoryToken, saltsBelow salt: UInt256, known: Int,
    in market: ExchangeMarket
  ) async throws -> Planned<ExchangeReceipt<CancelOutcome>> {
    let call = try market.calls.cancelPair(makerToken: gives.address, takerToken: asks.address, saltsBelow: salt)
    return try await exchange(
      call, "cancel all orders of \(gives.shown) for \(asks.shown)",
      .cancelPair(gives: gives, asks: asks, known: known)
    ) {
      ExchangeReceipt(receipt: $0, outcome: try CancelOutcome(of: .v4, in: $0))
    }
  }

  /// Plans to make tokens of the chain's coin.
  ///
  /// - Parameter amount: The amount, whose token is the market's wrapped coin.
  /// - Throws: `ExchangeError` `noContract`.
  public func wrap(_ amount: TokenAmount, in market: ExchangeMarket) async throws -> Planned<CallReceipt> {
    let coins = Amount(wei: amount.units)
    return try await exchange(
      try market.calls.wrap(coins),
      "wrap \(amount.token.unit.text(amount.units)) \(planner.connection.sender.unit.symbol)",
      .wrapping(coins, into: amount)
    ) { $0 }
  }

  /// Plans to make the chain's coin of tokens.
  ///
  /// - Throws: `ExchangeError` `noContract`.
  public func unwrap(_ amount: TokenAmount, in market: ExchangeMarket) async throws -> Planned<CallReceipt> {
    let coins = Amount(wei: amount.units)
    return try await exchange(
      try market.calls.unwrap(coins), "unwrap \(amount.text)", .unwrapping(amount, into: coins)
    ) { $0 }
  }

  /// Plans a step of letting an exchange move tokens, or of taking that back.
  ///
  /// - Parameters:
  ///   - amount: The amount that the step leaves; nil is all of it, for ever.
  ///   - isExchange: Whether the spender is one that an exchange of the network moves tokens by.
  public func allow(
    _ call: ExchangeCall, _ amount: TokenAmount?, of token: DirectoryToken, for spender: Address,
    isExchange: Bool = true
  ) async throws -> Planned<CallReceipt> {
    try await exchange(
      call, Self.title(ofAllowing: amount, of: token.shown, for: isExchange ? nil : spender),
      .allowance(amount, of: token, for: spender, isExchange: isExchange)
    ) { $0 }
  }

  /// As in `let the exchange move 3 TKA`.
  static func title(
    ofAllowing amount: TokenAmount?, of token: String, for spender: Address? = nil
  ) -> String {
    let mover = spender.map { "\($0)" } ?? "the exchange"
    return switch amount?.units {
    case 0: "take back the allowance of \(token)"
    case nil: "let \(mover) move all \(token)"
    default: "let \(mover) move \(amount?.text ?? "")"
    }
  }

  /// Plans a transaction of an exchange; what an earlier run did under its key is its outcome.
  func exchange<Outcome>(
    _ call: ExchangeCall, _ title: String, _ action: PlannedAction,
    outcome: @escaping @Sendable (CallReceipt) async throws -> Outcome
  ) async throws -> Planned<Outcome> {
    let found =
      call.key == nil
      ? try await planner.earlierWithKey(isSame: { $0.data == call.call.calldata }, outcome: outcome)
      : try await planner.earlier(outcome) { try await call.earlier(by: planner.account, options: planner.options) }
    if let found { return found }
    planner.listen(.began(.checking))
    // Lists of what was sent have the words of the review: the call itself names no token.
    let planned = try await call.prepare(from: planner.account, options: planner.options).sent(as: title)
    return try await planner.plan(TransactionWork(planned, title, action, outcome: outcome))
  }
}

extension Planner {
  /// The planner of what is done at an exchange.
  public var trading: ExchangePlanner { ExchangePlanner(planner: self) }
}

/// The receipt of a transaction of an exchange with its outcome by the exchange's events.
public struct ExchangeReceipt<Outcome: Sendable>: Sendable {
  /// The receipt, of this run or of an earlier one.
  public let receipt: CallReceipt
  /// The result by the exchange's own events, which may be none although the transaction succeeded.
  public let outcome: Outcome
}
