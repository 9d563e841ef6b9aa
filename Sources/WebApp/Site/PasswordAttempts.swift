import Files
import Locking

/// The wrong passwords of accounts: after five the next try has to wait, each time twice as long, up to a minute.
///
/// They are counted in a file, so that neither another start nor a second process begins anew; without one, in memory.
final class PasswordAttempts: Sendable {
  private static let free = 5
  /// The longest wait, in seconds.
  static let longest: Int64 = 60

  /// The wrong passwords of one account.
  struct Record: Sendable, Hashable {
    var wrong = 0
    /// The end of the wait, in seconds since 1970.
    var until: Int64 = 0
    /// The time of the last wrong one.
    var last: Int64 = 0
  }

  private let memory = Guarded<[String: Record]>([:])
  private let file: PasswordAttemptFile?
  private let clock: @Sendable () -> Int64
  private let log: @Sendable (String) -> Void

  /// - Parameters:
  ///   - path: The file in which they are counted; nil counts in memory.
  ///   - log: Gets a line where the file is of no use.
  init(
    path: String? = nil, clock: @escaping @Sendable () -> Int64, log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    file = path.map { PasswordAttemptFile(path: $0) }
    (self.clock, self.log) = (clock, log)
  }

  /// Begins a try, which counts as a wrong one until its end is known: many at once are no way around the wait.
  ///
  /// - Throws: ``WebRefusal/tooManyTries(_:)`` with the seconds that are left.
  func begin(_ account: String) async throws(WebRefusal) {
    let wait = await change { records, now in
      var record = records[account] ?? Record()
      guard record.until <= now else { return record.until - now }
      record.wrong = min(record.wrong + 1, 1000)
      record.last = now
      if record.wrong >= Self.free {
        record.until = now + min(Self.longest, 1 << min(6, Int64(record.wrong - Self.free)))
      }
      records[account] = record
      return 0
    }
    if wait > 0 { throw .tooManyTries(wait) }
  }

  /// Ends a try with the right password: nothing is counted any more.
  func succeed(_ account: String) async { await change { records, _ in records[account] = nil } }

  /// Ends an attempt that did not check the password: it is not counted.
  func takeBack(_ account: String) async {
    await change { records, _ in
      guard var record = records[account] else { return }
      record.wrong -= 1
      if record.wrong < Self.free { record.until = 0 }
      records[account] = record.wrong > 0 ? record : nil
    }
  }

  /// Looks at the records, and keeps them if that changes them.
  private func change<Result: Sendable>(
    _ body: @escaping @Sendable (inout [String: Record], Int64) -> Result
  ) async -> Result {
    let now = clock()
    if let file {
      do {
        return try await BlockingWork.run { [log] in try file.change(at: now, log) { body(&$0, now) } }
      } catch {
        log("wrong passwords are counted in memory alone: \(error)")
      }
    }
    return memory.withLock { body(&$0, now) }
  }
}
