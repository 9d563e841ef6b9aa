#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A value that several threads change, one at a time.
///
/// For the few places of this package that cannot be actors, because threads that are not Swift's tasks come by. A mutex
/// of the system and not `Synchronization.Mutex`, which the thread sanitizer does not know: it would report every access
/// as a race.
///
/// `@unchecked Sendable`: the value is reached only through the methods, which hold the mutex, and nothing leaves them but
/// what is `Sendable`.
package final class Guarded<Value>: @unchecked Sendable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline var value: Value

  package init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` while no other thread is inside; it must not block nor come back here.
  @inlinable
  package func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// As ``withLock(_:)``; nil, at once, if another thread is inside.
  @inlinable
  package func withLockIfAvailable<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard pthread_mutex_trylock(mutex) == 0 else { return nil }
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
