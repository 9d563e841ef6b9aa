import Primitives

/// The results of all transactions of a deal, and what kept a further one from being sent.
public struct DealRun: Sendable {
  /// The results of the transactions that were sent, in the order of sending.
  public internal(set) var results: [DealResult]
  /// The reason for which a further transaction was not sent; what was sent before it stands.
  public internal(set) var failure: (any Error)?
  /// The number of transactions for what others left missing.
  public internal(set) var retries = 0
  /// Whether these brought what was missing.
  public internal(set) var isMadeGood = false
  /// The maker tokens that a purchase was to get, where dearer orders that took the place of others brought fewer of
  /// them; nil where it lacks none.
  public internal(set) var lacked: UInt256?

  /// Results, and what kept a further transaction from being sent.
  public init(results: [DealResult], failure: (any Error)? = nil) { (self.results, self.failure) = (results, failure) }

  /// The outcomes of all transactions, in their order.
  public var outcomes: [DealOutcome] { results.map(\.outcome) }

  /// The taker tokens that were paid for the orders, without fees.
  public var paid: UInt256 { outcomes.reduce(0) { $0.addingSaturated($1.paid) } }

  /// The maker tokens that were got for them.
  public var received: UInt256 { outcomes.reduce(0) { $0.addingSaturated($1.received) } }

  /// The taker's fees that went to others, by the tokens that they were paid in.
  public var fees: [Address: UInt256] {
    outcomes.reduce(into: [:]) { fees, outcome in
      guard let token = outcome.feeToken, outcome.fees > 0 else { return }
      fees[token] = (fees[token] ?? 0).addingSaturated(outcome.fees)
    }
  }

  /// The taker tokens that left the taker, fees in that token included.
  public var paidInAll: UInt256 { outcomes.reduce(0) { $0.addingSaturated($1.paidInAll) } }

  /// The maker tokens that the taker has of the orders: those that arrived, fees in that token deducted.
  public var receivedInAll: UInt256 {
    let fees = outcomes.reduce(UInt256.zero) { $0.addingSaturated($1.received - $1.receivedInAll) }
    let came = arrived ?? received
    return came - min(came, fees)
  }

  /// The maker tokens of these that did not arrive, by the token's own events.
  public var lostInTransfer: UInt256 { outcomes.reduce(0) { $0.addingSaturated($1.lostInTransfer) } }

  /// The maker tokens that arrived, by the token's own events; nil where it logged none of them, which proves nothing.
  public var arrived: UInt256? {
    let (received, lost) = (received, lostInTransfer)
    return received > 0 && lost >= received ? nil : received - lost
  }

  /// The extent to which the plan was carried out.
  public var extent: DealOutcome.Extent {
    if failure == nil, isMadeGood || lacked == nil && outcomes.allSatisfy({ $0.extent == .complete }) {
      return .complete
    }
    return paid > 0 ? .partly : .nothing
  }

  /// Makes sure that everything was sent and filled.
  ///
  /// - Throws: `partlyFilled` or `notFilled`, with the outcome of all transactions in the facts, and never `notFilled`
  ///   where one of them got something; ``failure`` as that of a rest.
  public func requireComplete() throws {
    try requireFilled()
    if let failure { throw ExchangeError.ofRest(failure) }
  }

  private func requireFilled() throws(ExchangeError) {
    if extent == .complete { return }
    // One of several transactions says nothing of the others: together they have an error of their own.
    // A purchase in part is told in what was bought, whichever version filled it.
    if paid == 0 || lacked == nil && outcomes.count == 1 { for outcome in outcomes { try outcome.requireComplete() } }
    if lacked == nil, outcomes.allSatisfy({ $0.extent == .complete }) { return }
    let errors = outcomes.reduce(into: [Hash32: UInt8]()) { $0.merge($1.errors) { first, _ in first } }
    let isOneNodesWord = outcomes.contains(where: \.isOneNodesWord)
    let (subject, they) = outcomes.count == 1 ? ("transaction was", "it") : ("transactions were", "they")
    let message =
      DealOutcome.named(subject, isOneNodesWord: isOneNodesWord)
      + " included, and \(they) filled less than was planned."
    if let lacked {
      throw ExchangeError(
        .partlyFilled, message,
        reason: "\(received) of \(lacked) smallest units of the maker token were got, for \(paid) of the taker token.",
        facts: .bought(
          received, of: lacked, paid: paid, errors: errors, isOneNodesWord: isOneNodesWord))
    }
    let planned = outcomes.dropLast(retries).reduce(UInt256.zero) { $0.addingSaturated($1.planned) }
    throw ExchangeError(
      .partlyFilled, message,
      reason: "\(paid) of \(planned) smallest units of the taker token were paid, for \(received) of the maker token.",
      facts: .filled(
        paid: paid, received: received, planned: planned, errors: errors, isOneNodesWord: isOneNodesWord))
  }
}
