/// A row of a result. A database may be damaged, or written to by anybody: what is missing or of another type is an error,
/// and no trap.
package struct Row {
  private let source: any RowSource

  init(_ source: any RowSource) { self.source = source }

  /// A column that has to hold something.
  ///
  /// - Throws: `DatabaseError` `.unreadable`.
  package func value<Value: Storable>(_ column: String, as type: Value.Type = Value.self) throws -> Value {
    guard let value = try optional(column, as: type) else { throw DatabaseError.unreadable(column) }
    return value
  }

  /// A column's value; nil for NULL.
  ///
  /// - Throws: `DatabaseError` `.unreadable`.
  package func optional<Value: Storable>(_ column: String, as type: Value.Type = Value.self) throws -> Value? {
    guard let stored = source.stored(column) else { throw DatabaseError.unreadable(column) }
    if stored == .null { return nil }
    guard let value = Value(stored) else { throw DatabaseError.unreadable(column) }
    return value
  }

  /// A number that cannot be below 0, within what can be counted with.
  ///
  /// - Throws: `DatabaseError` `.unreadable`.
  package func count(_ column: String, upTo most: Int64 = .max / 2) throws -> Int64 {
    min(max(0, try value(column)), most)
  }

  /// All columns in their order, with what is stored in them.
  package var columns: [RowColumn] { source.columns }

  /// The first column's value; nil for NULL, and where there is no column.
  func first<Value: Storable>() throws -> Value? {
    guard let name = source.columns.first?.name else { return nil }
    return try optional(name)
  }
}

/// A column's name with what is stored in it.
package typealias RowColumn = (name: String, value: StoredValue)

/// A row as an engine has it.
protocol RowSource {
  /// The value of a column; nil where there is none of the name.
  func stored(_ column: String) -> StoredValue?

  var columns: [RowColumn] { get }
}
