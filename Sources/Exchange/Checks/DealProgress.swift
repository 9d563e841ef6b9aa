import Orders
import Primitives

/// The progress that earlier runs made with a wish, and what is left of it.
public struct DealProgress: Sendable {
  /// The results of the transactions that were sent for it, in their order.
  public let results: [DealResult]
  /// The wish that is still to be planned: the whole where nothing was sent, what a further transaction was to move, or
  /// what those that were sent left missing; nil where nothing is left to do.
  public let next: DealRequest?
  /// The record to go on with; nil where none stands for the wish yet.
  let record: JournalDeal?
  /// Whether ``next`` is for what was left missing, and is not written down yet.
  let isRetry: Bool
  /// Whether further parts brought what others had left missing.
  let isMadeGood: Bool
  /// The maker tokens that the parts were to get, where they brought fewer.
  let lacked: UInt256?

  init(
    results: [DealResult], next: DealRequest?, record: JournalDeal?, isRetry: Bool = false, isMadeGood: Bool = false,
    lacked: UInt256? = nil
  ) {
    (self.results, self.next, self.record) = (results, next, record)
    (self.isRetry, self.isMadeGood, self.lacked) = (isRetry, isMadeGood, lacked)
  }

  /// No progress: nothing was sent for the wish.
  public init(of request: DealRequest) { self.init(results: [], next: request, record: nil) }

  /// The error that keeps ``next`` from being done, as that of a rest where something was sent before.
  public func failure(_ error: any Error) -> any Error { results.isEmpty ? error : ExchangeError.ofRest(error) }

  /// The run that earlier ones made of it.
  public var run: DealRun {
    var run = DealRun(results: results)
    (run.retries, run.isMadeGood) = (record?.retries(amongFirst: results.count) ?? 0, isMadeGood)
    run.lacked = lacked
    return run
  }
}

extension JournalDeal {
  /// The wish for the first part that was not sent, and for no more than the wish lacks; nil where nothing is left.
  ///
  /// - Parameter results: The results of the parts before it.
  func next(of request: DealRequest, after results: [DealResult]) -> DealRequest? {
    let request = request.inTurn(turn, begun: created)
    guard let part = parts.dropFirst(results.count).first else { return nil }
    guard !results.isEmpty else { return request }
    let units = min(part.units, missing(of: request, after: results))
    // Dust is not chased.
    return units < request.dust ? nil : request.part(results.count + 1, of: units, within: bound)
  }

  /// The wish for all that results left missing, as one more part.
  func rest(of request: DealRequest, after results: [DealResult]) -> DealRequest? {
    let request = request.inTurn(turn, begun: created)
    let units = missing(of: request, after: results)
    guard results.count >= parts.count, units >= request.dust else { return nil }
    return request.part(results.count + 1, of: units, within: bound)
  }

  /// Whether further parts brought what others had left missing.
  func isMadeGood(of request: DealRequest, after results: [DealResult]) -> Bool {
    retries > 0 && missing(of: request, after: results) < request.dust
  }

  /// The maker tokens that the parts of a purchase were to get, where their results brought fewer of them; nil where none
  /// are missing, and where a wish is told in taker tokens.
  func lacked(of request: DealRequest, after results: [DealResult]) -> UInt256? {
    guard request.amount.isOfMakerToken else { return nil }
    let planned = parts.prefix(results.count).reduce(UInt256.zero) { $1.isRetry ? $0 : $0.addingSaturated($1.units) }
    let got = results.reduce(UInt256.zero) { $0.addingSaturated($1.outcome.received) }
    return planned > got && planned - got >= request.whole.dust ? planned : nil
  }

  /// The amount of a wish that results left missing, by its token.
  private func missing(of request: DealRequest, after results: [DealResult]) -> UInt256 {
    let moved = results.reduce(UInt256.zero) {
      $0.addingSaturated(request.units(of: $1.outcome))
    }
    return request.wholeUnits > moved ? request.wholeUnits - moved : 0
  }
}

extension DealRequest {
  /// The amount that an outcome moved, by the token of the wish.
  fileprivate func units(of outcome: DealOutcome) -> UInt256 {
    if amount.isOfMakerToken { return outcome.received }
    guard outcome.feeToken == outcome.takerToken else { return outcome.paid }
    return outcome.orders.reduce(outcome.paid) { $0.addingSaturated($1.fill.takerFee) }
  }
}
