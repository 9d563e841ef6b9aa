import Database

extension Row {
  /// A number that cannot be below 0, within what can be counted with.
  ///
  /// - Throws: `DatabaseError` `.unreadable`.
  func count(_ column: String, upTo most: Int64 = .max / 2) throws -> Int64 {
    min(max(0, try value(column)), most)
  }
}
