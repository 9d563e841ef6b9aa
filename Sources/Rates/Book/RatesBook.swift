import Alerts
import Database
import Files

/// The book of rates, a file `rates.sqlite` or tables on a server: what sources told and when they were asked, banks,
/// news, and alerts.
///
/// Single quotes are kept for two days, and the newest of each kind for as long as there is none after it; the rates of
/// days for ever; at most 500 pieces of news. Several processes may have it open, and ask sources, at once.
public final class RatesBook: Sendable {
  /// The most pieces of news that are kept.
  public static let mostNews = 500

  /// The place of it: a path, or a server's address without its secrets.
  public let path: String
  /// The alerts, and the journal of their deliveries.
  public let alerts: AlertBook<RateSubject>
  let file: any SQLDatabase
  /// Whether it is on a server, where other machines' processes use it as well.
  let isOnServer: Bool

  /// Opens the file, and makes it for its owner only (0600) if there is none.
  ///
  /// - Parameter patience: Seconds to wait for another process that writes.
  /// - Throws: `bookFailed`, also for a file that others may write.
  public convenience init(_ path: String, patience: Double = 10) throws(RatesError) {
    try self.init(at: .file(path), patience: patience)
  }

  /// Opens a file, or the tables on a server, which are made where there are none.
  ///
  /// - Parameter patience: Seconds to wait for another process that writes.
  /// - Throws: `bookFailed`, also for a file that others may write.
  package init(at place: DatabasePlace, patience: Double = 10) throws(RatesError) {
    let path = place.name
    self.path = path
    isOnServer = place.isOnServer
    if case .file = place, let exposure = DatabaseFile.exposure(at: path) {
      throw RatesError(
        .bookFailed, "The file with the rates cannot be used.", reason: "\(path): \(exposure.reason)",
        advice: exposure.repair, facts: .file(path, .notWritable))
    }
    do {
      file = try place.open("rates", Self.schema, patience: patience, isCopiedWhereReadOnly: true) {
        Self.failure(path, $0)
      }
      alerts = AlertBook(file)
    } catch {
      throw Self.failure(path, error)
    }
  }

  private init(_ book: RatesBook, _ file: any SQLDatabase) {
    (path, isOnServer, self.file) = (book.path, book.isOnServer, file)
    alerts = AlertBook(file)
  }

  /// The book as the watcher of the rates changes it, and the right to watch, which on a server another machine may
  /// have.
  ///
  /// - Parameter path: The book's file, or one of this machine that stands for a book on a server.
  /// - Throws: `watchedAlready` on this machine; `bookFailed`.
  public func watched(beside path: String) throws(AlertsError) -> (book: RatesBook, lock: MonitorLock) {
    let lock = try MonitorLock(
      beside: path, scope: RateSubject.scope, topic: RateSubject.topic, server: isOnServer ? file : nil)
    return (RatesBook(self, lock.fenced(file)), lock)
  }

  /// Whether somebody watches the rates, on this machine or another.
  ///
  /// - Parameter path: As of ``watched(beside:)``.
  /// - Throws: `bookFailed`.
  public func isWatched(beside path: String) async throws -> Bool {
    if MonitorLock.holder(book: path, scope: RateSubject.scope) != nil { return true }
    return isOnServer ? try await MonitorLock.isHeld(RateSubject.scope, on: file) : false
  }

