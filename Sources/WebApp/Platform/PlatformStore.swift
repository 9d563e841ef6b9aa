import Database
import Operations
import Primitives

/// The store of a platform: its sessions, reviews, counters and events, in a file that several processes share, or on a
/// server that several machines share.
///
/// Nothing of it is a key, a password or a signature that moves money, but those of limit orders: they are meant for
/// everybody.
package struct PlatformStore: Sendable {
  let database: any SQLDatabase
  let clock: @Sendable () -> Int64
  /// The secret from which those of forms follow.
  private let formSecret: [UInt8]
  private let writing: WriteCheck

  /// Opens a store, which is made where there is none.
  ///
  /// - Parameters:
  ///   - clock: The time now, in seconds since 1970.
  ///   - isPrompt: Whether an unreachable server is an error within seconds, and not waited for.
  /// - Throws: `DatabaseError`.
  package init(
    at place: DatabasePlace, clock: @escaping @Sendable () -> Int64, isPrompt: Bool = false
  ) throws {
    database = try place.open("platform", .platform, isPrompt: isPrompt)
    self.clock = clock
    writing = WriteCheck(database)
    let fresh = RandomToken.bytes(32)
    formSecret = try database.write { db in
      try db.execute("INSERT INTO secret (id, form) VALUES (1, ?) ON CONFLICT DO NOTHING", [fresh])
      return try db.value("SELECT form FROM secret WHERE id = 1", as: [UInt8].self) ?? fresh
    }
  }

  /// Closes it.
  package func close() throws { try database.close() }

  /// The form guard of a cookie's session; all processes have the same.
  func formGuard(of cookie: String) -> FormGuard {
    FormGuard(secret: Keccak256.hash(formSecret + Array(cookie.utf8)).bytes)
  }

  /// The record of the fees that were paid.
  package var delegations: DelegationBook { DelegationBook(in: database) }

  // MARK: Counters

  /// Counts something that may be done so often in a minute, under a hash of its name: the cookie of a session is part of
  /// some names, and is a key to it for whoever reads the store.
  ///
  /// - Returns: The seconds to wait, where it was done too often; nil where it may be done.
  func count(_ name: String, most: Int64) async throws -> Int64? {
    let now = clock()
    let (minute, key) = (now / 60, Keccak256.hash(name.utf8).hex)
    let count = try await database.write(.relaxed, turn: "counter \(key)") { db in
      let count: Int64? = try db.value(
        """
        INSERT INTO counter (name, minute, count) VALUES (?, ?, 1)
        ON CONFLICT (name, minute) DO UPDATE SET count = counter.count + 1 RETURNING count
        """, [key, minute])
      if count == 1 { try db.execute("DELETE FROM counter WHERE minute < ?", [minute - 1]) }
      return count
    }
    return count ?? 0 > most ? 60 - now % 60 : nil
  }

  // MARK: Events

  /// The most events that are kept for readers that were away.
  private static let mostFacts: Int64 = 10_000

  /// Tells the pages of all processes.
  func tell(_ kind: String, _ subject: String) async throws {
    let now = clock()
    // Facts are written one after another: a reader who knows a number has seen all below it.
    try await database.write(turn: "fact") { db in
      let number: Int64? = try db.value(
        "INSERT INTO fact (kind, subject, time) VALUES (?, ?, ?) RETURNING number", [kind, subject, now])
      try db.execute("DELETE FROM fact WHERE number <= ?", [(number ?? 0) - Self.mostFacts])
    }
  }

  /// The events after one, of which there are so many at most.
  func facts(after number: Int64, most: Int64 = 1000) async throws -> [PlatformEvent] {
    try await database.read { db in
      try db.rows(
        "SELECT number, kind, subject FROM fact WHERE number > ? ORDER BY number LIMIT ?", [number, most]
      ).map { try PlatformEvent(number: $0.value("number"), kind: $0.value("kind"), subject: $0.value("subject")) }
    }
  }

  /// Makes sure that something could be written.
  ///
  /// - Throws: `DatabaseError`.
  func check() async throws { try await writing.run() }

  /// The number of the newest event; 0 before the first.
  func newestEvent() async throws -> Int64 {
    try await database.read { try $0.value("SELECT max(number) FROM fact", as: Int64.self) ?? 0 }
  }
}

/// Something that happened, for the pages of all processes.
struct PlatformEvent: Sendable, Hashable {
  let number: Int64
  let kind: String
  let subject: String
}
