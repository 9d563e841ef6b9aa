import Locking

/// The causes of failures that the parts of one process have told, so that each receiver hears of a cause once, and of its
/// end from the part that told it.
public final class ToldCauses: Sendable {
  /// A cause and one receiver of its notification.
  private struct Telling: Hashable {
    let cause: String
    let channel: AlertChannel
  }

  /// The part that tells each.
  private struct State {
    /// The part that tells each.
    var tellers: [Telling: String] = [:]
    /// The channels by which a part has told nothing, because another did.
    var silent: [String: Set<AlertChannel>] = [:]
  }

  private let state = Guarded(State())

  /// Nothing told yet.
  public init() {}

  /// The channels by which a part will tell of its failures: those by which no other part does for this cause.
  ///
  /// - Parameter part: The part, and what it watches.
  func claim(_ channels: [AlertChannel], for cause: String, by part: String) -> [AlertChannel] {
    state.withLock { state in
      // Another cause than at its last failure: it does not tell of that one.
      state.tellers = state.tellers.filter { $0.value != part || $0.key.cause == cause }
      let own = channels.filter { channel in
        let telling = Telling(cause: cause, channel: channel)
        let teller = state.tellers[telling] ?? part
        state.tellers[telling] = teller
        return teller == part
      }
      state.silent[part] = Set(channels).subtracting(own)
      return own
    }
  }

  /// The channels by which a part tells that it does well again: those by which it has told its failure.
  func release(_ channels: [AlertChannel], by part: String) -> [AlertChannel] {
    state.withLock { state in
      state.tellers = state.tellers.filter { $0.value != part }
      let silent = state.silent.removeValue(forKey: part) ?? []
      return channels.filter { !silent.contains($0) }
    }
  }
}
