import Database
import Files
import Outbox
import Platform
import Primitives

/// The journal of an account's trading on one chain, `exchange.sqlite`: limit orders from draft to end, deals and their
/// parts. Each step is on the disk before the step is taken, so that a run that died is taken up by the next like it.
///
/// Several processes may have it open at once.
///
/// ```swift
/// let journal = try OrderJournal("exchange.sqlite", chain: chain)
/// let draft = try await journal.begin(order, key: key)
/// let signed = try await journal.keep(draft.unsigned.signed(by: wallet), of: draft.id)
/// ```
public final class OrderJournal: Sendable {
  /// The path of the journal's file.
  public let path: String
  let file: DatabaseFile
  /// The time in seconds since 1970.
  let clock: @Sendable () -> Int64
  /// Told before and after each change, by its name.
  private let observer: @Sendable (String) -> Void

  /// The size of SQLite's log, in bytes, above which it is put into the file when the journal is opened.
  private static let largestLog = 1 << 20

  /// Opens the file, and makes it for its owner only (0600) if there is none.
  ///
  /// - Parameters:
  ///   - chain: The chain whose orders it has: a file of another one is refused.
  ///   - patience: Seconds to wait for another process that writes.
  ///   - clock: The time in seconds since 1970.
  /// - Throws: `fileFailed`, also for a file that others may write, of another chain or program, or a later version.
  public convenience init(
    _ path: String, chain: ChainMark, patience: Double = 10,
    clock: @escaping @Sendable () -> Int64 = { Int64(time(nil)) }
  ) throws(OrderJournalError) {
    try self.init(path, chain: chain, patience: patience, clock: clock, observer: { _ in })
  }

  /// Opens a file that is there, of whichever chain it is.
  ///
  /// - Throws: `fileFailed`, also where there is none.
  public convenience init(existing path: String) throws(OrderJournalError) {
    guard access(path, F_OK) == 0 else {
      throw OrderJournalError(
        .fileFailed, Self.unusable, reason: "\(path): there is no such file.", facts: .file(path, .notWritable))
    }
    try self.init(path, chain: nil, clock: { Int64(time(nil)) }, observer: { _ in })
  }

  /// The number of the chain that it is of (EIP-155); nil where none is written down yet.
  ///
  /// - Throws: `fileFailed`.
  public func chainID() async throws(OrderJournalError) -> UInt256? {
    try await read { database in
      try database.value("SELECT value FROM fact WHERE name = 'chain'", as: String.self)?
        .split(separator: " ").first.flatMap { try? UInt256(parsing: String($0)) }
    }
  }

  /// Opens the file; `observer` is called before and after each change.
  init(
    _ path: String, chain: ChainMark?, patience: Double = 10, clock: @escaping @Sendable () -> Int64,
    observer: @escaping @Sendable (String) -> Void
  ) throws(OrderJournalError) {
    (self.path, self.clock, self.observer) = (path, clock, observer)
    if let exposure = DatabaseFile.exposure(at: path) {
      throw OrderJournalError(
        .fileFailed, Self.unusable, reason: "\(path): \(exposure.reason)", advice: exposure.repair,
        facts: .file(path, .notWritable))
    }
    do {
      var options = DatabaseFile.Options()
      options.durability = .synced
      options.patience = patience
      options.failure = { Self.failure(path, $0) }
      file = try DatabaseFile(path, options)
      try file.bringUpToDate(Self.schema)
      if let chain { try Self.check(chain, in: file, at: path) }
      if Self.size(of: "\(path)-wal") > Self.largestLog {
        try file.connected { _ = try $0.rows("PRAGMA wal_checkpoint(PASSIVE)") }
      }
    } catch {
      throw Self.failure(path, error)
    }
  }

  /// Writes the chain into a new file, or compares it with that of an older one.
  private static func check(_ chain: ChainMark, in file: DatabaseFile, at path: String) throws {
    let question = "SELECT value FROM fact WHERE name = 'chain'"
    var stored = try file.read { try $0.value(question, as: String.self) }
    if stored == nil {
      stored = try file.write { database in
        // Another process may have done it meanwhile.
        try database.execute("INSERT OR IGNORE INTO fact (name, value) VALUES ('chain', ?)", ["\(chain)"])
        return try database.value(question)
      }
    }
    guard stored == "\(chain)" else {
      throw OrderJournalError(
        .fileFailed, unusable,
        reason: "\(path): it is of the chain \(TerminalSafe.quote(stored ?? "")), and this is \"\(chain)\".",
        advice: "Use another file for each chain.", facts: .file(path, .otherChain))
    }
  }

