import Locking

/// Keeps the parts of one process from notifying a receiver twice of one cause of failure: the part that notified of it
/// notifies of its end as well.
public final class FailureDeduplicator: Sendable {
  /// A cause and one receiver of its notification.
  private struct Notification: Hashable {
    let cause: String
    let channel: AlertChannel
  }

  private struct State {
    /// The part that made each notification.
    var owners: [Notification: String] = [:]
    /// The channels by which a part has not notified since its failure began, because another did.
    var suppressed: [String: Set<AlertChannel>] = [:]
  }

  private let state = Guarded(State())

  /// No notifications yet.
  public init() {}

  /// The channels by which a part notifies of its failure: those by which no other part does for this cause.
  ///
  /// - Parameters:
  ///   - part: The part, and what it watches.
  ///   - isFirst: Whether it has not notified of a failure before since it did well.
  func claim(_ channels: [AlertChannel], for cause: String, by part: String, isFirst: Bool) -> [AlertChannel] {
    state.withLock { state in
      // The cause of its last failure, if that was another one, is not its own any more.
      state.owners = state.owners.filter { $0.value != part || $0.key.cause == cause }
      let own = channels.filter { channel in
        let notification = Notification(cause: cause, channel: channel)
        let owner = state.owners[notification] ?? part
        state.owners[notification] = owner
        return owner == part
      }
      state.suppressed[part] = (isFirst ? Set(channels) : state.suppressed[part] ?? []).subtracting(own)
      return own
    }
  }

  /// The channels by which a part notifies of its recovery: those by which it notified of its failure.
  func release(_ channels: [AlertChannel], by part: String) -> [AlertChannel] {
    state.withLock { state in
      state.owners = state.owners.filter { $0.value != part }
      let suppressed = state.suppressed.removeValue(forKey: part) ?? []
      return channels.filter { !suppressed.contains($0) }
    }
  }
}
