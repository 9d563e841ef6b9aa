import Dispatch

/// Runs a devnet's work on a queue of its own, off the threads that all of Swift's tasks share: an execution may take
/// seconds, and one over another chain's state blocks while it is read, which takes those threads.
final class DevnetExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "lectures.devnet")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
