import Database
import Files
import Platform

/// The progress of an outbox, kept in the file in which openers take their turns: whoever finds fewer rows than that
/// knows that some are lost.
///
/// SQLite takes a flipped bit in its log for the log's end, and an empty file for a new one; what was sent would be
/// sent again without a word. It is written behind each change that is on the disk, without a sync of its own: it may
/// lag, and is never ahead.
struct OutboxHighWaterMark: Sendable {
  /// The highest number of an intent and of an attempt so far, those that are gone included.
  struct Reach: Sendable, Hashable {
    var intent: Int64 = 0
    var attempt: Int64 = 0

    /// Whether nothing of what is marked is missing.
    func covers(_ other: Reach) -> Bool { intent >= other.intent && attempt >= other.attempt }
  }

  private let path: String
  /// The number of digits, whatever the number is, so that one mark takes the place of another as a whole.
  private static let width = 20

  init(beside outbox: String) { path = OpeningLock.path(beside: outbox) }

  /// Nothing where none is kept, or what is there cannot be read.
  func get() -> Reach {
    guard let file = try? NamedFile(path) else { return Reach() }
    var bytes = [UInt8](repeating: 0, count: 2 * (Self.width + 1))
    guard pread(file.descriptor, &bytes, bytes.count, 0) == bytes.count else { return Reach() }
    let numbers = bytes.split(separator: UInt8(ascii: " ")).map { Int64(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 2, let intent = numbers[0], let attempt = numbers[1] else { return Reach() }
    return Reach(intent: intent, attempt: attempt)
  }

  /// May fail: then it lags.
  func set(_ reach: Reach) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let bytes = [reach.intent, reach.attempt].flatMap { number in
      let digits = String(number)
      return Array((String(repeating: "0", count: Self.width - digits.count) + digits + " ").utf8)
    }
    _ = pwrite(descriptor, bytes, bytes.count, 0)
  }
}

extension OutboxHighWaterMark.Reach {
  /// Of an outbox as it is; nothing of one without tables.
  init(_ db: Connection) throws {
    guard try db.hasTable("sqlite_sequence") else { return }
    for row in try db.rows("SELECT name, seq FROM sqlite_sequence") {
      guard let number: Int64 = try? row.value("seq") else { continue }
      switch try row.optional("name", as: String.self) {
      case "intent": intent = number
      case "attempt": attempt = number
      default: break
      }
    }
  }
}
