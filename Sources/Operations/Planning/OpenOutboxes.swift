import Database
import Locking
import Outbox
import Sending

/// The outboxes that a run uses, one a place: closed at its end, which moves the contents of their logs into the files.
public final class OpenOutboxes: Sendable {
  private let kept = Guarded<[String: Outbox]>([:])

  /// No outbox is open yet.
  public init() {}

  /// The outbox at a place; it is opened at its first use.
  ///
  /// - Parameter stateFolder: the folder in which its progress is noted once more.
  package func outbox(at place: DatabasePlace, stateFolder: String?, telling observer: any OutboxObserver) -> Outbox {
    kept.withLock { kept in
      if let known = kept[place.name] { return known }
      let outbox = Outbox(at: place, stateFolder: stateFolder, observer: observer)
      kept[place.name] = outbox
      return outbox
    }
  }

  /// Closes all; a later use opens them once more.
  public func close() async {
    for outbox in kept.withLock({ Array($0.values) }) { await outbox.close() }
  }
}
