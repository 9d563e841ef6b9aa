import Locking
import Outbox
import Sending

/// The outboxes that a run uses, one a file: closed at its end, which moves the contents of their logs into the files.
public final class OpenOutboxes: Sendable {
  private let kept = Guarded<[String: Outbox]>([:])

  /// No outbox is open yet.
  public init() {}

  /// The outbox at a path; it is opened at its first use.
  ///
  /// - Parameter stateFolder: the folder in which its progress is noted once more.
  public func outbox(at path: String, stateFolder: String?, telling observer: any OutboxObserver) -> Outbox {
    kept.withLock { kept in
      if let known = kept[path] { return known }
      let outbox = Outbox(path: path, stateFolder: stateFolder, observer: observer)
      kept[path] = outbox
      return outbox
    }
  }

  /// Closes all; a later use opens them once more.
  public func close() async {
    for outbox in kept.withLock({ Array($0.values) }) { await outbox.close() }
  }
}
