/// The arguments of a statement as a server takes them: in the binary form, so that no byte is special.
struct PostgresArguments {
  let types: [UInt32]
  private var places: [Range<Int>?] = []
  private var bytes: [UInt8] = []

  init(_ values: [StoredValue]) {
    types = values.map { $0.postgresType ?? 0 }
    for value in values {
      let start = bytes.count
      value.append(to: &bytes)
      places.append(value.postgresType.map { _ in start..<bytes.count })
    }
    // An empty value has a place, too.
    bytes.append(0)
  }

  /// Gives them in the form of libpq's functions: pointers, lengths, and 1 for the binary form of each.
  func withPointers(_ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) -> Int32) -> Int32 {
    bytes.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return body(
        places.map { place in place.flatMap { start?.advanced(by: $0.lowerBound) } },
        places.map { Int32($0?.count ?? 0) },
        places.map { _ in 1 })
    }
  }
}

/// Rows as a server takes them by `COPY … (FORMAT binary)`.
struct PostgresRows {
  /// Bytes that the server was not given yet, at first the head of the form.
  var bytes = Array("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0] + [UInt8](repeating: 0, count: 8)

  /// Whether rows have values of exactly these types: the server would read the bytes of others as if they were.
  static func are(_ rows: [[StoredValue]], of types: [UInt32]) -> Bool {
    rows.allSatisfy { row in
      row.count == types.count && zip(row, types).allSatisfy { $0.postgresType ?? $1 == $1 }
    }
  }

  mutating func append(_ row: [StoredValue]) {
    bytes.append(bigEndian: Int16(row.count))
    for value in row {
      bytes.append(bigEndian: value.postgresType == nil ? -1 : Int32(value.count))
      value.append(to: &bytes)
    }
  }

  /// Ends the rows.
  mutating func end() { bytes.append(bigEndian: Int16(-1)) }
}

extension StoredValue {
  /// The number of the type that it is sent as; nil for NULL, which is of any.
  fileprivate var postgresType: UInt32? {
    switch self {
    case .null: nil
    case .integer: PostgresType.int8
    case .real: PostgresType.float8
    case .text: PostgresType.text
    case .blob: PostgresType.bytea
    }
  }

  /// The number of bytes of its binary form.
  fileprivate var count: Int {
    switch self {
    case .null: 0
    case .integer, .real: 8
    case .text(let text): text.utf8.count
    case .blob(let blob): blob.count
    }
  }

  /// Appends its binary form; that of NULL is empty.
  fileprivate func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: break
    case .integer(let number): bytes.append(bigEndian: number)
    case .real(let number): bytes.append(bigEndian: number.bitPattern)
    case .text(let text): bytes.append(contentsOf: text.utf8)
    case .blob(let blob): bytes.append(contentsOf: blob)
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(bigEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }
}
