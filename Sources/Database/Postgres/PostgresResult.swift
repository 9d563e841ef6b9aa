internal import CPQ

/// The rows of a result in the binary form, which are kept until nobody reads any of them.
final class PostgresResult {
  private let library: cpq
  private let pointer: UnsafeMutableRawPointer
  /// The names of the columns: the server has written them in small letters.
  private let names: [[UInt8]]
  let count: Int

  /// - Parameter pointer: A result of libpq's, which is this one's from now on.
  init(_ pointer: UnsafeMutableRawPointer, _ library: cpq) {
    (self.pointer, self.library) = (pointer, library)
    count = Int(library.rows(pointer))
    names = (0..<library.columns(pointer)).map { column in
      library.column_name(pointer, column).map { Array(String(cString: $0).utf8) } ?? []
    }
  }

  deinit { library.clear(pointer) }

  /// The numbers of the columns' types.
  var types: [UInt32] { (0..<library.columns(pointer)).map { library.column_type(pointer, $0) } }

  /// The row at a place.
  func row(_ row: Int) -> Row { Row(PostgresRow(result: self, row: Int32(row))) }

  fileprivate var columnNames: [String] { names.map { String(decoding: $0, as: UTF8.self) } }

  fileprivate func column(_ name: String) -> Int32? {
    let wanted = name.utf8
    return names.firstIndex { known in
      known.count == wanted.count && zip(known, wanted).allSatisfy { $0 == $1 | ((65...90).contains($1) ? 0x20 : 0) }
    }.map { Int32($0) }
  }

  /// The value of a row in a column; nil for one of a type that no store has.
  fileprivate func value(_ row: Int32, _ column: Int32) -> StoredValue? {
    guard library.is_null(pointer, row, column) == 0 else { return .null }
    guard let start = library.value(pointer, row, column) else { return nil }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(library.length(pointer, row, column)))
    return switch library.column_type(pointer, column) {
    case PostgresType.bool: .integer(bytes.first == 1 ? 1 : 0)
    case PostgresType.int2: .integer(Int64(Int16(truncatingIfNeeded: Self.number(bytes))))
    case PostgresType.int4: .integer(Int64(Int32(truncatingIfNeeded: Self.number(bytes))))
    case PostgresType.int8: .integer(Int64(bitPattern: Self.number(bytes)))
    case PostgresType.float8: .real(Double(bitPattern: Self.number(bytes)))
    case PostgresType.bytea: .blob(Array(bytes))
    case PostgresType.text, PostgresType.name, PostgresType.varchar, PostgresType.unknown:
      .text(String(decoding: bytes, as: UTF8.self))
    default: nil
    }
  }

  private static func number(_ bytes: UnsafeRawBufferPointer) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}

/// A row of a server's result.
private struct PostgresRow: RowSource {
  let result: PostgresResult
  let row: Int32

  func stored(_ column: String) -> StoredValue? { result.column(column).flatMap { result.value(row, $0) } }

  var columns: [RowColumn] {
    result.columnNames.enumerated().map { ($1, result.value(row, Int32($0)) ?? .null) }
  }
}

/// The numbers of the types that are sent and read (pg_type.dat).
enum PostgresType {
  static let bool: UInt32 = 16
  static let bytea: UInt32 = 17
  static let name: UInt32 = 19
  static let int8: UInt32 = 20
  static let int2: UInt32 = 21
  static let int4: UInt32 = 23
  static let text: UInt32 = 25
  static let float8: UInt32 = 701
  static let unknown: UInt32 = 705
  static let varchar: UInt32 = 1043
}
