import Locking

/// Counts the requests in hand, so that a server that stops can finish them.
final class WorkUnderWay: Sendable {
  private struct State: Sendable {
    var count = 0
    var isClosed = false
    var waiting: [CheckedContinuation<Void, Never>] = []

    mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
      defer { waiting = [] }
      return waiting
    }
  }

  private let state = Guarded(State())

  /// Begins a request; false if none are begun any more.
  func begin() -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.count += 1
      return true
    }
  }

  /// Ends a request.
  func end() {
    resume(
      state.withLock { state in
        state.count -= 1
        return state.count == 0 ? state.takeWaiting() : []
      })
  }

  /// Lets no request begin any more, and returns when those in hand have ended, or after a time.
  func finish(within time: Duration) async {
    let timer = Task {
      try? await Task.sleep(for: time)
      resume(state.withLock { $0.takeWaiting() })
    }
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        state.isClosed = true
        if state.count > 0 { state.waiting.append(continuation) }
        return state.count == 0
      }
      if isDone { continuation.resume() }
    }
    timer.cancel()
  }

  private func resume(_ waiting: [CheckedContinuation<Void, Never>]) {
    for continuation in waiting { continuation.resume() }
  }
}
