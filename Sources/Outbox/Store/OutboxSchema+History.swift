import Database
import Primitives

extension OutboxSchema {
  /// The file's own name, how far each account's nonces are accounted for, and what was found on the chain.
  ///
  /// Of an account that sent before, the nonces that are accounted for begin with the next send.
  static let history: @Sendable (Connection) throws -> Void = { db in
    try db.execute(
      """
      CREATE TABLE store (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        name TEXT NOT NULL,
        isRebuilt INTEGER NOT NULL,
        checksum BLOB
      ) STRICT;
      CREATE TABLE accountQueue (
        id INTEGER PRIMARY KEY,
        chain TEXT NOT NULL,
        account BLOB NOT NULL,
        first INTEGER,
        known INTEGER,
        next INTEGER NOT NULL,
        lost INTEGER,
        changed INTEGER NOT NULL,
        checksum BLOB,
        UNIQUE (chain, account)
      ) STRICT;
      CREATE TABLE found (
        id INTEGER PRIMARY KEY REFERENCES intent (id) ON DELETE CASCADE,
        wasLost INTEGER NOT NULL,
        checksum BLOB
      ) STRICT;
      """)
    try RowChecksum.install(db, on: ["store", "accountQueue", "found"])
    try db.execute("INSERT INTO store (id, name, isRebuilt) VALUES (1, ?, 0)", [StoreName.random()])
    try db.execute(
      """
      INSERT INTO accountQueue (chain, account, next, changed)
        SELECT chain, account, max(nonce) + 1, max(changed) FROM intent WHERE nonce IS NOT NULL AND nonce < ?
        GROUP BY chain, account
      """, [Int64.max])
  }
}

/// The name that an outbox was given when it was made: a copy and one that was restored have the same.
struct StoreName: Sendable, Hashable, CustomStringConvertible {
  let description: String

  static func random() -> StoreName {
    StoreName(description: Hex.encode((0..<16).map { _ in UInt8.random(in: 0...255) }, prefix: false))
  }

  private init(description: String) { self.description = description }

  /// Nil for what is none.
  init?(_ text: String) {
    guard text.utf8.count == 32, text.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }) else { return nil }
    description = text
  }

  /// Of an open outbox.
  init(_ db: Connection) throws {
    guard let row = try db.row("SELECT * FROM store WHERE id = 1") else {
      throw DatabaseError.unreadable("name")
    }
    try RowChecksum.verify(row)
    self = try row.value("name")
  }
}

extension StoreName: Storable {
  init?(_ stored: StoredValue) {
    guard let text = String(stored) else { return nil }
    self.init(text)
  }

  var stored: StoredValue { .text(description) }
}
