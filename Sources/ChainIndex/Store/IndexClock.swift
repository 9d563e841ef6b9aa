import Platform

/// The time that leases and ages are counted in.
package struct IndexClock: Sendable {
  /// Milliseconds since 1970.
  package let now: @Sendable () -> UInt64

  /// A clock of one's own, for tests.
  package init(_ now: @escaping @Sendable () -> UInt64) { self.now = now }

  /// The system's clock.
  package static let system = IndexClock {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UInt64(max(0, time.tv_sec)) * 1_000 + UInt64(max(0, time.tv_nsec)) / 1_000_000
  }
}
