import Locking
import Platform

/// Runs work that blocks or computes for long (scrypt, a file lock, SQLite) on threads of its own: neither the main
/// thread nor the few threads of Swift's cooperative pool wait for it.
public enum BlockingWork {
  /// The most pieces of work that run at the same time: one for each processor, and at least 4.
  public static let maximumThreads = max(4, processors)
  /// The most pieces of work worth running at the same time if they only compute.
  public static let processors = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// The threads of this machine's own work: its processors and its disk.
  package static let threads = BlockingThreads(most: maximumThreads)

  /// Runs `body` once on one of the machine's threads, as ``BlockingThreads/run(_:)`` does.
  public static func run<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await threads.run(body)
  }
}

/// Threads on which work may block: so many pieces run at once, the others wait in line.
///
/// Work that waits for somebody else (a server, another program) has threads apart from those of the disk, so that it
/// holds up nothing but its like. A thread is made when there is work for it and ends when there is none left.
package struct BlockingThreads: Sendable {
  private let line: WorkLine

  /// - Parameter most: The most pieces of work that run at the same time.
  package init(most: Int) { line = WorkLine(maximumThreads: most) }

  /// Runs `body` once on a thread where it may block, and returns what it returns.
  ///
  /// The work is done even if the task is cancelled meanwhile: what has to be written down is written down. A caller that
  /// would rather stop asks `Task.isCancelled` itself, before or inside. Work must not wait for other work of these threads.
  ///
  /// - Throws: what `body` throws, or `BlockingWorkError.noThread` if the system refuses even one thread.
  package func run<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    // The outcome goes over in a box with a lock rather than with the continuation: a continuation that is resumed before
    // its task sleeps orders the two threads where the thread sanitizer cannot see it.
    let outcome = Guarded<Swift.Result<Result, any Error>?>(nil)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      line.add(
        WorkLine.Job(
          run: {
            let result = Swift.Result(catching: body)
            outcome.withLock { $0 = result }
            continuation.resume()
          },
          refuse: { error in
            outcome.withLock { $0 = .failure(error) }
            continuation.resume()
          }))
    }
    guard let result = outcome.withLock({ $0 }) else { preconditionFailure("the work ended without an outcome") }
    return try result.get()
  }
}

/// The pieces of work that wait, and the count of the threads that take them.
private final class WorkLine: Sendable {
  struct Job: Sendable {
    let run: @Sendable () -> Void
    let refuse: @Sendable (BlockingWorkError) -> Void
  }

  private struct State: Sendable {
    var waiting: [Job] = []
    /// The number at the front of `waiting` that are taken already.
    var taken = 0
    var threads = 0

    mutating func next() -> Job? {
      guard taken < waiting.count else {
        waiting.removeAll(keepingCapacity: true)
        taken = 0
        return nil
      }
      let job = waiting[taken]
      taken += 1
      if taken >= 64 && taken * 2 >= waiting.count {
        waiting.removeFirst(taken)
        taken = 0
      }
      return job
    }
  }

  private let state = Guarded(State())
  private let maximumThreads: Int

  init(maximumThreads: Int) { self.maximumThreads = maximumThreads }

  func add(_ job: Job) {
    let needsThread = state.withLock { state in
      state.waiting.append(job)
      guard state.threads < maximumThreads else { return false }
      state.threads += 1
      return true
    }
    guard needsThread, !startThread() else { return }
    // No new thread: those that run take the work over; if there is none, nobody ever would.
    let stranded = state.withLock { state -> [Job] in
      state.threads -= 1
      guard state.threads == 0 else { return [] }
      var stranded: [Job] = []
      while let job = state.next() { stranded.append(job) }
      return stranded
    }
    let error = BlockingWorkError(
      .noThread, "Cannot start a thread for blocking work: the system has none left.",
      advice: "Close other programs and try again.")
    for job in stranded { job.refuse(error) }
  }

  /// Takes work until there is none.
  private func work() {
    while let job = nextOrEnd() { job.run() }
  }

  private func nextOrEnd() -> Job? {
    state.withLock { state in
      let job = state.next()
      if job == nil { state.threads -= 1 }
      return job
    }
  }

  /// Starts a detached thread that works; false if the system refuses.
  private func startThread() -> Bool {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return false }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // The default differs from system to system; 4 MiB is enough for any of our work, sanitizers included.
    pthread_attr_setstacksize(&attributes, 4 << 20)
    let argument = Unmanaged.passRetained(self)
    #if canImport(Darwin)
      var thread: pthread_t?
      let result = pthread_create(&thread, &attributes, { WorkLine.enter($0) }, argument.toOpaque())
    #else
      var thread = pthread_t()
      let result = pthread_create(&thread, &attributes, { WorkLine.enter($0) }, argument.toOpaque())
    #endif
    if result != 0 { argument.release() }
    return result == 0
  }

  private static func enter(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { Unmanaged<WorkLine>.fromOpaque(argument).takeRetainedValue().work() }
    return nil
  }
}
