import Exchange
import Operations

/// Signed orders that no relay is known to have, as they were posted one after the other.
struct UnpostedOrders: Sendable {
  private var count = 0
  /// The failure of the first relay.
  private var error: RelayClientError?
  /// Whether there is one that no relay was asked to take, since none has its version of the protocol.
  private var suitsNoRelay = false

  /// Adds an order that was posted, where no relay is known to have it.
  ///
  /// - Returns: The failures of relays that are to be told beside, since another one has the order.
  mutating func add(_ outcome: OrderPlacement.Outcome) -> [RelayClientError] {
    if outcome.order.postings.isEmpty { suitsNoRelay = true }
    guard let first = outcome.failures.first, !outcome.order.postings.contains(where: { $0.state == .posted }) else {
      return outcome.failures
    }
    count += 1
    error = error ?? first
    return []
  }

  /// The failure that tells that they are kept, with the code of the relay's; nil where there are none.
  var failure: CommandFailure? {
    guard let error else { return suitsNoRelay ? CommandFailure(OperationError.nowhereToPost) : nil }
    let cause = CommandFailure(error)
    // An order that a relay refused is refused again.
    guard error.code != .refused else { return cause }
    return CommandFailure(cause.code, ExchangeRefusal.notPosted(count, error), details: cause.details)
  }
}
