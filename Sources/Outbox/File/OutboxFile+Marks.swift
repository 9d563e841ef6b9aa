import Database
import Files
import Primitives

extension OutboxFile {
  /// Starts to note in the user's state folder that a nonce is signed, in the change that keeps what was signed.
  ///
  /// - Returns: what brings it to the disk; nil if nothing has to be.
  func mark(_ intent: Int64, _ nonce: UInt64, _ db: Connection) throws -> (@Sendable () throws -> Void)? {
    guard let mark, nonce < .max,
      let row = try db.row("SELECT chain, account FROM intent WHERE id = ?", [intent])
    else { return nil }
    let queue = try AccountQueue(row)
    let history = try db.history(of: queue)
    let isFirst = FilePermissions(path: mark.path) == nil
    let sync = try mark.raise(queue, to: StateMark.Reach(first: history?.first ?? 0, next: nonce + 1))
    guard isFirst, let path else { return sync }
    return {
      try sync?()
      // From now on it is missed if it is gone.
      try mark.folder.keep(mark.name, at: path)
    }
  }

  /// The mark of an outbox in the user's state folder, after both were compared and each knows what the other does.
  ///
  /// - Parameter path: where the outbox is.
  static func marked(
    _ file: DatabaseFile, in folder: StateFolder, at path: String, _ now: UInt64
  ) throws -> StateMark {
    let mark = StateMark(folder: folder, name: try file.read { try StoreName($0) })
    try compare(file, with: mark, at: folder.mark(at: path), now)
    try raise(mark, to: file, at: path)
    return mark
  }

  /// Compares the file with the marks in the user's state folder: what they know and the file does not was lost.
  ///
  /// - Parameter place: the mark of the outbox that was here when it was opened last.
  private static func compare(_ file: DatabaseFile, with mark: StateMark, at place: StateMark?, _ now: UInt64) throws {
    let marks = [mark] + (place.map { $0.name == mark.name ? [] : [$0] } ?? [])
    let reaches = marks.flatMap { $0.get().map { ($0.key, $0.value) } }
    let known = try file.read { try $0.histories() }
    let lost = reaches.filter { known[$0.0].map { $0.next } ?? 0 < $0.1.next }
    guard !lost.isEmpty else { return }
    try file.write { db in
      for (queue, reach) in lost {
        var history = try db.history(of: queue) ?? AccountHistory(changed: now)
        history.first = history.first ?? reach.first
        history.known = history.known ?? reach.first
        (history.next, history.lost) = (max(history.next, reach.next), max(history.lost ?? 0, reach.next))
        try db.keep(history, of: queue)
      }
    }
  }

  /// Brings the mark up to what the file knows, and keeps where the outbox is.
  private static func raise(_ mark: StateMark, to file: DatabaseFile, at path: String) throws {
    let kept = mark.get()
    let histories = try file.read { try $0.histories() }
    for (queue, history) in histories where history.next > kept[queue]?.next ?? 0 {
      try mark.raise(queue, to: StateMark.Reach(first: history.first ?? 0, next: history.next))?()
    }
    guard !kept.isEmpty || histories.contains(where: { $0.value.next > 0 }) else { return }
    try mark.folder.keep(mark.name, at: path)
  }
}
