import Database
import Primitives

/// The tables beside a book that say how the daemon does that watches for it, with the journal of what was reported of
/// that: a file of their own, or on the book's server.
public struct HealthBook: Sendable {
  let notices: AlertBook<DaemonNotice>
  private let file: any SQLDatabase

  /// Opens the file that belongs to a book, and makes it for its owner only (0600) if there is none.
  ///
  /// - Throws: `bookFailed`.
  public init(besides book: String) throws(AlertsError) { try self.init(besides: .file(book)) }

  /// Opens the file that belongs to a book in a file, or the tables on the server of a book that is there.
  ///
  /// - Throws: `bookFailed`.
  package init(besides book: DatabasePlace) throws(AlertsError) {
    let place: DatabasePlace = if case .file(let path) = book { .file("\(path)-health") } else { book }
    let path = place.name
    do {
      file = try place.open("health", Self.schema) { Self.failure(path, $0) }
      notices = AlertBook(file)
    } catch {
      throw Self.failure(path, error)
    }
  }

  private static func failure(_ path: String, _ error: any Error) -> AlertsError {
    if let error = error as? AlertsError { return error }
    return AlertsError(
      .bookFailed, "The file that says how the monitor does cannot be used.", about: DaemonNotice.topic,
      reason: "\(path): \(error.inOneLine)",
      advice: (error as? DatabaseError)?.nextStep ?? "If it is damaged, move it away: a new one is made.",
      facts: .health(path: path), cause: error)
  }

  /// The application's id is "LKHL".
  static let schema = DatabaseSchema(
    applicationID: 0x4c4b_484c,
    steps: [
      .adding {
        try AlertBook<DaemonNotice>.makeTables(in: $0)
        try AlertBook<DaemonNotice>.extendTables(in: $0)
        try $0.execute(
          """
          CREATE TABLE health (
            scope TEXT PRIMARY KEY NOT NULL, failingSince INTEGER, problem TEXT, failures INTEGER NOT NULL,
            lastReading INTEGER, isTold INTEGER NOT NULL, spells INTEGER NOT NULL) STRICT;
          """)
      },
      .adding {
        try $0.execute(
          """
          ALTER TABLE health ADD COLUMN toldKinds TEXT;
          ALTER TABLE health ADD COLUMN untold INTEGER NOT NULL DEFAULT 0;
          """)
      },
      .adding {
        try $0.execute(
          """
          ALTER TABLE health ADD COLUMN lastRound INTEGER;
          ALTER TABLE health ADD COLUMN patience INTEGER;
          """)
      },
    ])

  /// The health of the daemon of a scope, or that of its last run; nil if it never read.
  ///
  /// - Throws: `bookFailed`.
  public func health(of scope: String) async throws -> DaemonHealth? {
    try await file.read { try Self.health(of: scope, in: $0) }
  }

  /// Takes in how a reading went, and puts into the journal what is to be reported of it: all of it or nothing.
  ///
  /// - Parameters:
  ///   - patience: The seconds within which it does something again.
  ///   - canTell: Whether it is known whom to tell.
  ///   - notice: The notice of a change from one health to another, with its line for people, and the channels that tell it.
  /// - Returns: The health of the daemon now.
  func step(
    _ scope: String, problem: DaemonProblem?, hasReading: Bool, at now: Int64, patience: Int64, canTell: Bool,
    notice:
      @escaping @Sendable (DaemonHealth.Event, _ from: DaemonHealth, _ to: DaemonHealth) -> (
        DaemonNotice, message: String, [AlertChannel]
      )
  ) async throws -> DaemonHealth {
    try await file.write { database in
      let before = try Self.health(of: scope, in: database) ?? DaemonHealth()
      var health = before
      let event = health.step(problem: problem, hasReading: hasReading, at: now, canTell: canTell)
      (health.lastRound, health.patience) = (now, patience)
      try database.put(
        [
          "scope": scope, "failingSince": health.failingSince, "problem": health.problem, "failures": health.failures,
          "lastReading": health.lastReading, "isTold": health.isTold, "spells": health.spells,
          "toldKinds": health.toldKinds.isEmpty ? nil : health.toldKinds.sorted().joined(separator: "\n"),
          "untold": health.untold, "lastRound": now, "patience": patience,
        ], into: "health")
      if let event {
        let (notice, message, channels) = notice(event, before, health)
        try Self.journal(notice, message, spell: health.spells, at: now, channels, in: database)
      }
      return health
    }
  }

  /// Takes in that the daemon of a scope does something, though it has nothing to tell.
  func mark(_ scope: String, at now: Int64, patience: Int64) async throws {
    try await file.write {
      try $0.execute("UPDATE health SET lastRound = ?, patience = ? WHERE scope = ?", [now, patience, scope])
    }
  }

  private static func journal(
    _ notice: DaemonNotice, _ message: String, spell: Int64, at now: Int64, _ channels: [AlertChannel],
    in database: Connection
  ) throws {
    let book = try database.value("SELECT value FROM fact WHERE name = 'book'") ?? ""
    for (index, channel) in channels.enumerated() {
      let id = "\(book)-\(notice.scope)-\(spell)-\(notice.event.rawValue)-\(index + 1)"
      try database.execute(
        """
        INSERT INTO delivery (id, alert, crossing, time, scope, subject, condition, threshold, value, message,
          kind, target, secretFile, format, state, attempts, due)
        VALUES (?, 0, ?, ?, ?, ?, 'above', '1', '1', ?, ?, ?, ?, ?, 'waiting', 0, ?)
        ON CONFLICT (id) DO NOTHING
        """,
        [
          id, spell, now, notice.scope, notice.stored, message, channel.kind, channel.target, channel.secretFile,
          channel.format.stored, now,
        ])
    }
  }

  private static func health(of scope: String, in database: Connection) throws -> DaemonHealth? {
    try database.row("SELECT * FROM health WHERE scope = ?", [scope]).map { row in
      var health = DaemonHealth()
      health.failingSince = try row.optional("failingSince")
      health.problem = try row.optional("problem")
      health.failures = try row.count("failures")
      health.lastReading = try row.optional("lastReading")
      health.isTold = try row.count("isTold") > 0
      health.spells = try row.count("spells")
      let kinds: String = try row.optional("toldKinds") ?? ""
      // A version before this one ended a failure without them.
      if health.isTold { health.toldKinds = Set(kinds.split(separator: "\n").map(String.init)) }
      health.untold = try row.count("untold")
      health.lastRound = try row.optional("lastRound")
      health.patience = try row.optional("patience")
      return health
    }
  }
}
