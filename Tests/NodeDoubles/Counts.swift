import Locking

/// Counts by number, for servers that act differently each time.
package final class Counts: Sendable {
  private let counts = Guarded<[Int: Int]>([:])

  package init() {}

  /// Counts one more and returns how many there are.
  package func add(_ number: Int = 0) -> Int {
    counts.withLock {
      $0[number, default: 0] += 1
      return $0[number, default: 0]
    }
  }
}
