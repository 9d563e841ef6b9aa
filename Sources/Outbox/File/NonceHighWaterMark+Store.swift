import Database
import Files
import Primitives

extension NonceHighWaterMark {
  /// Starts to note that a nonce is signed, in the change that keeps what was signed.
  ///
  /// - Parameter place: where the outbox is.
  /// - Returns: what brings it to the disk; nil if nothing has to be.
  func note(
    _ intent: Int64, _ nonce: UInt64, _ db: Connection, at place: String
  ) throws -> (@Sendable () throws -> Void)? {
    guard nonce < .max, let row = try db.row("SELECT chain, account FROM intent WHERE id = ?", [intent]) else {
      return nil
    }
    let queue = try AccountQueue(row)
    let history = try db.history(of: queue)
    let isFirst = FilePermissions(path: path) == nil
    let sync = try raise(queue, to: Reach(first: history?.first ?? 0, next: nonce + 1))
    guard isFirst else { return sync }
    return {
      try sync?()
      // From now on it is missed if it is gone.
      try folder.keep(name, at: place)
    }
  }

  /// The mark of an outbox in the user's state folder, after both were compared and each knows what the other does.
  ///
  /// - Parameter path: where the outbox is.
  static func marked(
    _ database: any SQLDatabase, in folder: StateFolder, at path: String, _ now: UInt64
  ) throws -> NonceHighWaterMark {
    let mark = NonceHighWaterMark(folder: folder, name: try database.read { try StoreName($0) })
    try compare(database, with: mark, at: folder.mark(at: path), now)
    try mark.raise(to: database, at: path)
    return mark
  }

  /// Compares an outbox with the marks in the user's state folder: what they know and it does not was lost.
  ///
  /// - Parameter place: the mark of the outbox that was here when it was opened last.
  private static func compare(
    _ database: any SQLDatabase, with mark: NonceHighWaterMark, at place: NonceHighWaterMark?, _ now: UInt64
  ) throws {
    let marks = [mark] + (place.map { $0.name == mark.name ? [] : [$0] } ?? [])
    let reaches = marks.flatMap { $0.get().map { ($0.key, $0.value) } }
    let known = try database.read { try $0.histories() }
    let lost = reaches.filter { known[$0.0].map { $0.next } ?? 0 < $0.1.next }
    guard !lost.isEmpty else { return }
    try database.write { db in
      for (queue, reach) in lost {
        var history = try db.history(of: queue) ?? AccountHistory(changed: now)
        history.first = history.first ?? reach.first
        history.known = history.known ?? reach.first
        (history.next, history.lost) = (max(history.next, reach.next), max(history.lost ?? 0, reach.next))
        try db.keep(history, of: queue)
      }
    }
  }

  /// Brings the mark up to what the outbox knows, and keeps where that is.
  private func raise(to database: any SQLDatabase, at path: String) throws {
    let kept = get()
    let histories = try database.read { try $0.histories() }
    for (queue, history) in histories where history.next > kept[queue]?.next ?? 0 {
      try raise(queue, to: Reach(first: history.first ?? 0, next: history.next))?()
    }
    guard !kept.isEmpty || histories.contains(where: { $0.value.next > 0 }) else { return }
    try folder.keep(name, at: path)
  }
}
