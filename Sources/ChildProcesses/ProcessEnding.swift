import Foundation
import Locking

/// The end of a process, which a thread of its own waits for: a process that has ended and that nobody asked for stays in the
/// system's table otherwise, where others find it who wait for any of ours.
final class ProcessEnding: Sendable {
  private let identifier: Int32
  private let state = Guarded(State())
  private let isKnown = DispatchGroup()

  private struct State: Sendable {
    var end: ChildProcess.End?
    var waiting: [CheckedContinuation<ChildProcess.End, Never>] = []
  }

  init(of identifier: Int32) {
    self.identifier = identifier
    isKnown.enter()
    Thread.detachNewThread { self.reap() }
  }

  /// Its end; nil before that.
  var end: ChildProcess.End? { state.withLock { $0.end } }

  func send(_ signal: Int32) {
    // The process is reaped inside the lock only, so its number is not yet another's.
    state.withLock { if $0.end == nil { _ = kill(identifier, signal) } }
  }

  func wait() async -> ChildProcess.End {
    await withCheckedContinuation { continuation in
      let end = state.withLock { state in
        if state.end == nil { state.waiting.append(continuation) }
        return state.end
      }
      if let end { continuation.resume(returning: end) }
    }
  }

  func block() -> ChildProcess.End {
    isKnown.wait()
    guard let end else { preconditionFailure("a process ended without an end") }
    return end
  }

  private func reap() {
    // Looked at first and reaped only then: see `send`.
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0, Self.wasInterrupted {}
    let (end, waiting) = state.withLock { state in
      var (status, reaped) = (Int32(0), Int32(-1))
      repeat { reaped = waitpid(identifier, &status, 0) } while reaped < 0 && Self.wasInterrupted
      // As `WIFEXITED`, `WEXITSTATUS` and `WTERMSIG` read it.
      let isExit = status & 0x7f == 0
      let end: ChildProcess.End = reaped < 0 ? .exit(-1) : isExit ? .exit(status >> 8 & 0xff) : .signal(status & 0x7f)
      defer { state = State(end: end) }
      return (end, state.waiting)
    }
    isKnown.leave()
    for continuation in waiting { continuation.resume(returning: end) }
  }

  private static var wasInterrupted: Bool { errno == EINTR }
}