  /// Reads one state of the book.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws(RatesError) -> Value {
    do { return try await file.read(body) } catch { throw Self.failure(path, error) }
  }

  /// Makes one change of the book, whole or not at all.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws(RatesError) -> Value {
    do { return try await file.write(nil, body) } catch { throw Self.failure(path, error) }
  }

  /// Makes one change of facts that sources tell again: where the file cannot be written, only this process knows them.
  func note<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws(RatesError) -> Value {
    do { return try await file.note(body) } catch { throw Self.failure(path, error) }
  }

  private static func failure(_ path: String, _ error: any Error) -> RatesError {
    if let error = error as? RatesError { return error }
    let (trouble, advice): (RatesErrors.StoreProblem, String?) =
      switch (error as? DatabaseError)?.code {
      case .newer: (.newer, "Use the later version of the program, or another file.")
      case .busy: (.busy, "Another process writes into it for long: try again.")
      case .full: (.full, "Make room on the disk.")
      case let code? where code.isOfServer:
        (.server, (error as? DatabaseError)?.nextStep)
      case .notWritable: (.notWritable, "Look whether the file and its folder are yours.")
      default: (.other, "If it is damaged, or another program's, move it away: a new one is made.")
      }
    return RatesError(
      .bookFailed, "The book of rates cannot be used.", reason: "\(path): \(error.inOneLine)", advice: advice,
      facts: .file(path, trouble), cause: error)
  }

  /// The application's id is "LKRT". Decimals are texts, with a `~` before those of which digits were rounded away;
  /// times are seconds since 1970; `day` of a quote is that in the zone of its source, of an alert that of the last
  /// official rate that it was given.
  static let schema = DatabaseSchema(
    applicationID: 0x4c4b_5254,
    steps: [
      .adding {
        try $0.execute(
          """
          CREATE TABLE request (
            url TEXT PRIMARY KEY NOT NULL, source TEXT NOT NULL, lastTry INTEGER, lastSuccess INTEGER, status INTEGER,
            failures INTEGER NOT NULL, notBefore INTEGER NOT NULL, etag TEXT, lastModified TEXT, day INTEGER,
            code TEXT, problem TEXT) STRICT;
          CREATE TABLE quote (
            source TEXT NOT NULL, market TEXT NOT NULL, kind TEXT NOT NULL, base TEXT NOT NULL, quote TEXT NOT NULL,
            asOf INTEGER NOT NULL, retrieved INTEGER NOT NULL, bid TEXT, ask TEXT, mid TEXT, day INTEGER NOT NULL,
            isOfDay INTEGER NOT NULL, isSuspect INTEGER NOT NULL,
            PRIMARY KEY (source, market, kind, base, quote, asOf)) WITHOUT ROWID, STRICT;
          CREATE INDEX suspectQuote ON quote (base, quote) WHERE isSuspect = 1;
          CREATE TABLE day (
            source TEXT NOT NULL, market TEXT NOT NULL, kind TEXT NOT NULL, base TEXT NOT NULL, quote TEXT NOT NULL,
            day INTEGER NOT NULL, bid TEXT, ask TEXT, mid TEXT, time INTEGER NOT NULL, final INTEGER NOT NULL,
            PRIMARY KEY (base, quote, market, source, kind, day)) WITHOUT ROWID, STRICT;
          CREATE INDEX unfinishedDay ON day (source, day) WHERE final = 0;
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
          """)
        try AlertBook<RateSubject>.makeTables(in: $0)
        try $0.execute(
          """
          CREATE TABLE alertDay (
            alert INTEGER PRIMARY KEY REFERENCES alert ON DELETE CASCADE, day INTEGER NOT NULL) STRICT;
          """)
      },
      .changing {
        // Beside what is believed of a time, and of a bank, stands what a source says that is suspect.
        try $0.execute(
          """
          ALTER TABLE quote RENAME TO oldQuote;
          CREATE TABLE quote (
            source TEXT NOT NULL, market TEXT NOT NULL, kind TEXT NOT NULL, base TEXT NOT NULL, quote TEXT NOT NULL,
            asOf INTEGER NOT NULL, retrieved INTEGER NOT NULL, bid TEXT, ask TEXT, mid TEXT, day INTEGER NOT NULL,
            isOfDay INTEGER NOT NULL, isSuspect INTEGER NOT NULL,
            PRIMARY KEY (source, market, kind, base, quote, asOf, isSuspect)) WITHOUT ROWID, STRICT;
          INSERT INTO quote (source, market, kind, base, quote, asOf, retrieved, bid, ask, mid, day, isOfDay, isSuspect)
            SELECT source, market, kind, base, quote, asOf, retrieved, bid, ask, mid, day, isOfDay, isSuspect FROM oldQuote;
          DROP TABLE oldQuote;
          CREATE INDEX suspectQuote ON quote (base, quote) WHERE isSuspect = 1;
          CREATE TABLE suspectBankRate (
            slug TEXT NOT NULL, currency TEXT NOT NULL, form TEXT NOT NULL, bid TEXT, ask TEXT, asOf INTEGER NOT NULL,
            retrieved INTEGER NOT NULL, PRIMARY KEY (slug, currency, form)) WITHOUT ROWID, STRICT;
          """)
      },
      .adding {
        // The levels of the last days, from which nothing goes far at once, in however many steps.
        try $0.execute(
          """
          CREATE TABLE level (
            series TEXT NOT NULL, day INTEGER NOT NULL, asOf INTEGER NOT NULL, bid TEXT, ask TEXT, mid TEXT,
            PRIMARY KEY (series, day)) WITHOUT ROWID, STRICT;
          """)
      },
      // Programs before would send an alert again that is to be sent once.
      .changing { try AlertBook<RateSubject>.extendTables(in: $0) },
      .changing {
        // Conditions that both engines read, and the turns of those who ask sources: programs before would take none.
        try $0.execute(
          """
          DROP INDEX suspectQuote;
          CREATE INDEX suspectQuote ON quote (base, quote) WHERE isSuspect = 1;
          DROP INDEX unfinishedDay;
          CREATE INDEX unfinishedDay ON day (source, day) WHERE final = 0;
          """)
        try Lease.makeTable(in: $0)
      },
    ])
}
