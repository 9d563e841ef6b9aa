import Orders
import Primitives

/// The progress that earlier runs made with a wish, and what is left of it.
public struct DealProgress: Sendable {
  /// The results of the transactions that were sent for it, in their order.
  public let results: [DealResult]
  /// The wish that is still to be planned: the whole where nothing was sent, and what a further transaction was to move;
  /// nil where nothing is left to do.
  public let next: DealRequest?
  /// The record to go on with; nil where none stands for the wish yet.
  let record: JournalDeal?

  init(results: [DealResult], next: DealRequest?, record: JournalDeal?) {
    (self.results, self.next, self.record) = (results, next, record)
  }

  /// No progress: nothing was sent for the wish.
  public init(of request: DealRequest) { self.init(results: [], next: request, record: nil) }
}

extension JournalDeal {
  /// The wish for the first part that was not sent, and for no more than the wish lacks; nil where nothing is left.
  ///
  /// - Parameter results: The results of the parts before it.
  func next(of request: DealRequest, after results: [DealResult]) -> DealRequest? {
    let request = request.inTurn(turn, begun: created)
    guard let part = parts.dropFirst(results.count).first else { return nil }
    guard !results.isEmpty else { return request }
    let moved = results.reduce(UInt256.zero) {
      $0.addingSaturated(request.units(of: $1.outcome, in: $1.version))
    }
    let missing = request.wholeUnits > moved ? request.wholeUnits - moved : 0
    let units = min(part.units, missing)
    // Dust is not chased.
    return units < request.dust ? nil : request.part(results.count + 1, of: units, within: bound)
  }
}

extension DealRequest {
  /// The amount that an outcome moved, by the token of the wish.
  fileprivate func units(of outcome: DealOutcome, in version: OrderVersion) -> UInt256 {
    let fees = version == .v4 ? outcome.fees : 0
    return amount.isOfMakerToken ? outcome.received : outcome.paid.addingSaturated(fees)
  }
}
