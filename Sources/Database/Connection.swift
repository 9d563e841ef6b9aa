internal import GRDB

/// The way to a database for as long as a body runs; not to be kept.
///
/// A statement with arguments is prepared once and kept, unless it asks for all columns, whichever there are.
package struct Connection {
  let database: GRDB.Database

  /// All rows of a result.
  package func rows(_ sql: String, _ arguments: [(any Storable)?] = []) throws -> [Row] {
    try GRDB.Row.fetchAll(statement(sql, arguments)).map { Row($0) }
  }

  /// The first row of a result; nil if there is none.
  package func row(_ sql: String, _ arguments: [(any Storable)?] = []) throws -> Row? {
    try GRDB.Row.fetchOne(statement(sql, arguments)).map { Row($0) }
  }

  /// Goes through the rows of a result, of which one at a time is in memory; an error of `body` ends it.
  package func forEachRow(
    _ sql: String, _ arguments: [(any Storable)?] = [], _ body: (Row) throws -> Void
  ) throws {
    let rows = try GRDB.Row.fetchCursor(database, sql: sql, arguments: Self.stored(arguments))
    while let row = try rows.next() { try body(Row(row)) }
  }

  /// The first column of a result's first row; nil for NULL, and if there is no row.
  package func value<Value: Storable>(
    _ sql: String, _ arguments: [(any Storable)?] = [], as type: Value.Type = Value.self
  ) throws -> Value? {
    try GRDB.Row.fetchOne(statement(sql, arguments)).flatMap { try Self.first(of: $0) }
  }

  /// The first column of all rows of a result, but for NULL.
  package func values<Value: Storable>(
    _ sql: String, _ arguments: [(any Storable)?] = [], as type: Value.Type = Value.self
  ) throws -> [Value] {
    try GRDB.Row.fetchAll(statement(sql, arguments)).compactMap { try Self.first(of: $0) }
  }

  /// Changes something: by one statement with arguments, or any number of them without.
  ///
  /// - Returns: how many rows the last statement inserted, changed or deleted itself.
  @discardableResult
  package func execute(_ sql: String, _ arguments: [(any Storable)?] = []) throws -> Int {
    if arguments.isEmpty { try database.execute(sql: sql) } else { try statement(sql, arguments).execute() }
    return database.changesCount
  }

  /// The number of the row that was inserted last.
  package var lastInsertedRow: Int64 { database.lastInsertedRowID }

  /// Whether there is a table of a name.
  package func hasTable(_ name: String) throws -> Bool { try database.tableExists(name) }

  /// The names of a table's columns, in their order.
  package func columns(of table: String) throws -> [String] { try database.columns(in: table).map(\.name) }

  /// Runs `body` as one change, whole or not at all, which no other writer comes between.
  package func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    var value: Value?
    try database.inTransaction(.immediate) {
      value = try body()
      return .commit
    }
    guard let value else { throw DatabaseError(.failed, "A change was ended without a result.") }
    return value
  }

  private func statement(_ sql: String, _ arguments: [(any Storable)?]) throws -> Statement {
    // Some settings take effect when they are prepared: one that is kept would do nothing the second time. And one that
    // is kept has the columns that `*` was then: another process may add some.
    let isKept = !arguments.isEmpty && !sql.contains("*")
    let statement = try isKept ? database.cachedStatement(sql: sql) : database.makeStatement(sql: sql)
    try statement.setArguments(Self.stored(arguments))
    return statement
  }

  private static func stored(_ arguments: [(any Storable)?]) -> StatementArguments {
    StatementArguments(arguments.map { $0?.stored.value })
  }

  private static func first<Value: Storable>(of row: GRDB.Row) throws -> Value? {
    guard let name = row.columnNames.first else { return nil }
    return try Row(row).optional(name)
  }
}

/// A function of ours that SQL may call.
package struct SQLFunction: Sendable {
  let name: String
  let body: @Sendable ([StoredValue]) -> StoredValue

  /// - Parameter body: gives the same for the same arguments, however often it is called.
  package init(_ name: String, _ body: @escaping @Sendable ([StoredValue]) -> StoredValue) {
    (self.name, self.body) = (name, body)
  }

  var function: DatabaseFunction {
    DatabaseFunction(name, pure: true) { [body] values in body(values.map { StoredValue($0) }).value }
  }
}
