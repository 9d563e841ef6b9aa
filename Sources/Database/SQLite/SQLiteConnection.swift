internal import GRDB

/// A connection of SQLite's.
struct SQLiteConnection: StatementRunner {
  let database: GRDB.Database

  var words: SQLDialect {
    SQLDialect(
      clock: "CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER)", forUpdate: "", forKeyShare: "")
  }

  func rows(_ sql: String, _ arguments: [StoredValue], most: Int?) throws -> [Row] {
    let statement = try statement(sql, arguments)
    guard most != 1 else { return try GRDB.Row.fetchOne(statement).map { [Row($0)] } ?? [] }
    return try GRDB.Row.fetchAll(statement).map { Row($0) }
  }

  func forEachRow(_ sql: String, _ arguments: [StoredValue], _ body: (Row) throws -> Void) throws {
    let rows = try GRDB.Row.fetchCursor(database, sql: sql, arguments: Self.arguments(arguments))
    while let row = try rows.next() { try body(Row(row)) }
  }

  func execute(_ sql: String, _ arguments: [StoredValue]) throws -> Int {
    if arguments.isEmpty { try database.execute(sql: sql) } else { try statement(sql, arguments).execute() }
    return database.changesCount
  }

  var lastInsertedRow: Int64 { database.lastInsertedRowID }

  func hasTable(_ name: String) throws -> Bool { try database.tableExists(name) }

  func columns(of table: String) throws -> [String] { try database.columns(in: table).map(\.name) }

  func transaction(_ body: () throws -> Void) throws {
    try database.inTransaction(.immediate) {
      try body()
      return .commit
    }
  }

  var engine: DatabaseEngine { .file }

  /// The one writer of a file has every turn.
  func acquireLock(_ name: String) {}

  private func statement(_ sql: String, _ arguments: [StoredValue]) throws -> Statement {
    // Some settings take effect when they are prepared: one that is kept would do nothing the second time. And one that
    // is kept has the columns that `*` was then: another process may add some. Bytes are looked at: characters took as
    // long as all the rest of a row.
    let isKept = !arguments.isEmpty && !sql.utf8.contains(UInt8(ascii: "*"))
    let statement = try isKept ? database.cachedStatement(sql: sql) : database.makeStatement(sql: sql)
    try statement.setArguments(Self.arguments(arguments))
    return statement
  }

  private static func arguments(_ values: [StoredValue]) -> StatementArguments {
    // Values of one type the driver reads by a key path that it makes anew for each statement.
    StatementArguments(values.map { $0.value as (any DatabaseValueConvertible)? })
  }
}

extension GRDB.Row: RowSource {
  func stored(_ column: String) -> StoredValue? {
    // The driver compares names without regard to their letters' case, which takes longer than all the rest.
    first(where: { $0.0 == column }).map { StoredValue($0.1) }
  }

  var columns: [RowColumn] { map { ($0.0, StoredValue($0.1)) } }
}

extension DatabaseError {
  /// An error of the driver as one of this target; any other stays as it is.
  static func of(_ error: any Error) -> any Error {
    guard let error = error as? GRDB.DatabaseError else { return error }
    let code: Code =
      switch error.resultCode.primaryResultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
      case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: .damaged
      case .SQLITE_FULL: .full
      case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: .notWritable
      default: .failed
      }
    return DatabaseError(code, error.message ?? "\(error.resultCode)")
  }
}
