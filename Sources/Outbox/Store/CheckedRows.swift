import Database

// The changes of rows that carry a check sum. In a file triggers keep the sums. On a server, which has no function of this
// program's, each is computed here and written in the same change.

extension Connection {
  /// Changes the rows of a table that a condition chooses.
  ///
  /// - Returns: how many there were.
  @discardableResult
  func update(
    _ table: String, _ changes: String, _ values: [(any Storable)?], where condition: String,
    _ arguments: [(any Storable)?]
  ) throws -> Int {
    let change = "UPDATE \(table) SET \(changes) WHERE \(condition)"
    guard engine == .server else { return try execute(change, values + arguments) }
    let old = try rows("SELECT * FROM \(table) WHERE \(condition) FOR UPDATE", arguments)
    // A row that is not as it was written would be given a sum that fits.
    for row in old { try RowChecksum.verify(row) }
    guard !old.isEmpty else { return 0 }
    let new = try rows("\(change) RETURNING *", values + arguments)
    for row in new { _ = try seal(row, table) }
    return new.count
  }

  /// Adds a row to a table, or changes the one that is in its place.
  ///
  /// - Parameter insertion: a statement that says what becomes of one in its place, if there can be one.
  /// - Returns: the row's number; nil where nothing was added.
  @discardableResult
  func insert(_ table: String, _ insertion: String, _ values: [(any Storable)?]) throws -> Int64? {
    guard engine == .server else {
      return try execute("INSERT INTO \(table) \(insertion)", values) == 1 ? try lastInsertedRow : nil
    }
    return try row("INSERT INTO \(table) \(insertion) RETURNING *", values).map { try seal($0, table) }
  }

  private func seal(_ row: Row, _ table: String) throws -> Int64 {
    let id: Int64 = try row.value("id")
    try execute("UPDATE \(table) SET checksum = ? WHERE id = ?", [RowChecksum.sum(of: row), id])
    return id
  }
}
