import Locking
import Operations

/// The time that all nodes together have to answer a command that shows what is kept, whatever they say.
final class NodeTimeBudget: Sendable {
  /// The time in all.
  let time: Duration
  private let end: ContinuousClock.Instant
  private let isSpent = Guarded(false)
  private let told = Guarded<Set<String>>([])

  /// The time begins now: five seconds, unless the command line or the session gives a time limit of its own.
  init(_ settings: Settings) throws {
    let isGiven = settings.raw(.timeout)?.origin.isOfSession ?? false
    time = isGiven ? try settings.timeout() : .seconds(5)
    end = .now + time
  }

  /// Whether a node did not answer in it.
  var isOver: Bool { isSpent.withLock { $0 } }

  /// The time, as in `5 s`.
  var text: String {
    let seconds = time.components.seconds
    return time == .seconds(seconds) ? "\(seconds) s" : "\(Int64(time / .milliseconds(1))) ms"
  }

  /// Whether a line is said for the first time.
  func isNew(_ line: String) -> Bool { told.withLock { $0.insert(line).inserted } }

  /// Asks nodes for as long as there is time left; once it is spent they are not asked any more.
  ///
  /// - Throws: `node.timeout`; the errors of the work.
  func limit<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let late = CommandFailure(.init("node.timeout", .nodeUnavailable), DaemonRefusal.silentNode(text))
    guard !isOver else { throw late }
    return try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask { try await work() }
      group.addTask { [end, isSpent] in
        try await Task.sleep(until: end, clock: .continuous)
        isSpent.withLock { $0 = true }
        throw late
      }
      defer { group.cancelAll() }
      guard let value = try await group.next() else { throw late }
      return value
    }
  }
}
