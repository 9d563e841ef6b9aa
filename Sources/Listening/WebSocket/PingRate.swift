/// The pings of one client, which are answered at once: more than a hundred in a second serve nothing but to hold up others.
struct PingRate {
  /// In a second.
  private static let most = 100

  private var second: ContinuousClock.Instant?
  private var count = 0

  /// Counts one more; false if it is one too many.
  mutating func admits(at now: ContinuousClock.Instant) -> Bool {
    if second.map({ now - $0 >= .seconds(1) }) ?? true { (second, count) = (now, 0) }
    count += 1
    return count <= Self.most
  }
}
