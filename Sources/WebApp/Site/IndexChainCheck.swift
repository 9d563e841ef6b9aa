import LectureIndex
import Listening
import Locking
import NodeRPC
import Operations

/// The check whether an index is of the node's chain. The node is asked once a second at most, by one request for all:
/// a chain may have been started anew under the same number, or reorganised.
final class IndexChainCheck: Sendable {
  private struct State: Sendable {
    /// True at the beginning: it is compared before pages are served.
    var isTrue = true
    /// Milliseconds since 1970 at the last look.
    var lookedAt: UInt64?
    var isLooking = false
  }

  /// The milliseconds between two looks, and the longest that a page waits for one.
  private static let (pause, patience): (UInt64, Duration) = (1000, .seconds(1))

  private let index: IndexReader
  private let log: @Sendable (String) -> Void
  private let state = Guarded(State())

  /// A check of an index, which counts as true until the node contradicts it.
  init(_ index: IndexReader, log: @escaping @Sendable (String) -> Void) { (self.index, self.log) = (index, log) }

  /// The index, where it is of the chain of a node, as far as that was ever checked; nil where it is not.
  func index(at node: @escaping @Sendable () async throws -> NodeClient) async -> IndexReader? {
    let now = index.now
    let isDue = state.withLock { state in
      // A clock that was set back proves nothing.
      if let last = state.lookedAt, last <= now, now - last < Self.pause { return false }
      guard !state.isLooking else { return false }
      state.isLooking = true
      return true
    }
    if isDue {
      let looking = Task<Void, any Error> { [self] in await look(node) }
      // A node that does not answer changes nothing: what was known goes on.
      _ = try? await Timeout.value(of: looking, within: Self.patience)
    }
    return state.withLock(\.isTrue) ? index : nil
  }

  private func look(_ node: @escaping @Sendable () async throws -> NodeClient) async {
    let status = (try? await PageTimeout.node { [index] in try await index.status(at: try await node()) }) ?? nil
    let isChanged = state.withLock { state in
      (state.isLooking, state.lookedAt) = (false, index.now)
      guard let status, status.isTrue != state.isTrue else { return false }
      state.isTrue = status.isTrue
      return true
    }
    guard isChanged, let status else { return }
    log(
      status.isTrue
        ? "The index is of the node's chain again: pages are read from it."
        : "The index is not of the node's chain (\(status)): pages are read from the node.")
  }
}

extension Site {
  /// The index of a platform, where it has one that is of the node's chain; nil where the contract is to be asked.
  func index() async -> IndexReader? {
    await indexTrust?.index { [self] in
      try await connection(for: WebSession(clock: options.clock)).node
    }
  }
}
