import Locking

/// The count of what a service has under way, and whether it still takes anything: before it ends it takes nothing new, and
/// finishes the rest.
package final class DrainGate: Sendable {
  private struct State: Sendable {
    var inside = 0
    var isClosed = false
  }

  private let state = Guarded(State())

  /// An open gate.
  package init() {}

  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// The number of what is under way.
  package var inside: Int { state.withLock { $0.inside } }

  /// Does a piece of work; nil if none is taken any more.
  package func passing<Value: Sendable>(_ work: () async -> Value) async -> Value? {
    let isIn = state.withLock { state in
      if !state.isClosed { state.inside += 1 }
      return !state.isClosed
    }
    guard isIn else { return nil }
    defer { state.withLock { $0.inside -= 1 } }
    return await work()
  }

  /// Takes nothing any more.
  package func close() { state.withLock { $0.isClosed = true } }

  /// Takes nothing any more, and waits for what is under way, though not longer than a time; also in a task that was
  /// cancelled.
  ///
  /// - Returns: Whether all of it ended.
  @discardableResult
  package func drain(within time: Duration) async -> Bool {
    close()
    let end = ContinuousClock.now + time
    while inside > 0 {
      guard ContinuousClock.now < end else { return false }
      // A task of its own, for in one that was cancelled nothing sleeps.
      await Task.detached { try? await Task.sleep(for: .milliseconds(20)) }.value
    }
    return true
  }
}
