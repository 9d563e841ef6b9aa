import GRDB

extension Row {
  /// A column of a file that anybody may have written to: what is missing or of another kind is an error and no trap.
  ///
  /// - Throws: `DatabaseError`.
  func checked<Value: DatabaseValueConvertible>(_ column: String, as type: Value.Type = Value.self) throws -> Value {
    guard let value = try checkedIfAny(column, as: type) else { throw Self.damage(column) }
    return value
  }

  /// A column as `checked(_:as:)` gives it, or nil for NULL.
  ///
  /// - Throws: `DatabaseError`.
  func checkedIfAny<Value: DatabaseValueConvertible>(
    _ column: String, as type: Value.Type = Value.self
  ) throws -> Value? {
    guard hasColumn(column) else { throw Self.damage(column) }
    let stored: DatabaseValue = self[column]
    if stored.isNull { return nil }
    guard let value = Value.fromDatabaseValue(stored) else { throw Self.damage(column) }
    return value
  }

  private static func damage(_ column: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_MISMATCH, message: "The column '\(column)' is missing, or holds something else.")
  }
}
