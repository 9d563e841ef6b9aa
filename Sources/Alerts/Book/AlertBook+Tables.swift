import Database

extension AlertBook {
  /// Adds what alerts have had since their tables were first made: changes within a time, notes, alerts that are sent
  /// once, and the forms of webhooks' bodies; a later step of the owner's schema.
  package static func extendTables(in database: Connection) throws {
    try database.execute(
      """
      ALTER TABLE alert ADD COLUMN within INTEGER;
      ALTER TABLE alert ADD COLUMN recent TEXT;
      ALTER TABLE alert ADD COLUMN note TEXT;
      ALTER TABLE alert ADD COLUMN isOnce INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE channel ADD COLUMN format TEXT;
      ALTER TABLE delivery ADD COLUMN within INTEGER;
      ALTER TABLE delivery ADD COLUMN note TEXT;
      ALTER TABLE delivery ADD COLUMN format TEXT;
      """)
  }

  /// Makes the tables of alerts in a database that has none; a step of the owner's schema.
  ///
  /// Numbers above 2⁶³ are text. The fact `book` is a part of every delivery's id, so that no two books give the same;
  /// the owner may keep facts of its own beside it.
  package static func makeTables(in database: Connection) throws {
    try database.execute(
      """
      CREATE TABLE alert (
        id INTEGER PRIMARY KEY AUTOINCREMENT, scope TEXT NOT NULL, subject TEXT NOT NULL, condition TEXT NOT NULL,
        threshold TEXT NOT NULL, hold INTEGER NOT NULL, coolDown INTEGER NOT NULL, margin INTEGER NOT NULL,
        phase TEXT NOT NULL, since INTEGER NOT NULL, lastSeen INTEGER, lastFired INTEGER, snoozedUntil INTEGER,
        reference TEXT, crossings INTEGER NOT NULL) STRICT;
      CREATE TABLE channel (
        id INTEGER PRIMARY KEY AUTOINCREMENT, alert INTEGER NOT NULL REFERENCES alert ON DELETE CASCADE,
        kind TEXT NOT NULL, target TEXT NOT NULL, secretFile TEXT) STRICT;
      CREATE TABLE delivery (
        id TEXT PRIMARY KEY NOT NULL, alert INTEGER NOT NULL, crossing INTEGER NOT NULL, time INTEGER NOT NULL,
        scope TEXT NOT NULL, subject TEXT NOT NULL, condition TEXT NOT NULL, threshold TEXT NOT NULL, reference TEXT,
        value TEXT NOT NULL, message TEXT NOT NULL, kind TEXT NOT NULL, target TEXT NOT NULL, secretFile TEXT,
        state TEXT NOT NULL, attempts INTEGER NOT NULL, due INTEGER NOT NULL, ended INTEGER, problem TEXT) STRICT;
      CREATE INDEX deliveryByState ON delivery (state, due);
      CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT;
      """)
    let word = String(UInt64.random(in: 1 << 44..<1 << 48), radix: 16)
    try database.execute("INSERT INTO fact (name, value) VALUES ('book', ?) ON CONFLICT (name) DO NOTHING", [word])
  }
}
