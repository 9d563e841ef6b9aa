import Foundation
import GRDB
import Keys
import Primitives

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What came of reading a damaged outbox into a new one.
public struct OutboxSalvage: Sendable, Hashable {
  /// Where the damaged file is now; it is kept.
  public let kept: String
  /// How many intents were read, and how many of their attempts.
  public let intents: Int
  public let attempts: Int
}

extension Outbox {
  /// Moves a damaged file aside, as it is, and reads every row that can be read into a new one.
  ///
  /// What was mined the chain tells in any case; what cannot be had again are labels, and what was signed and never left.
  ///
  /// - Throws: `SendingError` `.outboxBusy` while another process has it open, `.outboxNewer` for a file of a later
  ///   version, `.outboxFailed`.
  public func rebuild() async throws -> OutboxSalvage {
    guard let path else {
      throw SendingError(.outboxFailed, "An outbox in memory cannot be rebuilt.", advice: "Name its file.")
    }
    await close()
    return try await BlockingWork.run {
      do {
        return try Salvage(path: path).run()
      } catch {
        throw SendingError(outbox: error, at: path)
      }
    }
  }
}

private struct Salvage {
  let path: String

  func run() throws -> OutboxSalvage {
    let turn = try OpeningTurn(beside: path)
    defer { turn.end() }
    guard !OwnerLock.anyLives(beside: path) else {
      throw SendingError(
        .outboxBusy, "The outbox \(path) is in use; nothing was changed.", reason: "A living process has it open.",
        advice: "End what is sending, and try again.")
    }
    let kept = freeName()
    var moved: [String] = []
    var isMade = false
    do {
      // The log belongs to the file: without it the newest rows would be missing.
      for suffix in ["", "-wal", "-shm"] where access(path + suffix, F_OK) == 0 {
        guard rename(path + suffix, kept + suffix) == 0 else { throw SystemFailure(errno) }
        moved.append(suffix)
      }
      isMade = true
      return try read(from: kept)
    } catch {
      // Half a new one is worse than the old one.
      if isMade { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }
      for suffix in moved { _ = rename(kept + suffix, path + suffix) }
      throw error
    }
  }

  private func freeName() -> String {
    var number = 1
    while access("\(path).damaged-\(number)", F_OK) == 0 { number += 1 }
    return "\(path).damaged-\(number)"
  }

  private func read(from kept: String) throws -> OutboxSalvage {
    let target = try OutboxFile.made(at: path)
    // What cannot even be opened gives nothing, and is kept all the same.
    var configuration = Configuration()
    configuration.readonly = true
    guard let source = try? DatabaseQueue(path: kept, configuration: configuration) else {
      return OutboxSalvage(kept: kept, intents: 0, attempts: 0)
    }
    let version = (try? source.inDatabase { try Int.fetchOne($0, sql: "PRAGMA user_version") }) ?? nil
    if let version, version > OutboxSchema.current.version {
      throw SendingError.newerOutbox(at: path, version: version)
    }
    let intents = try copy("intent", from: source, to: target)
    let attempts = try copy("attempt", from: source, to: target)
    try target.close()
    return OutboxSalvage(kept: kept, intents: intents, attempts: attempts)
  }

  /// Copies the rows that can be read and that the new file takes, from both ends towards what is damaged.
  private func copy(_ table: String, from source: DatabaseQueue, to target: DatabaseQueue) throws -> Int {
    var rows: [Int64: Row] = [:]
    for order in ["ASC", "DESC"] {
      try? source.inDatabase { db in
        let cursor = try Row.fetchCursor(db, sql: "SELECT * FROM \(table) NOT INDEXED ORDER BY rowid \(order)")
        while let row = try cursor.next() {
          guard let id = Int64.fromDatabaseValue(row["id"]) else { continue }
          rows[id] = row.copy()
        }
      }
    }
    var count = 0
    try target.writeWithoutTransaction { db in
      try db.inTransaction(.immediate) {
        let known = Set(try db.columns(in: table).map(\.name))
        for (_, row) in rows.sorted(by: { $0.key < $1.key }) {
          let names = row.columnNames.filter { known.contains($0) }
          let values = names.map { row[$0] as DatabaseValue }
          let places = Array(repeating: "?", count: names.count).joined(separator: ", ")
          // A row of which a value is damaged may not fit any more.
          let written: Void? = try? db.execute(
            sql: "INSERT OR IGNORE INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(places))",
            arguments: StatementArguments(values))
          if written != nil, db.changesCount == 1 { count += 1 }
        }
        return .commit
      }
    }
    return count
  }
}
