import ContractABI
import ContractClient
import NodeRPC
import Orders
import Primitives
import Simulation
import Tokens

extension DealClient {
  /// The outcome of a trial.
  enum SimulationOutcome {
    /// Nothing stands in the way.
    case good(CheckedDeal)
    /// The orders that stand in the way; the error is for where none does, or too many.
    case refused([Hash32: DealExclusion.Reason], any Error)
  }

  /// Checks the taker's own means, carries the transaction out on the newest state, and looks at what arrives.
  func simulation(
    of leg: DealLeg, _ plan: DealPlan, _ orders: [AnySignedOrder], _ costs: DealCosts
  ) async throws -> SimulationOutcome {
    let identity = try await inspector.identity(of: leg.version)
    guard identity.exchange == leg.exchange else {
      throw ExchangeError.wrongContract(leg.exchange, "it is another than the network's")
    }
    let taker = plan.request.taker
    try await requireFunds(of: taker, for: leg, identity)
    let call = try calls.fill(leg, of: plan.request)
    let simulation = try await self.simulation(of: call, leg, taker, identity)
    guard simulation.transaction.isSuccess else {
      let error = ExchangeRevert.explained(refusal(simulation, call))
      return .refused(try await blamed(leg, taker, identity), error)
    }
    let expected = try DealOutcome(of: leg, by: taker, in: simulation.logs, feeToken: identity.feeToken)
    let unfilled = failed(expected, leg)
    guard unfilled.isEmpty else { return .refused(unfilled, notFilled(expected)) }
    var warnings = warnings(of: plan, identity, simulation)
    if let loss = lossInTransfer(expected, simulation, leg, taker) {
      guard allowsFeeOnTransfer else { throw ExchangeError.feeOnTransfer(loss) }
      warnings.append(.feeOnTransfer(token: loss.token, sent: loss.sent, arrived: loss.arrived))
    }
    return .good(
      CheckedDeal(
        plan: plan, leg: leg, call: call, simulation: simulation, expected: expected, identity: identity,
        warnings: warnings,
        orders: orders, costs: costs))
  }

  /// Carries a call out on the newest state, with the holdings of everybody whom it concerns.
  private func simulation(
    of call: ExchangeCall, _ leg: DealLeg, _ taker: Address, _ identity: ContractIdentity
  ) async throws -> CallSimulation {
    var tokens: [Address] = []
    var accounts = [taker]
    for part in leg.parts {
      let order = part.order.order
      for token in [order.makerToken, order.takerToken] where !tokens.contains(token) { tokens.append(token) }
      let others = part.fill.takerFee > 0 || part.fill.makerFee > 0 ? [order.maker, order.feeRecipient] : [order.maker]
      for account in others where !accounts.contains(account) { accounts.append(account) }
      if let feeToken = identity.feeToken, part.fill.takerFee > 0 || part.fill.makerFee > 0, !tokens.contains(feeToken)
      {
        tokens.append(feeToken)
      }
    }
    let request = call.request(from: taker)
    return try await CallSimulation(
      of: request, after: approvals.flatMap(\.steps).map { $0.request(from: taker) },
      comparing: tokens.flatMap { token in accounts.map { (token, $0) } }, on: calls.connection.node, cache: cache)
  }

  private func refusal(_ simulation: CallSimulation, _ call: ExchangeCall) -> ContractError {
    var data = Bytes()
    if case .reverted(let bytes) = simulation.transaction.outcome { data = bytes }
    return ContractError(
      .reverted, "The exchange refuses this call.", about: .refusal(RevertReason(data, errors: call.call.errors)),
      call: call.readable, advice: "Nothing was sent and nothing is spent.")
  }

  /// The orders of a transaction that are refused on their own, too: of several one is enough to undo all.
  private func blamed(
    _ leg: DealLeg, _ taker: Address, _ identity: ContractIdentity
  ) async throws -> [Hash32: DealExclusion.Reason] {
    var blamed: [Hash32: DealExclusion.Reason] = [:]
    for part in leg.orders {
      let single = DealLeg(of: part.order, takerAmount: part.fill.takerAmount)
      let call = try calls.fill(part.order, takerAmount: part.fill.takerAmount)
      let simulation = try await self.simulation(of: call, single, taker, identity)
      if !simulation.transaction.isSuccess { blamed[part.hash] = .transferRefused }
    }
    return blamed
  }

  /// The parts that the trial did not fill as they were planned.
  private func failed(_ outcome: DealOutcome, _ leg: DealLeg) -> [Hash32: DealExclusion.Reason] {
    guard outcome.extent != .complete else { return [:] }
    var failed: [Hash32: DealExclusion.Reason] = [:]
    for order in outcome.orders where order.role == .first {
      switch order.state {
      case .filled: continue
      case .error(.expired): failed[order.hash] = .expiring
      case .error(.exhausted): failed[order.hash] = .gone
      case .error(.rounding): failed[order.hash] = .rounding
      case .error(.insufficientFunds): failed[order.hash] = .makerUnfunded
      case .error(.unknown): failed[order.hash] = .refused
      case .skipped: failed[order.hash] = leg.version == .v4 ? .transferRefused : .refused
      }
    }
    return failed
  }

  private func notFilled(_ outcome: DealOutcome) -> ExchangeError {
    let id = outcome.errors.values.sorted().first.flatMap(FillErrorID.init(rawValue:))
    return ExchangeError(
      id?.code ?? .orderGone, "An order of this trade cannot be filled; nothing was sent.",
      reason: "A trial on the newest state filled \(outcome.paid) of \(outcome.planned) smallest units.",
      facts: .filled(
        paid: outcome.paid, received: outcome.received, planned: outcome.planned, errors: outcome.errors))
  }

  private func warnings(of plan: DealPlan, _ identity: ContractIdentity, _ simulation: CallSimulation) -> [DealWarning]
  {
    var warnings: [DealWarning] = []
    if let average = plan.averagePrice,
      let share = PriceDistance.share(of: average, from: plan.bestPrice, on: plan.request.side),
      share > PriceDistance.farShare
    {
      warnings.append(.farFromBest(share))
    }
    if !identity.isKnownCode { warnings.append(.unknownCode(identity.exchange)) }
    if let owner = identity.proxyOwner { warnings.append(.ownedProxy(owner)) }
    if !simulation.isCertain { warnings.append(.uncertainSimulation) }
    if !plan.isComplete { warnings.append(.incomplete(plan.missing)) }
    return warnings
  }
}
