/// A watch over what keeps a service from its work, which tells it once when that begins, and once when it is over.
package struct OutageMonitor: Sendable {
  private let pause: Duration
  private let look: @Sendable () async -> String?
  private let tell: @Sendable (String?) -> Void

  /// - Parameters:
  ///   - pause: The time from one look to the next.
  ///   - look: The obstacle of now; nil where there is none.
  ///   - tell: Gets an obstacle that is new; nil once there is none any more.
  package init(
    every pause: Duration = .seconds(5), _ look: @escaping @Sendable () async -> String?,
    tell: @escaping @Sendable (String?) -> Void
  ) {
    (self.pause, self.look, self.tell) = (pause, look, tell)
  }

  /// Looks until the task is cancelled.
  package func run() async {
    var last: String?
    while !Task.isCancelled {
      let obstacle = await look()
      if obstacle != last, !Task.isCancelled {
        tell(obstacle)
        last = obstacle
      }
      try? await Task.sleep(for: pause)
    }
  }
}
