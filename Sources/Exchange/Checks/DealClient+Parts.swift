import Keys
import Orders
import Primitives
import Sending

/// Deals of several transactions: each further one is planned anew after the receipt of the one before. The journal keeps
/// what they are to move, so that a run that died is gone on with.
extension DealClient {
  /// Looks up what earlier runs did for a wish; transactions that are under way are followed to their end.
  ///
  /// - Throws: what following an earlier transaction throws; `OrderJournalError`.
  public func progress(
    of request: DealRequest, in journal: OrderJournal, options: SendOptions = SendOptions()
  ) async throws -> DealProgress {
    let last = try await journal.last(of: request.key(at: calls.contracts))
    guard let (deal, stands) = last else {
      return DealProgress(of: request)
    }
    guard deal.state == .open || !options.intent.again else {
      return DealProgress(of: request.inTurn(deal.turn + 1))
    }
    var own = options
    own.intent.again = false
    // Of a deal of another hour only what is still under way counts.
    let wish = request.inTurn(deal.turn, begun: stands ? deal.created : nil)
    var results: [DealResult] = []
    for number in deal.parts.indices {
      let part = wish.part(number + 1, of: 0, within: deal.bound)
      guard let result = try await earlier(part, options: own) else { continue }
      results.append(result)
    }
    guard stands || !results.isEmpty else {
      return DealProgress(of: request.inTurn(deal.turn + 1))
    }
    func progress(next: DealRequest?, isRetry: Bool = false) -> DealProgress {
      DealProgress(
        results: results, next: next, record: deal, isRetry: isRetry,
        isMadeGood: deal.isMadeGood(of: request, after: results), lacked: deal.lacked(of: request, after: results))
    }
    guard deal.state == .open else { return progress(next: nil) }
    if let next = deal.next(of: request, after: results) { return progress(next: next) }
    if let rest = try await rest(of: request, deal, after: results) { return progress(next: rest, isRetry: true) }
    _ = try await journal.advance(deal: deal.id, isLast: true)
    return progress(next: nil)
  }

  /// Carries a deal out with all its transactions, or goes on with what an earlier run left of it.
  ///
  /// A further one takes what it was planned to take and no more. What all of them missed because orders were gone in the
  /// block is dealt for again as often as the wish says, within the first one's price, and each time is written down as one
  /// more part before it is sent.
  ///
  /// - Parameters:
  ///   - deal: The deal as it was agreed to: the plan of ``DealProgress/next``.
  ///   - progress: The progress of earlier runs.
  ///   - agree: Asked when an average price got worse, or less can be had; false ends it.
  ///   - book: Gives the orders that there are now, for what is missing; without it those of the deal are looked at again.
  /// - Throws: as ``carryOut(_:signer:options:agree:)`` for the transaction that was agreed to; what keeps a further one
  ///   from being sent is in the result; `OrderJournalError`, and then nothing was signed.
  public func carryOutAll(
    _ deal: CheckedDeal, after progress: DealProgress, _ journal: OrderJournal, signer: any Signer,
    options: SendOptions = SendOptions(), agree: (CheckedDeal) async throws -> Bool = { _ in false },
    rereading book: (() async throws -> [AnySignedOrder])? = nil
  ) async throws -> DealRun {
    let request = deal.plan.request
    var record: JournalDeal
    if let known = progress.record {
      record = known
      if progress.isRetry {
        record = try await journal.retry(record, request.amount.units, at: deal.leg.exchange)
        guard record.parts.count > progress.results.count else { return progress.run }
      }
    } else {
      record = try await journal.begin(
        deal.plan.transactions, within: deal.plan.bound, key: request.key(at: calls.contracts),
        isAnother: options.intent.again)
    }
    // The record's turn tells deals of one key apart.
    var deal = deal
    deal.plan.request = request.inTurn(record.turn, begun: record.created)
    var client = self
    if progress.results.isEmpty {
      // A run that sent nothing may have planned it otherwise: the parts ahead are those of the plan that is signed.
      client.willSign = { [id = record.id] in
        try await journal.replan(id, $0.plan.transactions, within: $0.plan.bound)
      }
    }
    let first = try await client.carryOut(deal, signer: signer, options: options, agree: agree)
    let agreed = first.deal ?? deal
    var run = DealRun(results: progress.results + [first])
    do {
      record = try await journal.deal(record.id)
      while let next = record.next(of: request, after: run.results) {
        _ = try await journal.advance(deal: record.id, isLast: false)
        let planned = try await check(next, among: deal.orders, costs: deal.costs)
        if isWorse(planned, than: agreed.plan.legs.dropFirst().first) {
          guard try await agree(planned) else {
            throw ExchangeError.moved("The price of a further part got worse.")
          }
        }
        run.results.append(try await carryOut(planned, signer: signer, options: options, agree: agree))
      }
      while let rest = try await rest(of: request, record, after: run.results) {
        let orders = try await book?() ?? deal.orders
        let planned = try await check(rest, among: orders, costs: deal.costs)
        record = try await journal.retry(record, rest.amount.units, at: planned.leg.exchange)
        guard record.parts.count > run.results.count else { break }
        // The wish agreed to whatever is within the first price.
        run.results.append(try await carryOut(planned, signer: signer, options: options) { _ in true })
      }
      _ = try await journal.advance(deal: record.id, isLast: true)
    } catch {
      run.failure = error
    }
    run.retries = record.retries(amongFirst: run.results.count)
    run.isMadeGood = record.isMadeGood(of: request, after: run.results)
    run.lacked = record.lacked(of: request, after: run.results)
    return run
  }

