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

  /// Makes sure that a row, read whole, is as it was written.
  ///
  /// - Throws: `DatabaseError` `.unreadable`.
  static func verify(_ row: Row) throws { try verify(row.columns) }

  /// Makes sure that the columns of a row, all in their order, are as they were written.
  ///
  /// - Throws: `DatabaseError` `.unreadable`.
  static func verify(_ columns: [RowColumn]) throws {
    let sum = of(columns.filter { $0.name != column }.map(\.value))
    guard columns.last(where: { $0.name == column })?.value == .blob(sum) else {
      throw DatabaseError(.unreadable, "A row does not fit its check sum: something else changed it.")
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
