import Database

/// The tables of a book, as steps from version to version.
enum BookSchema {
  /// The application's id is "LKWB".
  static let current = DatabaseSchema(
    applicationID: 0x4c4b_5742,
    steps: [
      {
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
      }
    ])
}
