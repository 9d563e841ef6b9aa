import Primitives

/// Reads the fields of one RLP list in their order, and names each in its errors.
struct FieldReader {
  /// The kind of list, for errors.
  enum Place {
    case transaction(TransactionKind)
    case element(of: String, index: Int)
  }

  private let items: [RLP.Item]
  private let place: Place
  private var next = 0

  /// Begins at the first of `items`, which must be exactly `count`.
  init(_ items: [RLP.Item], count: Int, place: Place) throws(TransactionError) {
    self.items = items
    self.place = place
    guard items.count == count else {
      throw TransactionError(
        .wrongFieldCount, "\(whole.capitalizedFirst) has \(count) fields, this one has \(items.count).",
        about: path, advice: "Check that the bytes are complete and of the kind they say they are.")
    }
  }

  /// Begins at the first item of a list that is itself a field.
  init(_ item: RLP.Item, count: Int, place: Place) throws(TransactionError) {
    guard case .list(let items) = item else {
      var path = "?"
      if case .element(let list, let index) = place { path = "\(list)[\(index)]" }
      throw TransactionError(
        .wrongFieldShape, "The field \(path) holds bytes where a list is due.", about: path)
    }
    try self.init(items, count: count, place: place)
  }

  // MARK: Shapes

  /// The bytes of the next field, whatever they are.
  mutating func bytes(_ field: StaticString) throws(TransactionError) -> Bytes {
    guard case .bytes(let bytes) = try item(field) else {
      throw failure(.wrongFieldShape, field, "holds a list where bytes are due")
    }
    return bytes
  }

  /// The items of the next field, a list.
  mutating func list(_ field: StaticString) throws(TransactionError) -> [RLP.Item] {
    guard case .list(let items) = try item(field) else {
      throw failure(.wrongFieldShape, field, "holds bytes where a list is due")
    }
    return items
  }

  private mutating func item(_ field: StaticString) throws(TransactionError) -> RLP.Item {
    guard next < items.count else { throw failure(.wrongFieldCount, field, "is missing") }
    defer { next += 1 }
    return items[next]
  }

  // MARK: Values

  /// An integer below 2^256.
  mutating func uint256(_ field: StaticString) throws(TransactionError) -> UInt256 {
    let bytes = try integer(field, width: 32)
    do {
      return try UInt256(bigEndian: bytes)
    } catch {
      throw failure(.tooLarge, field, "is above 2^256 − 1")
    }
  }

  /// An integer below 2^64.
  mutating func uint64(_ field: StaticString) throws(TransactionError) -> UInt64 {
    try integer(field, width: 8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// An integer below 2^8.
  mutating func uint8(_ field: StaticString) throws(TransactionError) -> UInt8 {
    try integer(field, width: 1).first ?? 0
  }

  /// A nonce below 2^64 − 1 (EIP-2681).
  mutating func nonce() throws(TransactionError) -> UInt64 {
    let bytes = try integer("nonce", width: 32)
    let nonce = bytes.count > 8 ? UInt64.max : bytes.reduce(0) { $0 << 8 | UInt64($1) }
    guard nonce != .max else {
      throw failure(.nonceTooLarge, "nonce", "is 2^64 − 1 or more", reason: "EIP-2681 ends an account's nonces there.")
    }
    return nonce
  }

  /// Twenty bytes, or none.
  mutating func optionalAddress(_ field: StaticString) throws(TransactionError) -> Address? {
    let bytes = try bytes(field)
    return bytes.isEmpty ? nil : try address(bytes, field)
  }

  /// Twenty bytes.
  mutating func address(_ field: StaticString) throws(TransactionError) -> Address {
    try address(try bytes(field), field)
  }

  /// A list of 32-byte items.
  mutating func hashes(_ field: StaticString) throws(TransactionError) -> [Hash32] {
    let items = try list(field)
    var hashes: [Hash32] = []
    hashes.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      guard case .bytes(let bytes) = item else {
        throw failure(.wrongFieldShape, field, "holds a list at \(index) where 32 bytes are due")
      }
      do {
        hashes.append(try Hash32(bytes))
      } catch {
        throw failure(.wrongLength, field, "holds \(bytes.count) bytes at \(index) where 32 are due")
      }
    }
    return hashes
  }

  private func address(_ bytes: Bytes, _ field: StaticString) throws(TransactionError) -> Address {
    do {
      return try Address(bytes)
    } catch {
      throw failure(.wrongLength, field, "has \(bytes.count) bytes, an address has 20")
    }
  }

  private mutating func integer(_ field: StaticString, width: Int) throws(TransactionError) -> Bytes {
    let bytes = try bytes(field)
    if bytes.first == 0 {
      throw failure(
        .leadingZeros, field, "begins with a zero byte", reason: "RLP integers have no leading zeros; 0 is no byte.")
    }
    guard bytes.count <= width else {
      throw failure(.tooLarge, field, "has \(bytes.count) bytes, at most \(width) fit")
    }
    return bytes
  }

  // MARK: EndpointEvidence

  private var whole: String {
    switch place {
    case .transaction(let kind): kind.phrase
    case .element(let list, let index): "the entry \(list)[\(index)]"
    }
  }

  private var path: String? {
    switch place {
    case .transaction: nil
    case .element(let list, let index): "\(list)[\(index)]"
    }
  }

  /// An error about one field of this list.
  func failure(
    _ code: TransactionError.Code, _ field: StaticString, _ what: String, reason: String? = nil
  ) -> TransactionError {
    let name = path.map { "\($0).\(field)" } ?? "\(field)"
    return TransactionError(code, "The field \(name) \(what).", about: name, reason: reason)
  }
}

extension String {
  /// A copy with a capital at its beginning.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
