import Operations
import Outbox
import Terminal

/// The outbox that a run records its transactions in.
struct RunOutbox: Sendable {
  let settings: Settings
  /// The outboxes that this run opened.
  let open: OpenOutboxes
  /// The transactions that this run has sent.
  let sent: SentTransactions
  /// Whether the command makes transactions, which have to be recorded in a file.
  let isNeeded: Bool

  /// The user's outbox; it is opened at its first use, so a command that sends nothing makes no file.
  func forSending() throws -> Outbox {
    guard let place = try settings.outboxPlace() else {
      guard !isNeeded else {
        throw CommandFailure(.settings, TransactionRefusal.noOutboxPlace)
      }
      return .inMemory()
    }
    return open.outbox(at: place, stateFolder: settings.folders.outboxes, telling: sent)
  }

  /// The user's outbox if there is one: to look into it is no reason to make it.
  func written() throws -> Outbox? {
    guard let place = try settings.outboxPlace(), Outbox.exists(at: place) else { return nil }
    return try forSending()
  }
}
