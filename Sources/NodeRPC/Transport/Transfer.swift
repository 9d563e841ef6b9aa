import Synchronization

/// One request on its way.
///
/// `@unchecked Sendable`: `target`, `body` and `isReplayable` never change. The rest is touched only while the engine's
/// core is locked, except that `continuation` may be set before the transfer is handed to the engine, when nobody else
/// has it, and `outcome` is taken after the continuation was resumed, when nobody else wants it.
final class Transfer: @unchecked Sendable {
  enum State { case new, running, finished }

  let target: HTTPTarget
  let body: [UInt8]
  /// Whether libcurl may send the request again on a new connection when an old one turns out to be dead.
  let isReplayable: Bool
  var state = State.new
  /// Set when the task was cancelled before the transfer began.
  var isCancelled = false
  /// When it began, on the monotonic clock in nanoseconds.
  var start: UInt64 = 0
  var handle: TransferHandle?
  /// The task that waits for the outcome, once there is one.
  var continuation: UnsafeContinuation<Void, Never>?
  /// The outcome, until it is taken.
  var outcome: TransferOutcome?
  /// Written after the outcome and before the continuation is resumed, read by the task before it reads the outcome. The
  /// runtime orders the two as well, but out of the thread sanitizer's sight when the task has not slept yet.
  private let wasTold = Atomic(false)

  init(target: HTTPTarget, body: [UInt8], isReplayable: Bool) {
    self.target = target
    self.body = body
    self.isReplayable = isReplayable
  }

  /// Resumes the task that waits for the outcome; nothing else touches the transfer from now on.
  func tell(_ continuation: UnsafeContinuation<Void, Never>) {
    wasTold.store(true, ordering: .releasing)
    continuation.resume()
  }

  /// The outcome, for the task whose continuation was resumed.
  func toldOutcome() -> TransferOutcome {
    guard wasTold.load(ordering: .acquiring), let outcome = takeOutcome() else {
      preconditionFailure("a task went on before its transfer ended")
    }
    return outcome
  }

  /// Gives the outcome away, if it is there.
  func takeOutcome() -> TransferOutcome? {
    defer { outcome = nil }
    return outcome
  }
}
