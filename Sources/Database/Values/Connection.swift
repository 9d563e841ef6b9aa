/// The way to a database for as long as a body runs; not to be kept.
///
/// A statement with arguments is prepared once and kept, unless it asks for all columns, whichever there are.
/// Statements are in the SQL that all engines read; `?` stands for an argument. A number is no condition by itself
/// (`isRead = 1`), and an argument that may be NULL is compared before that is asked of it (`name = ?1 OR ?1 IS NULL`):
/// a server learns its type where it is first used.
package struct Connection {
  let runner: any StatementRunner

  /// All rows of a result.
  package func rows(_ sql: String, _ arguments: [(any Storable)?] = []) throws -> [Row] {
    try runner.rows(sql, Self.stored(arguments), most: nil)
  }

  /// The first row of a result; nil if there is none.
  package func row(_ sql: String, _ arguments: [(any Storable)?] = []) throws -> Row? {
    try runner.rows(sql, Self.stored(arguments), most: 1).first
  }

  /// Goes through the rows of a result, of which a file gives one at a time into memory; an error of `body` ends it.
  package func forEachRow(
    _ sql: String, _ arguments: [(any Storable)?] = [], _ body: (Row) throws -> Void
  ) throws {
    try runner.forEachRow(sql, Self.stored(arguments), body)
  }

  /// The first column of a result's first row; nil for NULL, and if there is no row.
  package func value<Value: Storable>(
    _ sql: String, _ arguments: [(any Storable)?] = [], as type: Value.Type = Value.self
  ) throws -> Value? {
    try row(sql, arguments).flatMap { try $0.first() }
  }

  /// The first column of all rows of a result, but for NULL.
  package func values<Value: Storable>(
    _ sql: String, _ arguments: [(any Storable)?] = [], as type: Value.Type = Value.self
  ) throws -> [Value] {
    try rows(sql, arguments).compactMap { try $0.first() }
  }

  /// Changes something: by one statement with arguments, or any number of them without.
  ///
  /// - Returns: how many rows the last statement inserted, changed or deleted itself.
  @discardableResult
  package func execute(_ sql: String, _ arguments: [(any Storable)?] = []) throws -> Int {
    try runner.execute(sql, Self.stored(arguments))
  }

  /// Adds rows to a table, many at once.
  ///
  /// - Parameters:
  ///   - rows: Each with a value for every column; none is NULL, whose type a server would have to learn anew each
  ///     time.
  ///   - columns: The names of the columns.
  ///   - isOnlyOfNew: Whether rows whose key is there already are left out; else they are an error.
  /// - Returns: The number of rows that were added.
  @discardableResult
  package func add(
    _ rows: [[any Storable]], to table: String, _ columns: [String], onlyNew isOnlyOfNew: Bool = false
  ) throws -> Int {
    try add(stored: rows.map { $0.map(\.stored) }, to: table, columns, onlyNew: isOnlyOfNew)
  }

  /// Adds many rows whose values are in the form already in which they are stored.
  @discardableResult
  package func add(
    stored rows: [[StoredValue]], to table: String, _ columns: [String], onlyNew isOnlyOfNew: Bool = false
  ) throws -> Int {
    try runner.add(rows, to: table, columns, onlyNew: isOnlyOfNew)
  }

  /// Puts a row into a table, in the place of the one that has the same key.
  ///
  /// - Parameters:
  ///   - row: The columns with their values, those of the key first.
  ///   - keys: How many columns the key has; there are others beside it.
  package func put(_ row: KeyValuePairs<String, (any Storable)?>, into table: String, keys: Int = 1) throws {
    let names = row.map(\.key)
    let marks = [String](repeating: "?", count: names.count).joined(separator: ", ")
    let changes = names.dropFirst(keys).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    try execute(
      """
      INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(marks))
      ON CONFLICT (\(names.prefix(keys).joined(separator: ", "))) DO UPDATE SET \(changes)
      """, row.map(\.value))
  }

  /// The number of the row that was inserted last.
  package var lastInsertedRow: Int64 { get throws { try runner.lastInsertedRow } }

  /// Whether there is a table of a name.
  package func hasTable(_ name: String) throws -> Bool { try runner.hasTable(name) }

  /// The names of a table's columns, in their order.
  package func columns(of table: String) throws -> [String] { try runner.columns(of: table) }

  /// Runs `body` as one change, whole or not at all, which no other writer comes between.
  package func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    var value: Value?
    try runner.transaction { value = try body() }
    guard let value else { throw DatabaseError(.failed, "A change was ended without a result.") }
    return value
  }

  /// The kind of the engine, for the little that a store does otherwise with one.
  package var engine: DatabaseEngine { runner.engine }

  /// Waits, within a change, until no other change has the turn of a name, and holds it until the change is done; one
  /// of a file has all turns.
  package func acquireLock(_ name: String) throws { try runner.acquireLock(name) }

  private static func stored(_ arguments: [(any Storable)?]) -> [StoredValue] { arguments.map { $0?.stored ?? .null } }
}

/// One connection of an engine, as it runs statements.
protocol StatementRunner {
  var words: SQLDialect { get }

  /// The rows of a result, so many at most; nil for all.
  func rows(_ sql: String, _ arguments: [StoredValue], most: Int?) throws -> [Row]

  func forEachRow(_ sql: String, _ arguments: [StoredValue], _ body: (Row) throws -> Void) throws

  /// Runs one statement with arguments, or any number of them without; the rows that the last one changed.
  func execute(_ sql: String, _ arguments: [StoredValue]) throws -> Int

  /// Adds rows to a table, each with a value for every column; the number of those that were added.
  func add(_ rows: [[StoredValue]], to table: String, _ columns: [String], onlyNew: Bool) throws -> Int

  var lastInsertedRow: Int64 { get throws }

  func hasTable(_ name: String) throws -> Bool

  func columns(of table: String) throws -> [String]

  func transaction(_ body: () throws -> Void) throws

  var engine: DatabaseEngine { get }

  /// Waits for the turn of a name, and holds it until the change is done.
  func acquireLock(_ name: String) throws
}

extension StatementRunner {
  func add(_ rows: [[StoredValue]], to table: String, _ columns: [String], onlyNew: Bool) throws -> Int {
    try insert(rows, into: table, columns, onlyNew: onlyNew)
  }

  /// Adds rows, many by one statement.
  func insert(_ rows: [[StoredValue]], into table: String, _ columns: [String], onlyNew: Bool) throws -> Int {
    let row = "(\([String](repeating: "?", count: columns.count).joined(separator: ", ")))"
    let conflict = onlyNew ? " ON CONFLICT DO NOTHING" : ""
    var (rest, size, added) = (rows[...], Self.mostRows, 0)
    while !rest.isEmpty {
      // By powers of two, so that there are few statements to prepare.
      while size > rest.count || size * columns.count > Self.mostArguments { size /= 2 }
      let marks = [String](repeating: row, count: size).joined(separator: ", ")
      added += try execute(
        "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES \(marks)\(conflict)",
        rest.prefix(size).flatMap { $0 })
      rest = rest.dropFirst(size)
    }
    return added
  }

  /// The most rows of a statement that adds them.
  private static var mostRows: Int { 128 }
  /// The most arguments of a statement where SQLite is old.
  private static var mostArguments: Int { 999 }
}

/// The kind of a database's engine.
package enum DatabaseEngine: Sendable {
  /// SQLite: a file of this machine, or memory.
  case file
  /// PostgreSQL: several machines share it.
  case server
}
