import NodeRPC
import Primitives
import Transactions

/// Finds the limit of gas to sign: a node's estimate, held to what the transaction's bytes and its chain allow and to what
/// was measured apart from the node, with a margin.
struct GasEstimator: Sendable {
  /// The node that estimates.
  let node: NodeClient
  /// Whether the chain is one of Kaia's kind.
  let isKaia: Bool

  /// The limit of gas of a request.
  ///
  /// - Parameter kaia: The parts that make it one of Kaia's own types.
  /// - Throws: `SendingError` `.absurdGas` for an estimate, or a chosen limit, that the transaction cannot have;
  ///   `.outOfRange` for an absurd margin; a `NodeError` as the node gives it, a revert included.
  func limit(of request: SendRequest, _ kaia: KaiaEnvelope?, _ options: GasOptions) async throws -> UInt64 {
    let extra = kaia?.extraGas ?? 0
    if let chosen = options.limit {
      let bounds = bounds(of: request, kaia, newest: nil)
      guard chosen >= bounds.least else { throw absurd(chosen, bounds, request, isChosen: true) }
      return chosen
    }
    // The cost is known to the last unit: no code runs.
    if request.runsNothing { return 21_000 + extra }
    // The estimate alone shows a transfer to somebody without code.
    let isCall = request.to == nil || !request.data.isEmpty
    async let newest = newestBlock()
    async let measured = isCall ? options.check?.measure(request) : nil
    let estimate: UInt64
    do {
      estimate = try await node.estimateGas(
        CallRequest(from: request.from, to: request.to, value: request.value, data: request.data), at: .latest)
    } catch {
      // The transactions that it builds upon may still be under way, or it spends what the first one that waits does:
      // then it cannot be tried, and stays as it was signed before.
      guard let earlier = options.earlierLimit,
        error.isExecutionFailure || NodeRefusal(error) == .insufficientFunds
      else { throw error }
      let bounds = bounds(of: request, kaia, newest: await newest)
      guard bounds.admits(earlier, isConfirmed: false) else { throw error }
      return earlier
    }
    // Nodes estimate a transaction of Ethereum's.
    let plain = bounds(of: request, nil, newest: await newest)
    guard plain.admits(estimate) else { throw absurd(estimate, plain, request) }
    var measure = await measured
    if !isCall, estimate > 21_000 { measure = await options.check?.measure(request) }
    var needed = estimate
    if let measure, !measure.plausible.contains(estimate) {
      options.check?.onDisagreement(GasCheck.Disagreement(estimate: estimate, measure: measure), request)
      needed = measure.needed
    }
    guard plain.admits(estimate, isConfirmed: measure != nil) else { throw absurd(estimate, plain, request) }
    var own = plain
    if let kaia { own = bounds(of: request, kaia, newest: await newest, signatures: kaia.mostSignatures) }
    let limit = try limit(needed, extra, own, request, options)
    guard let earlier = options.earlierLimit, own.admits(earlier, isConfirmed: false),
      earlier <= GasCheck.Measure(used: needed, needed: needed).plausible.upperBound.addingSaturated(extra)
    else { return limit }
    return max(limit, earlier)
  }

  /// An amount of gas with the margin and what Kaia's own types cost more, within the bounds.
  private func limit(
    _ needed: UInt64, _ extra: UInt64, _ bounds: GasBounds, _ request: SendRequest, _ options: GasOptions
  ) throws(SendingError) -> UInt64 {
    let whole = needed.addingSaturated(extra)
    guard whole <= bounds.most else { throw absurd(whole, bounds, request) }
    let (percent, isAbsurd) = options.margin.addingReportingOverflow(100)
    let (scaled, overflow) = needed.multipliedReportingOverflow(by: percent)
    guard !isAbsurd, !overflow else {
      throw SendingError(
        .outOfRange, "A margin of \(options.margin) per cent on top of \(needed) units of gas is absurd.",
        call: request.label)
    }
    // A plain transfer costs what it costs: a margin would only make the last coins unspendable.
    let limit = (request.data.isEmpty && needed == 21_000 ? needed : scaled / 100).addingSaturated(extra)
    return min(max(limit, bounds.least), bounds.most)
  }

  private func bounds(
    of request: SendRequest, _ kaia: KaiaEnvelope?, newest: Block?, signatures: (sender: Int, feePayer: Int) = (1, 1)
  ) -> GasBounds {
    GasBounds(of: request.unpriced(kaia), signatures: signatures, newest: newest, isKaia: isKaia)
  }

  /// The newest block; nil where the node gives none that makes sense.
  private func newestBlock() async -> Block? {
    do throws(NodeError) { return try await node.block(.latest) } catch { return nil }
  }

  private func absurd(
    _ gas: UInt64, _ bounds: GasBounds, _ request: SendRequest, isChosen: Bool = false
  ) -> SendingError {
    let reason =
      gas < bounds.least
      ? "The transaction costs at least \(bounds.least) units before any code runs."
      : gas > bounds.most
        ? "A transaction has at most \(bounds.most) units here."
        : "That is more than half of a block, and nothing but this node's word speaks for it."
    return SendingError(
      .absurdGas,
      isChosen
        ? "A gas limit of \(gas) is absurd; nothing was sent."
        : "The node's gas estimate of \(gas) is absurd; nothing was sent.",
      reason: reason, call: request.label,
      advice: isChosen
        ? "Give a higher limit, or leave it to the estimate." : "Check the endpoint, or give a gas limit yourself.",
      facts: .absurdGas(gas, isChosen: isChosen, bounds))
  }
}

extension SendRequest {
  /// Whether no code runs whatever it does, and no byte is charged for: what it costs follows from its type.
  fileprivate var runsNothing: Bool {
    switch operation {
    case .accountUpdate, .cancel, .anchoring: true
    case nil, .valueTransfer, .memo, .deploy, .execution: false
    }
  }

  /// The transaction without nonce, fees and limit: all that its bytes cost in gas follows from it.
  fileprivate func unpriced(_ kaia: KaiaEnvelope?) -> UnsignedTransaction {
    guard let kaia else {
      return .legacy(
        LegacyTransaction(chainID: 1, nonce: 0, gasPrice: 0, gasLimit: 0, to: to, value: value.wei, data: data))
    }
    return .kaia(
      KaiaTransaction(
        chainID: 1, nonce: 0, gasPrice: 0, gasLimit: 0, from: from, operation: kaia.operation, feePayment: kaia.payment)
    )
  }
}
