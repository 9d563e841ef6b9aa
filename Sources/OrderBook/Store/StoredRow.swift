import Database
import Primitives

/// A row of the book's file whose columns are read in their order: names would have to be looked up in each of 100,000.
struct StoredRow {
  private var columns: ArraySlice<RowColumn>

  init(_ row: Row) { columns = row.columns[...] }

  /// The next column's number.
  mutating func number() throws -> UInt64 {
    guard case .integer(let number) = try next().value, let number = UInt64(exactly: number) else { throw unreadable }
    return number
  }

  /// The next column's number; nil for NULL.
  mutating func numberIfAny() throws -> UInt64? {
    if columns.first?.value == .null {
      columns.removeFirst()
      return nil
    }
    return try number()
  }

  /// The next column's truth.
  mutating func bool() throws -> Bool { try number() != 0 }

  /// The next column's text.
  mutating func text() throws -> String {
    guard case .text(let text) = try next().value else { throw unreadable }
    return text
  }

  /// The next column's bytes.
  mutating func bytes() throws -> Bytes {
    guard case .blob(let bytes) = try next().value else { throw unreadable }
    return bytes
  }

  /// The next column's bytes; nil for NULL.
  mutating func bytesIfAny() throws -> Bytes? {
    switch try next().value {
    case .null: return nil
    case .blob(let bytes): return bytes
    default: throw unreadable
    }
  }

  /// The next column's number of 256 bits.
  mutating func word() throws -> UInt256 {
    let bytes = try bytes()
    guard bytes.count == 32, let word = try? UInt256(bigEndian: bytes) else { throw unreadable }
    return word
  }

  /// The next column's hash.
  mutating func hash() throws -> Hash32 { Hash32(try word()) }

  /// The next column's address.
  mutating func address() throws -> Address {
    guard let address = try? Address(try bytes()) else { throw unreadable }
    return address
  }

  /// The next column's address; nil for NULL.
  mutating func addressIfAny() throws -> Address? {
    guard let bytes = try bytesIfAny() else { return nil }
    guard let address = try? Address(bytes) else { throw unreadable }
    return address
  }

  private var unreadable: DatabaseError { DatabaseError.unreadable("column") }

  private mutating func next() throws -> RowColumn {
    guard let column = columns.popFirst() else { throw unreadable }
    return column
  }
}

extension UInt64 {
  /// The number as the file has it; the largest that a database has for one above that.
  var inFile: Int64 { Int64(clamping: self) }
}
