import Alerts
import Localization
import StrictJSON

/// The number of deliveries in a book's journal, of all scopes or of one, by how far they have come.
struct DeliveryCounts: Sendable {
  private var counts: [DeliveryState: Int] = [:]

  init<Subject>(_ book: AlertBook<Subject>, in scope: String? = nil) async throws {
    for state in DeliveryState.allCases { counts[state] = try await book.deliveryCount(state, in: scope) }
  }

  private var waiting: Int { (counts[.waiting] ?? 0) + (counts[.begun] ?? 0) }

  /// The counts for scripts.
  var members: [(String, JSON)] {
    [
      ("waiting", .integer(waiting)), ("delivered", .integer(counts[.delivered])),
      ("failed", .integer(counts[.failed])), ("unclear", .integer(counts[.unclear])),
    ]
  }

  /// The counts in a line.
  var text: AlertText {
    .counts(
      delivered: counts[.delivered] ?? 0, waiting: waiting, failed: counts[.failed] ?? 0,
      unclear: counts[.unclear] ?? 0)
  }
}
