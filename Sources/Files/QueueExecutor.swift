import Dispatch

/// Runs an actor's work on a queue of its own, off the threads that all of Swift's tasks share: it may take seconds, or
/// block the thread.
package final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// An executor whose queue has a name, as a debugger shows it.
  package init(_ label: String) { queue = DispatchQueue(label: label) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  package func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
