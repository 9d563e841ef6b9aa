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

  /// Results, and what kept a further transaction from being sent.
  public init(results: [DealResult], failure: (any Error)? = nil) { (self.results, self.failure) = (results, failure) }

  /// The run that an earlier result of a wish stands for; where that is less than was wished for, the failure says so.
  public init(earlier result: DealResult, of request: DealRequest) {
    let outcome = result.outcome
    let got = request.amount.isOfMakerToken ? outcome.received : outcome.paid.addingSaturated(outcome.fees)
    let wanted = request.amount.units
    // A ten-thousandth is dust that no deal chases.
    let isShort = got < wanted && wanted - got > wanted / 10_000
    self.init(
      results: [result],
      failure: isShort
        ? ExchangeError(
          .partlyFilled, "An earlier run of this deal got less than was asked for; nothing was sent now.",
          reason: "\(got) of \(wanted) smallest units.",
          facts: .filled(
            paid: outcome.paid, received: outcome.received, planned: outcome.planned, errors: outcome.errors)) : nil)
  }

  /// The outcomes of all transactions, in their order.
  public var outcomes: [DealOutcome] { results.map(\.outcome) }

  /// The taker tokens that were paid for the orders, without fees.
  public var paid: UInt256 { outcomes.reduce(0) { $0.addingSaturated($1.paid) } }

  /// The maker tokens that were got for them.
  public var received: UInt256 { outcomes.reduce(0) { $0.addingSaturated($1.received) } }

  /// The extent to which the plan was carried out.
  public var extent: DealOutcome.Extent {
    if failure == nil, outcomes.allSatisfy({ $0.extent == .complete }) { return .complete }
    return paid > 0 ? .partly : .nothing
  }
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
