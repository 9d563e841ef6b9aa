import Database

/// The file of rates, `rates.sqlite`: quotes, days, banks, news, and when each address was asked.
///
/// Several processes may use it at once; a program that shows a page names the same file and so shares what is kept, and
/// the five minutes between two requests.
public final class RatesBook: Sendable {
  /// Where it is.
  public let path: String
  let file: DatabaseFile

  /// Seconds for which single quotes are kept; the last of a day is kept for ever.
  public static let quoteLife: Int64 = 48 * 3600
  /// The most pieces of news that are kept.
  public static let mostNews = 500

  /// Opens the file, and makes it for its owner only (0600) if there is none.
  ///
  /// - Throws: `bookFailed`.
  public init(_ path: String) throws(RatesError) {
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

  static func failure(_ path: String, _ error: any Error) -> RatesError {
    if let error = error as? RatesError { return error }
    return RatesError(
      .bookFailed, "The file of rates cannot be used.", reason: "\(path): \(error)",
      advice: "If it is damaged, move it away: a new one is made, and rates are asked for again.")
  }

  /// The application's id is "LKRT".
  private static let schema = DatabaseSchema(
    applicationID: 0x4c4b_5254,
    steps: [
      {
        try $0.execute(
          """
          CREATE TABLE request (
            url TEXT PRIMARY KEY NOT NULL, source TEXT NOT NULL, lastTry INTEGER NOT NULL, lastSuccess INTEGER,
            failures INTEGER NOT NULL, notBefore INTEGER NOT NULL, etag TEXT, lastModified TEXT, code TEXT,
            problem TEXT) STRICT;
          CREATE INDEX requestBySource ON request (source);
          CREATE TABLE quote (
            source TEXT NOT NULL, market TEXT NOT NULL, kind TEXT NOT NULL, base TEXT NOT NULL, quote TEXT NOT NULL,
            asOf INTEGER NOT NULL, day INTEGER, retrieved INTEGER NOT NULL, bid TEXT, ask TEXT, mid TEXT,
            isSuspect INTEGER NOT NULL, PRIMARY KEY (market, source, kind, base, quote, asOf)) WITHOUT ROWID, STRICT;
          CREATE TABLE day (
            source TEXT NOT NULL, market TEXT NOT NULL, kind TEXT NOT NULL, base TEXT NOT NULL, quote TEXT NOT NULL,
            asOf INTEGER NOT NULL, day INTEGER NOT NULL, retrieved INTEGER NOT NULL, bid TEXT, ask TEXT, mid TEXT,
            isFinal INTEGER NOT NULL, PRIMARY KEY (market, day, source, kind, base, quote)) WITHOUT ROWID, STRICT;
          CREATE TABLE bank (
            slug TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, longName TEXT, site TEXT, phone TEXT, email TEXT,
            address TEXT, rating TEXT, licence TEXT, icon TEXT, updated INTEGER NOT NULL) STRICT;
          CREATE TABLE bankRate (
            slug TEXT NOT NULL, currency TEXT NOT NULL, form TEXT NOT NULL, bid TEXT, ask TEXT, asOf INTEGER NOT NULL,
            retrieved INTEGER NOT NULL, PRIMARY KEY (slug, currency, form)) WITHOUT ROWID, STRICT;
          CREATE TABLE news (
            id TEXT PRIMARY KEY NOT NULL, feed TEXT NOT NULL, time INTEGER NOT NULL, title TEXT NOT NULL,
            summary TEXT NOT NULL, link TEXT NOT NULL, image TEXT, language TEXT NOT NULL, isRead INTEGER NOT NULL,
            seen INTEGER NOT NULL) STRICT;
          CREATE INDEX newsByTime ON news (time);
          CREATE TABLE fact (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT;
          """
        )
      }
    ])
}
