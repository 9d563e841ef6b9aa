import Locking

/// The wrong passwords of an account: after five the next try has to wait, each time twice as long, up to a minute.
final class PasswordTries: Sendable {
  private static let free = 5
  private static let longest: Int64 = 60

  private struct Record: Sendable {
    var wrong = 0
    var until: Int64 = 0
  }

  private let records = Guarded<[String: Record]>([:])
  private let clock: @Sendable () -> Int64

  init(clock: @escaping @Sendable () -> Int64) { self.clock = clock }

  /// - Throws: ``WebRefusal/tooManyTries(_:)`` with the seconds that are left.
  func check(_ account: String) throws(WebRefusal) {
    let wait = records.withLock { ($0[account]?.until ?? 0) - clock() }
    if wait > 0 { throw .tooManyTries(wait) }
  }

  /// Counts a wrong password.
  func fail(_ account: String) {
    records.withLock { records in
      var record = records[account] ?? Record()
      record.wrong += 1
      if record.wrong >= Self.free {
        record.until = clock() + min(Self.longest, 1 << min(6, Int64(record.wrong - Self.free)))
      }
      records[account] = record
    }
  }

  /// A right one: nothing is counted any more.
  func succeed(_ account: String) { records.withLock { $0[account] = nil } }
}
