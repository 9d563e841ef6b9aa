import Database

/// The tables that every index has; those of its projection come behind them.
enum IndexSchema {
  /// Marks the file as an index: "LIDX".
  private static let applicationID: Int32 = 0x4c49_4458

  /// The tables of an index, with those of its projection.
  static func schema(_ projection: [@Sendable (Connection) throws -> Void]) -> DatabaseSchema {
    DatabaseSchema(applicationID: applicationID, steps: [tables] + projection)
  }

  private static let tables: @Sendable (Connection) throws -> Void = { db in
    try db.execute(
      """
      CREATE TABLE meta (
        key TEXT PRIMARY KEY,
        value BLOB NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE block (
        number INTEGER PRIMARY KEY,
        hash BLOB NOT NULL,
        parent BLOB NOT NULL,
        time INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE event (
        block INTEGER NOT NULL,
        place INTEGER NOT NULL,
        kind TEXT NOT NULL,
        trx BLOB NOT NULL,
        topics BLOB NOT NULL,
        data BLOB NOT NULL,
        PRIMARY KEY (block, place)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE head (
        id INTEGER PRIMARY KEY CHECK (id = 0),
        number INTEGER NOT NULL,
        hash BLOB NOT NULL,
        time INTEGER NOT NULL,
        checked INTEGER NOT NULL,
        target INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE lease (
        name TEXT PRIMARY KEY,
        holder TEXT NOT NULL,
        token INTEGER NOT NULL,
        until INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      """)
  }
}
