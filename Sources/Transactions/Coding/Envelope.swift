import Primitives

/// A transaction's outer form: which kind it says it is (EIP-2718), and the fields of its list.
struct Envelope {
  let kind: TransactionKind
  let items: [RLP.Item]
  /// The bytes, without the 0x78 that Kaia has in front of Ethereum's typed kinds.
  let bytes: Bytes

  /// Takes the bytes apart without looking at the fields.
  ///
  /// - Throws: `malformedRLP` or `unknownType`.
  init(_ bytes: Bytes) throws(TransactionError) {
    guard let first = bytes.first else {
      throw TransactionError(.malformedRLP, "There are no bytes to decode.", advice: "Give the raw transaction.")
    }
    if first >= 0xc0 {
      kind = .legacy
      items = try Self.list(bytes)
      self.bytes = bytes
      return
    }
    self.bytes = first == TransactionKind.ethereumPrefix ? try Self.unprefixed(bytes) : bytes
    guard let kind = TransactionKind(rawValue: self.bytes[0]), kind != .legacy else { throw Self.unknown(first) }
    self.kind = kind
    items = try Self.list(Bytes(self.bytes.dropFirst()))
  }

  /// The bytes after the 0x78.
  private static func unprefixed(_ bytes: Bytes) throws(TransactionError) -> Bytes {
    guard bytes.count > 1, (1...4).contains(bytes[1]) else {
      throw TransactionError(
        .unknownType, "After the byte 0x78 none of Ethereum's types follows.",
        reason: "Kaia has 0x01 to 0x04 there.")
    }
    return Bytes(bytes.dropFirst())
  }

  /// The items of a list.
  static func list(_ bytes: Bytes) throws(TransactionError) -> [RLP.Item] {
    let item: RLP.Item
    do {
      item = try RLP.decode(bytes)
    } catch {
      throw TransactionError(
        .malformedRLP, "The transaction is not canonical RLP.", reason: error.inOneLine,
        advice: "Check that the bytes are complete: nothing cut off, nothing added.")
    }
    guard case .list(let items) = item else {
      throw TransactionError(.malformedRLP, "The transaction is not an RLP list.")
    }
    return items
  }

  private static func unknown(_ first: UInt8) -> TransactionError {
    if (0x80..<0xc0).contains(first) {
      return TransactionError(
        .unknownType, "The bytes are an RLP string, not a transaction.",
        reason: "Blocks wrap typed transactions so.", advice: "Give what is inside the string.")
    }
    return TransactionError(
      .unknownType, "No known kind of transaction begins with the byte \(Hex.encode([first])).",
      reason:
        "Known are legacy ones (a list, 0xc0 and above), the types 0x01 to 0x04, and Kaia's 0x08 to 0x4a and 0x78.")
  }
}
