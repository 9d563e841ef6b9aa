import Database
import Primitives

/// The check sum that every row carries: a bit that flipped on the disk is noticed before anything is decided by it.
///
/// The first eight bytes of Keccak-256 over all columns. Triggers of a file keep it, by a function that this program
/// gives to its connections: who writes without it is refused by SQLite. On a server it is written with the row.
enum RowChecksum {
  static let function = SQLFunction("outboxChecksum") { .blob(of($0)) }

  /// Gives every row its check sum, and sees to it that each change does; once more when a table gets another column.
  static func install(_ db: Connection, on tables: [String]) throws {
    for table in tables {
      let columns = try db.columns(of: table).filter { $0 != column }
      let new = columns.map { "NEW.\($0)" }.joined(separator: ", ")
      let old = columns.map { "OLD.\($0)" }.joined(separator: ", ")
      let plain = columns.joined(separator: ", ")
      try db.execute(
        """
        DROP TRIGGER IF EXISTS \(table)Inserted;
        DROP TRIGGER IF EXISTS \(table)Damaged;
        DROP TRIGGER IF EXISTS \(table)Updated;
        UPDATE \(table) SET checksum = outboxChecksum(\(plain));
        CREATE TRIGGER \(table)Inserted AFTER INSERT ON \(table) BEGIN
          UPDATE \(table) SET checksum = outboxChecksum(\(new)) WHERE id = NEW.id;
        END;
        CREATE TRIGGER \(table)Damaged BEFORE UPDATE OF \(plain) ON \(table)
          WHEN OLD.checksum IS NOT outboxChecksum(\(old)) BEGIN
          SELECT RAISE(ABORT, 'Row of \(table) is not as it was written.');
        END;
        CREATE TRIGGER \(table)Updated AFTER UPDATE OF \(plain) ON \(table) BEGIN
          UPDATE \(table) SET checksum = outboxChecksum(\(new)) WHERE id = NEW.id;
        END;
        """)
    }
  }

  /// Gives every row of a server's table its sum anew, once there is a column more, in batches within the same change;
  /// who changed the table has it alone until then. Only programs that read no sum without the column need that.
  ///
  /// - Throws: `DatabaseError` `.unreadable` for a row that was not as it was written.
  static func renew(_ db: Connection, on table: String) throws {
    var last = Int64.min
    while true {
      let rows = try db.rows("SELECT * FROM \(table) WHERE id > ? ORDER BY id LIMIT ?", [last, batch])
      guard !rows.isEmpty else { return }
      var sums: [(any Storable)?] = []
      for row in rows {
        try verify(row)
        last = try row.value("id")
        sums += [last, sum(of: row)]
      }
      let places = [String](repeating: "(?, ?)", count: rows.count).joined(separator: ", ")
      try db.execute(
        """
        UPDATE \(table) SET checksum = renewed.sum FROM (VALUES \(places)) AS renewed (id, sum)
        WHERE \(table).id = renewed.id
        """, sums)
    }
  }

  /// The most rows that are in memory at once.
  private static let batch = 500

  /// Makes sure that the rows of a file's table are as they were written, before each gets another sum.
  ///
  /// - Throws: `DatabaseError` `.unreadable`.
  static func verify(_ db: Connection, _ table: String) throws {
    try db.forEachRow("SELECT * FROM \(table)") { try verify($0) }
  }

  /// Makes sure that a row, read whole, is as it was written.
  ///
  /// - Throws: `DatabaseError` `.unreadable`.
  static func verify(_ row: Row) throws { try verify(row.columns) }

  /// Makes sure that the columns of a row, all in their order, are as they were written: when there were all of them, or
  /// before the last ones were added, in which nothing stands then.
  ///
  /// - Throws: `DatabaseError` `.unreadable`.
  static func verify(_ columns: [RowColumn]) throws {
    let sum = columns.last { $0.name == column }?.value
    var values = columns.filter { $0.name != column }.map(\.value)
    while sum != .blob(of(values)) {
      guard values.popLast() == .null else {
        throw DatabaseError(.unreadable, "A row does not fit its check sum: something else changed it.")
      }
    }
  }

  /// The check sum of a row, read whole.
  static func sum(of row: Row) -> Bytes { of(row.columns.filter { $0.name != column }.map(\.value)) }

  private static let column = "checksum"

  private static func of(_ values: [StoredValue]) -> Bytes {
    let items: [RLP.Item] = values.map { value in
      switch value {
      case .null: .bytes([0])
      case .integer(let number): .bytes(Bytes("i\(number)".utf8))
      case .real(let number): .bytes(Bytes("d\(number)".utf8))
      case .text(let text): .bytes(Bytes("s\(text)".utf8))
      case .blob(let bytes): .bytes([UInt8(ascii: "b")] + bytes)
      }
    }
    return Bytes(Keccak256.hash(RLP.encode(.list(items))).bytes.prefix(8))
  }
}
