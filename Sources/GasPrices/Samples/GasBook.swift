import Database

/// The file of the gas monitor, `gas.sqlite`: samples, alerts, and the journal of deliveries.
///
/// Samples are kept for a day, averages of hours for 400; the file has a bounded size however long it is written to.
/// Several processes may read it, and add alerts, while one watches (``MonitorLock``).
public final class GasBook: Sendable {
  /// Where it is.
  public let path: String
  let file: DatabaseFile

  /// Seconds for which single samples are kept.
  public static let sampleLife: Int64 = 86_400
  /// Seconds for which the averages of hours are kept.
  public static let hourLife: Int64 = 400 * 86_400

  /// Opens the file, and makes it for its owner only (0600) if there is none.
  ///
  /// - Throws: `bookFailed`.
  public init(_ path: String) throws(GasPricesError) {
    self.path = path
    do {
      var options = DatabaseFile.Options()
      options.failure = { Self.failure(path, $0) }
      file = try DatabaseFile(path, options)
      try file.bringUpToDate(Self.schema)
    } catch {
      throw Self.failure(path, error)
    }
  }

  static func failure(_ path: String, _ error: any Error) -> GasPricesError {
    if let error = error as? GasPricesError { return error }
    return GasPricesError(
      .bookFailed, "The gas monitor's file cannot be used.", reason: "\(path): \(error)",
      advice: "If it is damaged, move it away: a new one is made.")
  }

  /// The application's id is "LKGP". Files of before had none, but a table of GRDB's.
  private static let schema = DatabaseSchema(
    applicationID: 0x4c4b_4750, earlyTable: "grdb_migrations",
    steps: [
      {
        try $0.execute(
          """
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
          INSERT INTO fact VALUES ('book', lower(hex(randomblob(6))));
          """
        )
      }
    ])
}
