import Locking

/// The rules that a relay takes orders by now, and those before them whose fees it still takes.
struct RelayPolicy: Sendable {
  /// The rules as they were at a time.
  struct Snapshot: Sendable {
    /// The rules now.
    let rules: RelayRules
    /// The rules of the last ten minutes, those now among them.
    let recent: [RelayRules]
  }

  private struct State: Sendable {
    var rules: RelayRules
    /// Each with when it was replaced, in milliseconds since 1970.
    var earlier: [(rules: RelayRules, until: UInt64)] = []
  }

  /// The milliseconds for which fees of replaced rules are taken: orders are signed with them.
  private static let patience: UInt64 = 600_000

  private let state: Guarded<State>

  /// The policy of rules.
  init(_ rules: RelayRules) { state = Guarded(State(rules: rules)) }

  /// The rules now.
  var rules: RelayRules { state.withLock { $0.rules } }

  /// The rules at a time in milliseconds since 1970.
  func at(_ time: UInt64) -> Snapshot {
    state.withLock { state in
      state.earlier.removeAll { $0.until + Self.patience < time }
      return Snapshot(rules: state.rules, recent: [state.rules] + state.earlier.map(\.rules))
    }
  }

  /// Replaces the rules.
  func change(to rules: RelayRules, at time: UInt64) {
    state.withLock { state in
      state.earlier.append((state.rules, time))
      state.rules = rules
    }
  }
}
