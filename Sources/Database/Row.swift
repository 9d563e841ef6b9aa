internal import GRDB

/// A row of a result. A file may be damaged, or written to by anybody: what is missing or of another type is an error, and
/// no trap.
package struct Row {
  private let row: GRDB.Row

  init(_ row: GRDB.Row) { self.row = row }

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
    // The driver compares names without regard to their letters' case, which takes longer than all the rest.
    guard let stored = row.first(where: { $0.0 == column })?.1 else { throw DatabaseError.unreadable(column) }
    if stored.isNull { return nil }
    guard let value = Value(StoredValue(stored)) else { throw DatabaseError.unreadable(column) }
    return value
  }

  /// A number that cannot be below 0, within what can be counted with.
  ///
  /// - Throws: `DatabaseError` `.unreadable`.
  package func count(_ column: String, upTo most: Int64 = .max / 2) throws -> Int64 {
    min(max(0, try value(column)), most)
  }

  /// All columns in their order, with what is stored in them.
  package var columns: [Column] { row.map { ($0.0, StoredValue($0.1)) } }

  /// A column's name with what is stored in it.
  package typealias Column = (name: String, value: StoredValue)
}
