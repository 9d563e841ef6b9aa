/// The turns in which hosts are asked: at most once a second each, by all that this process does.
actor HostTurns {
  static let shared = HostTurns()

  private var next: [String: ContinuousClock.Instant] = [:]

  /// Waits until it is somebody's turn to ask a host.
  func wait(for host: String) async {
    let turn = max(next[host] ?? .now, .now)
    next[host] = turn.advanced(by: .seconds(1))
    try? await Task.sleep(until: turn, clock: .continuous)
  }
}
