/// The rate limits of hosts for all requests of this process: each after the pause that its host wants.
actor HostRateLimiter {
  static let shared = HostRateLimiter()

  private var next: [String: ContinuousClock.Instant] = [:]

  /// Waits until it is somebody's turn to ask a host.
  ///
  /// - Parameter seconds: The time for which nobody asks it after this turn.
  func wait(for host: String, seconds: Int) async {
    let turn = max(next[host] ?? .now, .now)
    next[host] = turn.advanced(by: .seconds(seconds))
    try? await Task.sleep(until: turn, clock: .continuous)
  }
}
