import Dispatch
import Locking
import Platform
import Synchronization

/// Ctrl-C, `kill` and a closed terminal, turned into the cancellation of the running command.
///
/// The signals are blocked in every thread, and the main thread does nothing but wait for them; the command runs
/// elsewhere. The first signal puts the terminal right, wakes a prompt and cancels the command, which then reports the
/// transactions it has sent; if it does not end within the grace period, they are reported for it. The second signal
/// ends everything at once.
package final class Interruption: Sendable {
  private struct State {
    var signal: Int32?
    var command: Task<Void, Never>?
    /// The seconds that the command may take to end by itself.
    var grace: Int = 2
  }

  private let state = Guarded(State())
  /// Set by the code that prints the last report; no other code prints one then.
  private let isEnding = Atomic(false)

  /// Readable as soon as a signal has come: for a `poll` that waits for a person.
  package let wakeDescriptor: Int32
  private let wakeWriter: Int32

  /// Blocks the signals in this thread and all that it will start; to be made before any other thread is.
  package init() {
    var signals = Interruption.signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // A reader that closes our output is noticed by the failing write.
    Descriptor.ignorePipeSignal()
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 {
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    (wakeDescriptor, wakeWriter) = (ends[0], ends[1])
  }

  /// The first signal that came.
  package var signal: Int32? { state.withLock { $0.signal } }

  /// Names the work that a signal cancels.
  package func watch(_ command: Task<Void, Never>) {
    let isLate = state.withLock { state in
      state.command = command
      return state.signal != nil
    }
    if isLate { command.cancel() }
  }

  /// Lets a command that finishes what it has begun take more time to end by itself.
  package func allow(seconds: Int) { state.withLock { $0.grace = max($0.grace, seconds) } }

  /// True for the first caller; that one ends the program, every other keeps still.
  package func claimEnding() -> Bool {
    isEnding.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged
  }

  /// Waits for signals for the rest of the program's life, which another thread ends.
  ///
  /// - Parameter lastWords: prints the last report if a cancelled command does not end in its time.
  package func wait(lastWords: @escaping @Sendable (Int32) -> Void) -> Never {
    while true {
      var signals = Interruption.signals
      var number: Int32 = 0
      guard sigwait(&signals, &number) == 0 else { continue }
      TerminalModes.restore()
      let isFirst = state.withLock { state in
        guard state.signal == nil else { return false }
        state.signal = number
        return true
      }
      guard isFirst else { _exit(128 + number) }
      _ = Descriptor.write([0], to: wakeWriter)
      state.withLock { $0.command }?.cancel()
      let ending = number
      let grace = state.withLock { $0.grace }
      DispatchQueue.global(qos: .userInteractive).asyncAfter(deadline: .now() + .seconds(grace)) { [self] in
        if claimEnding() {
          lastWords(ending)
        } else {
          // The command is saying its last words itself; more time than this it gets only if nobody else is bothered.
          sleep(3)
        }
        // Not `exit`: handlers of libraries would run under the feet of the work that did not stop.
        _exit(128 + ending)
      }
    }
  }

  private static var signals: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, signal) }
    return set
  }
}
