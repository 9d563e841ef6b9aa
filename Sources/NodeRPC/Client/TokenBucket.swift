/// Keeps requests to a rate: each takes a token, and waits until there is one.
actor TokenBucket {
  private let interval: Duration
  private let burst: Int
  /// When the bucket would be full again; in the past if it is.
  private var full: ContinuousClock.Instant

  init(_ limit: NodeClient.RateLimit) {
    interval = .seconds(1 / limit.requestsPerSecond)
    burst = limit.burst
    full = .now
  }

  /// Takes tokens; the turns are those of the calls.
  ///
  /// A request that wants more than the bucket holds is let through when it is full, and the next ones wait longer.
  ///
  /// - Returns: When the request may go.
  func reserve(_ count: Int, at now: ContinuousClock.Instant = .now) -> ContinuousClock.Instant {
    full = max(full, now)
    let start = full
    full = full.advanced(by: interval * count)
    // Tokens there at `now`: burst − (full − now) / interval; wait until there are enough.
    return start.advanced(by: interval * (min(count, burst) - burst))
  }
}
