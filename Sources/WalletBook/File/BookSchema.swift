import Database

/// The tables of a book, as steps from version to version.
enum BookSchema {
  /// The application's id is "LKWB".
  static let current = DatabaseSchema(
    applicationID: 0x4c4b_5742,
    steps: [
      .adding {
        try $0.execute(
          """
          CREATE TABLE wallet (
            id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL UNIQUE, address TEXT NOT NULL,
            kind TEXT NOT NULL, network TEXT, path TEXT, created INTEGER NOT NULL) STRICT;
          CREATE TABLE contact (
            name TEXT PRIMARY KEY NOT NULL, address TEXT NOT NULL, created INTEGER NOT NULL) WITHOUT ROWID, STRICT;
          CREATE TABLE sample (
            network TEXT NOT NULL, address TEXT NOT NULL, time INTEGER NOT NULL, wei TEXT NOT NULL,
            PRIMARY KEY (network, address, time)) WITHOUT ROWID, STRICT;
          CREATE TABLE fact (name TEXT PRIMARY KEY NOT NULL, value INTEGER NOT NULL) WITHOUT ROWID, STRICT;
          """)
      },
      .adding {
        // All of it can be read again, so that none of it goes into a copy.
        try $0.execute(
          """
          CREATE TABLE holding (
            network TEXT NOT NULL, address TEXT NOT NULL, token TEXT NOT NULL, label TEXT NOT NULL, decimals INTEGER,
            isVouched INTEGER NOT NULL, isCoin INTEGER NOT NULL, units TEXT, time INTEGER NOT NULL,
            PRIMARY KEY (network, address, token)) WITHOUT ROWID, STRICT;
          CREATE TABLE sighting (
            network TEXT NOT NULL, address TEXT NOT NULL, token TEXT NOT NULL, block INTEGER NOT NULL,
            PRIMARY KEY (network, address, token)) WITHOUT ROWID, STRICT;
          CREATE TABLE reach (
            network TEXT NOT NULL, address TEXT NOT NULL, block INTEGER NOT NULL, hash TEXT NOT NULL,
            PRIMARY KEY (network, address)) WITHOUT ROWID, STRICT;
          CREATE TABLE ledger (
            network TEXT NOT NULL, address TEXT NOT NULL, start INTEGER NOT NULL, opening TEXT NOT NULL,
            block INTEGER NOT NULL, hash TEXT NOT NULL, closing TEXT, PRIMARY KEY (network, address)) WITHOUT ROWID, STRICT;
          CREATE TABLE payment (
            network TEXT NOT NULL, address TEXT NOT NULL, block INTEGER NOT NULL, place INTEGER NOT NULL,
            time INTEGER NOT NULL, kind TEXT NOT NULL, isGain INTEGER NOT NULL, units TEXT NOT NULL, token TEXT,
            other TEXT, hash TEXT, PRIMARY KEY (network, address, block, place)) WITHOUT ROWID, STRICT;
          """)
      },
      // Where the blocks begin that nobody read: earlier programs go on without reading them.
      .adding { try $0.execute("ALTER TABLE payment ADD COLUMN start INTEGER;") },
    ])
}
