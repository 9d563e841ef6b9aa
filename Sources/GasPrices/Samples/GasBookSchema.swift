import Alerts
import Database

/// The tables of the gas monitor's book.
enum GasBookSchema {
  /// The application's id is "LKGP". Files of before had none, but a table of GRDB's.
  static let schema = DatabaseSchema(
    applicationID: 0x4c4b_4750, earlyTable: "grdb_migrations",
    steps: [
      .adding { try $0.execute(samples) }, .changing(makeAlerts),
      // Programs before would send an alert again that is to be sent once.
      .changing { try AlertBook<GasSubject>.extendTables(in: $0) },
      .adding { try $0.execute(blocks) },
      // Programs before would watch beside the one that holds the lease.
      .changing(Lease.makeTable),
    ])

  /// The tables of samples. Files of version 1 have tables of alerts beside them.
  private static let samples = """
    CREATE TABLE sample (
      chain TEXT NOT NULL, time INTEGER NOT NULL, block INTEGER NOT NULL, baseFee INTEGER NOT NULL,
      slow INTEGER NOT NULL, standard INTEGER NOT NULL, fast INTEGER NOT NULL,
      PRIMARY KEY (chain, time)) WITHOUT ROWID, STRICT;
    CREATE TABLE hour (
      chain TEXT NOT NULL, time INTEGER NOT NULL, count INTEGER NOT NULL, baseFee REAL NOT NULL,
      slow REAL NOT NULL, standard REAL NOT NULL, fast REAL NOT NULL,
      lowest INTEGER NOT NULL, highest INTEGER NOT NULL,
      PRIMARY KEY (chain, time)) WITHOUT ROWID, STRICT;
    """

  /// The fees of single blocks, which came with version 4.
  private static let blocks = """
    CREATE TABLE block (
      chain TEXT NOT NULL, number INTEGER NOT NULL, baseFee INTEGER NOT NULL, fullness REAL NOT NULL,
      lowest INTEGER NOT NULL, tenth INTEGER NOT NULL, middle INTEGER NOT NULL, ninetieth INTEGER NOT NULL,
      PRIMARY KEY (chain, number)) WITHOUT ROWID, STRICT;
    """

  /// Makes the tables of alerts, and puts into them what version 1 has of these.
  private static func makeAlerts(_ database: Connection) throws {
    guard try database.hasTable("alert") else { return try AlertBook<GasSubject>.makeTables(in: database) }
    try database.execute(
      """
      ALTER TABLE alert RENAME TO oldAlert;
      ALTER TABLE channel RENAME TO oldChannel;
      ALTER TABLE delivery RENAME TO oldDelivery;
      DROP INDEX deliveryByState;
      """)
    try AlertBook<GasSubject>.makeTables(in: database)
    // The sequence goes along: the number of an alert that is gone, and with it the ids of its deliveries, are not given
    // again.
    try database.execute(
      """
      INSERT INTO alert (id, scope, subject, condition, threshold, hold, coolDown, margin, phase, since, lastSeen,
        lastFired, snoozedUntil, reference, crossings)
      SELECT id, chain, tier || ' ' || network, iif(isAbove, 'above', 'below'),
        CAST(max(1, threshold) AS TEXT), hold, coolDown, margin, phase, since, lastSeen, lastFired, snoozedUntil, NULL,
        crossings FROM oldAlert;
      INSERT INTO channel (id, alert, kind, target, secretFile) SELECT id, alert, kind, target, secretFile FROM oldChannel;
      INSERT INTO delivery (id, alert, crossing, time, scope, subject, condition, threshold, reference, value, message,
        kind, target, secretFile, state, attempts, due, ended, problem)
      SELECT id, alert, crossing, time, chain, tier || ' ' || network,
        iif(isAbove, 'above', 'below'), CAST(max(1, threshold) AS TEXT), NULL, CAST(max(0, price) AS TEXT), message,
        kind, target, secretFile, state, attempts, due, ended, problem FROM oldDelivery;
      DELETE FROM sqlite_sequence WHERE name IN ('alert', 'channel');
      UPDATE sqlite_sequence SET name = 'alert' WHERE name = 'oldAlert';
      UPDATE sqlite_sequence SET name = 'channel' WHERE name = 'oldChannel';
      DROP TABLE oldDelivery;
      DROP TABLE oldChannel;
      DROP TABLE oldAlert;
      """)
  }
}
