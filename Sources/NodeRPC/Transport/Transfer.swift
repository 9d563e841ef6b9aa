/// One request on its way.
///
/// `@unchecked Sendable`: `target`, `body` and `isReplayable` never change. The rest is touched only while the engine's core
/// is locked, except that `continuation` may be set before the transfer is handed to the engine, when nobody else has it.
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
  /// Who waits for the outcome, once somebody does.
  var continuation: UnsafeContinuation<TransferOutcome, Never>?
  /// The outcome, if it was there before anybody waited for it.
  var outcome: TransferOutcome?

  init(target: HTTPTarget, body: [UInt8], isReplayable: Bool) {
    self.target = target
    self.body = body
    self.isReplayable = isReplayable
  }

  /// Gives the outcome away, if it is there.
  func takeOutcome() -> TransferOutcome? {
    defer { outcome = nil }
    return outcome
  }
}
