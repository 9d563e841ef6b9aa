import Database

/// A file as the program wrote it before alerts had tables of their own: version 1.
enum EarlierBook {
  /// The tables, as they were then.
  static let tables = """
    CREATE TABLE sample (
      chain TEXT NOT NULL, time INTEGER NOT NULL, block INTEGER NOT NULL, baseFee INTEGER NOT NULL,
      slow INTEGER NOT NULL, standard INTEGER NOT NULL, fast INTEGER NOT NULL,
      PRIMARY KEY (chain, time)) WITHOUT ROWID, STRICT;
    CREATE TABLE hour (
      chain TEXT NOT NULL, time INTEGER NOT NULL, count INTEGER NOT NULL, baseFee REAL NOT NULL,
      slow REAL NOT NULL, standard REAL NOT NULL, fast REAL NOT NULL,
      lowest INTEGER NOT NULL, highest INTEGER NOT NULL,
      PRIMARY KEY (chain, time)) WITHOUT ROWID, STRICT;
    CREATE TABLE alert (
      id INTEGER PRIMARY KEY AUTOINCREMENT, chain TEXT NOT NULL, network TEXT NOT NULL, tier TEXT NOT NULL,
      isAbove INTEGER NOT NULL, threshold INTEGER NOT NULL, hold INTEGER NOT NULL, coolDown INTEGER NOT NULL,
      margin INTEGER NOT NULL, phase TEXT NOT NULL, since INTEGER NOT NULL, lastSeen INTEGER,
      lastFired INTEGER, snoozedUntil INTEGER, crossings INTEGER NOT NULL) STRICT;
    CREATE TABLE channel (
      id INTEGER PRIMARY KEY AUTOINCREMENT, alert INTEGER NOT NULL REFERENCES alert ON DELETE CASCADE,
      kind TEXT NOT NULL, target TEXT NOT NULL, secretFile TEXT) STRICT;
    CREATE TABLE delivery (
      id TEXT PRIMARY KEY NOT NULL, alert INTEGER NOT NULL, crossing INTEGER NOT NULL, time INTEGER NOT NULL,
      price INTEGER NOT NULL, message TEXT NOT NULL, kind TEXT NOT NULL, target TEXT NOT NULL, secretFile TEXT,
      chain TEXT NOT NULL, network TEXT NOT NULL, tier TEXT NOT NULL, threshold INTEGER NOT NULL,
      isAbove INTEGER NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL, due INTEGER NOT NULL,
      ended INTEGER, problem TEXT) STRICT;
    CREATE INDEX deliveryByState ON delivery (state, due);
    CREATE TABLE fact (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT;
    INSERT INTO fact VALUES ('book', 'abcdef012345');
    """

  /// Three alerts of which the last is gone, and a journal of four: told, told half, begun, and of the one that is gone.
  static let rows = """
    INSERT INTO sample VALUES ('1', 7200, 7, 10, 10, 10, 10);
    INSERT INTO alert VALUES
      (1, '1', 'my chain', 'fast', 0, 1000, 120, 70, 5, 'fired', 90, 100, 90, NULL, 2),
      (2, '8217', 'kaia', 'standard', 1, 9223372036854775807, 0, 0, 2, 'armed', 0, NULL, NULL, 500, 0),
      (3, '1', 'my chain', 'slow', 1, 1000, 0, 0, 2, 'armed', 0, NULL, NULL, NULL, 1);
    INSERT INTO channel VALUES
      (1, 1, 'terminal', '', NULL), (2, 1, 'webhook', 'http://127.0.0.1:1/', '/secret'), (3, 2, 'command', 'true', NULL),
      (4, 3, 'terminal', '', NULL);
    INSERT INTO delivery VALUES
      ('abcdef012345-1-1-1', 1, 1, 80, 900, 'm', 'terminal', '', NULL, '1', 'my chain', 'fast', 1000, 0, 'delivered', 1,
       80, 81, NULL),
      ('abcdef012345-1-2-1', 1, 2, 90, 900, 'm', 'terminal', '', NULL, '1', 'my chain', 'fast', 1000, 0, 'waiting', 0,
       90, NULL, NULL),
      ('abcdef012345-1-2-2', 1, 2, 90, 900, 'm "é"', 'webhook', 'http://127.0.0.1:1/', NULL, '1', 'my chain', 'fast',
       1000, 0, 'begun', 3, 90, NULL, 'HTTP status 500'),
      ('abcdef012345-3-1-1', 3, 1, 85, 2000, 'm', 'terminal', '', NULL, '1', 'my chain', 'slow', 1000, 1, 'waiting', 0,
       85, NULL, NULL);
    DELETE FROM alert WHERE id = 3;
    """

  /// Writes one.
  ///
  /// - Parameter header: Whose it says it is; nothing at all before its header said so.
  static func write(_ path: String, header: String = "PRAGMA application_id = 0x4c4b4750; PRAGMA user_version = 1")
    throws
  {
    let file = try DatabaseFile(path)
    try file.write { try $0.execute("\(tables) \(rows) \(header)") }
    try file.close()
  }
}
