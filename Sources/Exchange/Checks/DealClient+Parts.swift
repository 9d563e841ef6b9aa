import Keys
import Orders
import Primitives
import Sending

/// The results of all transactions of a deal, and what kept a further one from being sent.
public struct DealRun: Sendable {
  /// The results, in their order.
  public internal(set) var results: [DealResult]
  /// The reason for which a further transaction was not sent; what was sent before it stands.
  public internal(set) var failure: (any Error)?
}

extension DealClient {
  /// Carries out a deal with all its transactions, each further one planned anew after the receipt of the one before.
  ///
  /// A further one takes what it was planned to take and no more: what an earlier one missed is not chased.
  ///
  /// - Parameters:
  ///   - deal: The deal as it was agreed to.
  ///   - agree: Asked when an average price got worse, or less can be had; false ends it.
  /// - Throws: as ``carryOut(_:signer:options:agree:)`` for the first transaction; what keeps a further one from being
  ///   sent is in the result.
  public func carryOutAll(
    _ deal: CheckedDeal, signer: any Signer, options: SendOptions = SendOptions(),
    agree: (CheckedDeal) async throws -> Bool = { _ in false }
  ) async throws -> DealRun {
    var run = DealRun(results: [try await carryOut(deal, signer: signer, options: options, agree: agree)])
    // A deal that was carried out before had a plan of its own.
    guard let signed = run.results[0].deal else { return run }
    var request = signed.plan.request
    do {
      for leg in signed.plan.legs.dropFirst() {
        request = request.next(leg, within: signed.plan.bound)
        let next = try await check(request, among: signed.orders, costs: signed.costs)
        if next.leg != leg, isWorse(next, than: leg) {
          guard try await agree(next) else { throw Self.moved("The price of a further part got worse.") }
        }
        run.results.append(try await carryOut(next, signer: signer, options: options, agree: agree))
      }
    } catch {
      run.failure = error
    }
    return run
  }

  /// Whether a transaction costs more for each unit than one that was agreed to, or brings less of it in all.
  private func isWorse(_ deal: CheckedDeal, than leg: DealLeg) -> Bool {
    let before = OrderPrice(OrderAmounts(maker: leg.makerAmount, taker: leg.takerAmount))
    let after = OrderPrice(OrderAmounts(maker: deal.leg.makerAmount, taker: deal.leg.takerAmount))
    guard let before, let after else { return true }
    return after > before || deal.leg.makerAmount < leg.makerAmount
  }
}
