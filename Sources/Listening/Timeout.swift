/// Work that is waited for no longer than a time.
package enum Timeout {
  /// The value of work that comes within a time; nil where it does not, and the work goes on.
  ///
  /// - Throws: The failure of the work.
  package static func value<Value: Sendable>(
    of task: Task<Value, any Error>, within time: Duration
  ) async throws -> Value? {
    let answers = AsyncStream<Result<Value, any Error>?> { continuation in
      let clock = Task {
        try? await Task.sleep(for: time)
        continuation.yield(nil)
        continuation.finish()
      }
      Task {
        continuation.yield(await task.result)
        continuation.finish()
        clock.cancel()
      }
      continuation.onTermination = { _ in clock.cancel() }
    }
    for await answer in answers { return try answer?.get() }
    return nil
  }
}
