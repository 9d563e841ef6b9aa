import Files
import Platform

/// The new file that takes the place of a damaged outbox: whatever ends the change half-way, the outbox is the old one or
/// the new one, and never an empty one, for which everything could be bought again.
///
/// The old file goes first. So a missing outbox beside a rebuilt one shows that the rebuilt one is whole, and that the
/// next opener has to finish the change. To be used in an opener's turn.
struct RebuiltFile {
  /// The outbox.
  let path: String

  /// The file in which the rows are collected.
  var draft: String { "\(path).rebuilding" }

  /// The file that has all of them, on the disk.
  private var whole: String { "\(path).rebuilt" }

  /// The files that SQLite keeps beside one. The log belongs to it: without it the newest rows would be missing.
  private static let companions = ["-wal", "-shm"]

  /// Removes what was not made to the end.
  func discard() { for suffix in [""] + Self.companions { unlink(draft + suffix) } }

  /// Moves the damaged file aside and puts the draft, which has everything and an empty log, in its place; returns
  /// where the old one is, nil if there was none.
  func takePlace() throws -> String? {
    for suffix in Self.companions { unlink(draft + suffix) }
    guard exists(path) else {
      // A log without its file must not be read into the new one.
      let kept = keptName(numbered: keptCount + 1)
      for suffix in Self.companions where exists(path + suffix) { try move(path + suffix, to: kept + suffix) }
      try move(draft, to: path)
      return nil
    }
    try move(draft, to: whole)
    let kept = keptName(numbered: keptCount + 1)
    do {
      try move(path, to: kept)
      try finish()
    } catch {
      for suffix in [""] + Self.companions where exists(kept + suffix) { _ = rename(kept + suffix, path + suffix) }
      if exists(path) { unlink(whole) }
      throw error
    }
    return kept
  }

  /// Puts a whole new file in the place of an old one that was moved aside already; otherwise does nothing.
  func finish() throws {
    guard !exists(path), exists(whole), keptCount > 0 else { return }
    let kept = keptName(numbered: keptCount)
    for suffix in Self.companions where exists(path + suffix) { try move(path + suffix, to: kept + suffix) }
    try move(whole, to: path)
  }

  private func keptName(numbered number: Int) -> String { "\(path).damaged-\(number)" }

  /// The number of damaged files moved aside so far.
  private var keptCount: Int {
    var number = 0
    while exists(keptName(numbered: number + 1)) { number += 1 }
    return number
  }

  private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private func move(_ source: String, to target: String) throws {
    guard rename(source, target) == 0 else { throw SystemFailure(errno) }
    // In this order on the disk, too: a power loss is an end half-way like any other.
    Folder(of: target).sync()
  }
}
