/// Does something again and again, until it is let go of.
final class IntervalTicker: Sendable {
  private let task: Task<Void, Never>

  /// - Parameters:
  ///   - seconds: between two times; the first is after as many.
  ///   - tick: gives whether to go on. Between two times nothing but the ticker holds it.
  init(every seconds: UInt64, _ tick: @escaping @Sendable () async -> Bool) {
    let pause = Duration.seconds(Int64(min(seconds, 1 << 32)))
    task = Task {
      while true {
        do { try await Task.sleep(for: pause) } catch { return }
        guard await tick() else { return }
      }
    }
  }

  deinit { task.cancel() }
}