  /// Reads one state of the journal.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws(OrderJournalError) -> Value {
    do { return try await file.read(body) } catch { throw Self.failure(path, error) }
  }

  /// Makes one change of the journal, whole or not at all; it is on the disk when this returns.
  func write<Value: Sendable>(
    _ name: String, _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws(OrderJournalError) -> Value {
    do {
      observer("before \(name)")
      let value = try await file.write(.synced, body)
      observer("after \(name)")
      return value
    } catch { throw Self.failure(path, error) }
  }

  private static let unusable = "The journal of orders cannot be used; nothing was signed."

  static func failure(_ path: String, _ error: any Error) -> OrderJournalError {
    if let error = error as? OrderJournalError { return error }
    let (trouble, advice): (OrderJournalErrors.FileProblem, String) =
      switch (error as? DatabaseError)?.code {
      case .newer: (.newer, "Use the later version of the program, or another file.")
      case .foreign: (.foreign, "Use another file: this one is another program's.")
      case .busy: (.busy, "Another process writes into it for long: try again.")
      case .full: (.full, "Make room on the disk.")
      case .notWritable: (.notWritable, "Look whether the file and its folder are yours.")
      default: (.damaged, "Orders that are open stand in it: look for a copy before you move it away.")
      }
    return OrderJournalError(
      .fileFailed, unusable, reason: "\(path): \(error.inOneLine)", advice: advice, facts: .file(path, trouble))
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The application's id is "LKEX". Hashes and addresses are in hexadecimal, amounts in digits, orders are JSON, times
  /// seconds since 1970.
  static let schema = DatabaseSchema(
    applicationID: 0x4c4b_4558,
    steps: [
      .adding {
        try $0.execute(
          """
          CREATE TABLE fact (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT;
          CREATE TABLE limitOrder (
            id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL, turn INTEGER NOT NULL, hash TEXT UNIQUE NOT NULL,
            terms TEXT NOT NULL, signed TEXT, signer TEXT, state TEXT NOT NULL, ending TEXT, created INTEGER NOT NULL,
            changed INTEGER NOT NULL, UNIQUE (key, turn)) STRICT;
          CREATE INDEX limitOrderByState ON limitOrder (state);
          CREATE TABLE posting (
            limitOrder INTEGER NOT NULL REFERENCES limitOrder ON DELETE CASCADE, relay TEXT NOT NULL,
            state TEXT NOT NULL, attempts INTEGER NOT NULL, problem TEXT, changed INTEGER NOT NULL,
            PRIMARY KEY (limitOrder, relay)) WITHOUT ROWID, STRICT;
          CREATE TABLE deal (
            id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL, turn INTEGER NOT NULL, state TEXT NOT NULL,
            created INTEGER NOT NULL, changed INTEGER NOT NULL, UNIQUE (key, turn)) STRICT;
          CREATE TABLE dealPart (
            deal INTEGER NOT NULL REFERENCES deal ON DELETE CASCADE, number INTEGER NOT NULL, state TEXT NOT NULL,
            exchange TEXT NOT NULL, orders TEXT NOT NULL, takerAmount TEXT NOT NULL, intentKey TEXT, outcome TEXT,
            PRIMARY KEY (deal, number)) WITHOUT ROWID, STRICT;
          """)
      },
      .changing {
        // No deal stood in the first form of its tables.
        try $0.execute(
          """
          DROP TABLE dealPart;
          DROP TABLE deal;
          CREATE TABLE deal (
            id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL, wish TEXT NOT NULL, turn INTEGER NOT NULL,
            state TEXT NOT NULL, bound TEXT NOT NULL, created INTEGER NOT NULL, changed INTEGER NOT NULL, UNIQUE (key, turn)) STRICT;
          CREATE TABLE dealPart (
            deal INTEGER NOT NULL REFERENCES deal ON DELETE CASCADE, number INTEGER NOT NULL, exchange TEXT NOT NULL,
            units TEXT NOT NULL, PRIMARY KEY (deal, number)) WITHOUT ROWID, STRICT;
          """)
      },
      .adding(OrderJournal.makeTriggerTables),
      // Programs before would take a part that is tried again for one more.
      .changing { try $0.execute("ALTER TABLE dealPart ADD COLUMN isRetry INTEGER NOT NULL DEFAULT 0") },
    ])
}