  /// The wish for what is missing, if it may be dealt for again: it was the book that changed, and nothing of the taker's
  /// own stood in the way.
  private func rest(
    of request: DealRequest, _ record: JournalDeal, after results: [DealResult]
  ) async throws -> DealRequest? {
    guard record.retries < request.retries, !request.isExact, request.single == nil,
      let rest = record.rest(of: request, after: results)
    else { return nil }
    for result in results where result.outcome.extent != .complete {
      guard try await isMissedByBook(result) else { return nil }
    }
    return rest
  }

  /// Whether each order that a transaction did not fill cannot be filled any more, or only for less than it took.
  private func isMissedByBook(_ result: DealResult) async throws -> Bool {
    let doubtful = result.outcome.orders.filter { order in
      switch order.state {
      case .filled, .error(.expired), .error(.exhausted), .error(.rounding): false
      case .error(.insufficientFunds), .error(.unknown), .skipped: true
      }
    }.map(\.hash)
    let parts = result.leg.orders.filter { doubtful.contains($0.hash) }
    guard !parts.isEmpty else { return true }
    let states = try await states.states(of: parts.map(\.order))
    return zip(parts, states.candidates).allSatisfy { part, candidate in
      candidate.fillable < max(1, part.fill.takerAmount) || part.order.order.isExpired(at: states.time)
    }
  }

  /// Whether a transaction costs more for each unit than one that was agreed to, or brings less of it in all.
  private func isWorse(_ deal: CheckedDeal, than leg: DealLeg?) -> Bool {
    guard let leg else { return true }
    guard deal.leg != leg else { return false }
    let before = OrderPrice(OrderAmounts(maker: leg.makerAmount, taker: leg.takerAmount))
    let after = OrderPrice(OrderAmounts(maker: deal.leg.makerAmount, taker: deal.leg.takerAmount))
    guard let before, let after else { return true }
    return after > before || deal.leg.makerAmount < leg.makerAmount
  }
}

extension DealPlan {
  /// The transactions of the plan, as the journal has them.
  fileprivate var transactions: [JournalDeal.Part] {
    legs.map { JournalDeal.Part(exchange: $0.exchange, units: request.units(of: $0, feeToken: costs.feeToken)) }
  }
}
