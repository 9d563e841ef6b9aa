/// Counts by number, for servers that act differently each time.
final class Counts: Sendable {
  private let counts = Guarded<[Int: Int]>([:])

  /// Counts one more and returns how many there are.
  func add(_ number: Int = 0) -> Int {
    counts.withLock {
      $0[number, default: 0] += 1
      return $0[number, default: 0]
    }
  }
}
