import Primitives

/// The results of all transactions of a deal, and what kept a further one from being sent.
public struct DealRun: Sendable {
  /// The results, in their order.
  public internal(set) var results: [DealResult]
  /// The reason for which a further transaction was not sent; what was sent before it stands.
  public internal(set) var failure: (any Error)?

  /// Results, and what kept a further transaction from being sent.
  public init(results: [DealResult], failure: (any Error)? = nil) { (self.results, self.failure) = (results, failure) }

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
