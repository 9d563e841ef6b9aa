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
    let next = deal.state == .open ? deal.next(of: request, after: results) : nil
    if next == nil, deal.state == .open { _ = try await journal.advance(deal: deal.id, isLast: true) }
    return DealProgress(results: results, next: next, record: deal)
  }

  /// Carries a deal out with all its transactions, or goes on with what an earlier run left of it.
  ///
  /// A further one takes what it was planned to take and no more: what an earlier one missed is not chased.
  ///
  /// - Parameters:
  ///   - deal: The deal as it was agreed to: the plan of ``DealProgress/next``.
  ///   - progress: The progress of earlier runs.
  ///   - agree: Asked when an average price got worse, or less can be had; false ends it.
  /// - Throws: as ``carryOut(_:signer:options:agree:)`` for the transaction that was agreed to; what keeps a further one
  ///   from being sent is in the result; `OrderJournalError`, and then nothing was signed.
  public func carryOutAll(
    _ deal: CheckedDeal, after progress: DealProgress, _ journal: OrderJournal, signer: any Signer,
    options: SendOptions = SendOptions(), agree: (CheckedDeal) async throws -> Bool = { _ in false }
  ) async throws -> DealRun {
    let request = deal.plan.request
    let record: JournalDeal
    if let known = progress.record {
      record = known
    } else {
      record = try await journal.begin(
        deal.plan.legs.map { JournalDeal.Part(exchange: $0.exchange, units: request.units(of: $0)) },
        within: deal.plan.bound, key: request.key(at: calls.contracts), isAnother: options.intent.again)
    }
    // The record's turn tells deals of one key apart.
    var deal = deal
    deal.plan.request = request.inTurn(record.turn, begun: record.created)
    let first = try await carryOut(deal, signer: signer, options: options, agree: agree)
    let agreed = first.deal ?? deal
    var run = DealRun(results: progress.results + [first])
    do {
      while let next = record.next(of: request, after: run.results) {
        _ = try await journal.advance(deal: record.id, isLast: false)
        let planned = try await check(next, among: deal.orders, costs: deal.costs)
        if isWorse(planned, than: agreed.plan.legs.dropFirst().first) {
          guard try await agree(planned) else { throw Self.moved("The price of a further part got worse.") }
        }
        run.results.append(try await carryOut(planned, signer: signer, options: options, agree: agree))
      }
      _ = try await journal.advance(deal: record.id, isLast: true)
    } catch {
      run.failure = error
    }
    return run
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
