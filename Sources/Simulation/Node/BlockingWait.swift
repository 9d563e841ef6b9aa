import Dispatch
import Locking

/// Blocks the thread until an asynchronous piece of work has ended.
///
/// Never on a thread of Swift's cooperative pool: the work may have no other to run on.
func wait<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
  let outcome = Guarded<Result<Value, any Error>?>(nil)
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    let result = await result(of: work)
    outcome.withLock { $0 = result }
    done.signal()
  }
  done.wait()
  guard let result = outcome.withLock({ $0 }) else { preconditionFailure("the work ended without an outcome") }
  return try result.get()
}

private func result<Value: Sendable>(
  of work: @Sendable () async throws -> Value
) async -> Result<Value, any Error> {
  do { return .success(try await work()) } catch { return .failure(error) }
}
