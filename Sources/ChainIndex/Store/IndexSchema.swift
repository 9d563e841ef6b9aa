import Database

/// The tables of an index.
package struct IndexTables: Sendable {
  /// The mark in the file that says which kind of index it is.
  let mark: Int32
  /// The kind's name, by which a server tells its tables from those of others: small letters.
  package let name: String
  /// The steps that make them.
  private let steps: [SchemaStep]

  /// The tables that every index has, and those of a projection.
  ///
  /// - Parameter steps: The first one makes tables, each further one brings those of the version before up to date.
  package init(mark: Int32, name: String, _ steps: [SchemaStep]) {
    (self.mark, self.name, self.steps) = (mark, name, steps)
  }

  var schema: DatabaseSchema { DatabaseSchema(applicationID: mark, steps: [.adding(Self.common)] + steps) }

  /// Makes the tables that every index has.
  package static let common: @Sendable (Connection) throws -> Void = { db in
    for tables in [chainTables, eventTables, consumerTables] { try db.execute(tables) }
  }

  private static let chainTables = """
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
    """

  /// An event that was undone is kept apart, so that those who have it already can take it back.
  private static let eventTables = """
    CREATE TABLE source (
      id INTEGER PRIMARY KEY,
      address BLOB NOT NULL UNIQUE,
      abi TEXT NOT NULL
    ) STRICT;
    CREATE TABLE origin (
      block INTEGER PRIMARY KEY,
      hash BLOB NOT NULL,
      time INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE event (
      block INTEGER NOT NULL,
      place INTEGER NOT NULL,
      source INTEGER NOT NULL,
      kind TEXT NOT NULL,
      trx BLOB NOT NULL,
      topics BLOB NOT NULL,
      data BLOB NOT NULL,
      PRIMARY KEY (block, place)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE undone (
      id INTEGER PRIMARY KEY,
      height INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE retracted (
      undone INTEGER NOT NULL,
      block INTEGER NOT NULL,
      place INTEGER NOT NULL,
      hash BLOB NOT NULL,
      time INTEGER NOT NULL,
      source INTEGER NOT NULL,
      kind TEXT NOT NULL,
      trx BLOB NOT NULL,
      topics BLOB NOT NULL,
      data BLOB NOT NULL,
      PRIMARY KEY (undone, block, place)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX retractedEvent ON retracted (block, place);
    """

  /// A subscription has all before its place; the delivery under way stands beside it.
  private static let consumerTables = """
    CREATE TABLE subscription (
      id INTEGER PRIMARY KEY,
      url TEXT NOT NULL,
      secret TEXT,
      contract BLOB,
      kind TEXT,
      finalOnly INTEGER NOT NULL,
      undone INTEGER NOT NULL,
      block INTEGER NOT NULL,
      place INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      ended INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE delivery (
      subscription INTEGER PRIMARY KEY,
      seq INTEGER NOT NULL,
      event TEXT NOT NULL,
      kind TEXT NOT NULL,
      body BLOB NOT NULL,
      attempts INTEGER NOT NULL,
      due INTEGER NOT NULL,
      problem TEXT
    ) STRICT;
    """
}

extension IndexTables {
  /// The tables of an index of events alone, whose meaning nobody has tables for ("LEVT").
  package static let events = IndexTables(
    mark: 0x4c45_5654, name: "events",
    [.adding { try $0.execute("CREATE INDEX eventOfKind ON event (kind, block, place)") }])
}
