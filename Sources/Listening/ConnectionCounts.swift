import Locking

/// Counts the connections of each address, or of all together where none is named.
package final class ConnectionCounts: Sendable {
  private let counts = Guarded<[String: Int]>([:])
  private let most: Int

  /// Counts so many of each address at most.
  package init(most: Int) { self.most = most }

  /// Counts one more; false if it is one too many.
  package func enter(_ address: String = "") -> Bool {
    counts.withLock { counts in
      guard counts[address, default: 0] < most else { return false }
      counts[address, default: 0] += 1
      return true
    }
  }

  /// Counts one less.
  package func leave(_ address: String = "") {
    counts.withLock { counts in
      let left = (counts[address] ?? 1) - 1
      counts[address] = left > 0 ? left : nil
    }
  }
}
