import Listening
import Locking

/// The orders that a fee payer answered since its start, by what came of them, and how long that took.
final class OrderCounts: Sendable {
  /// The results of orders.
  enum Outcome: String, Sendable, CaseIterable {
    /// Mined, and it did what it should.
    case paid
    /// Mined, and it failed.
    case reverted
    /// Not paid for.
    case refused
    /// A budget is spent, or there were too many requests.
    case limited
    /// Nothing could be signed just now.
    case unavailable
    /// The transaction may be mined yet, or something went wrong.
    case unclear

    init(_ answer: ServiceAnswer) {
      self =
        switch answer.status {
        case 200: answer.error == nil ? .paid : .reverted
        case 429: .limited
        case 503: .unavailable
        case 500...: .unclear
        default: .refused
        }
    }
  }

  private struct Counts: Sendable {
    var outcomes: [Outcome: Int] = [:]
    var durations = Metric.Durations()
    var storeFailures = 0
  }

  private let counts = Guarded(Counts())

  func count(_ answer: ServiceAnswer, after time: Duration) {
    counts.withLock { counts in
      counts.outcomes[Outcome(answer), default: 0] += 1
      counts.durations.count(time)
      if answer == .storeUnavailable { counts.storeFailures += 1 }
    }
  }

  var metrics: [Metric] {
    let counts = counts.withLock { $0 }
    return [
      Metric(
        "lectures_fee_payer_orders_total", .counter, "Orders that were answered since the start, by outcome.",
        values: Outcome.allCases.map { ("outcome=\"\($0.rawValue)\"", "\(counts.outcomes[$0, default: 0])") }),
      Metric("lectures_fee_payer_order_seconds", "Time from an order to its answer.", counts.durations),
      Metric(
        "lectures_fee_payer_store_errors_total", .counter, "Orders that ended because the ledger could not be used.",
        counts.storeFailures),
    ]
  }
}
