import Primitives

/// A transaction's outer form: which kind it says it is (EIP-2718), and the fields of its list.
struct Envelope {
  let kind: TransactionKind
  let items: [RLP.Item]

  /// Takes the bytes apart without looking at the fields.
  ///
  /// - Throws: `malformedRLP`, `unknownType` or `kaiaNotSupported`.
  init(_ bytes: Bytes) throws(TransactionError) {
    guard let first = bytes.first else {
      throw TransactionError(.malformedRLP, "There are no bytes to decode.", advice: "Give the raw transaction.")
    }
    if first >= 0xc0 {
      kind = .legacy
      items = try Self.list(bytes)
      return
    }
    guard let kind = TransactionKind(rawValue: first), kind != .legacy else {
      throw Self.unknown(bytes, first)
    }
    self.kind = kind
    items = try Self.list(Bytes(bytes.dropFirst()))
  }

  private static func list(_ bytes: Bytes) throws(TransactionError) -> [RLP.Item] {
    let item: RLP.Item
    do {
      item = try RLP.decode(bytes)
    } catch {
      throw TransactionError(
        .malformedRLP, "The transaction is not canonical RLP.", reason: "\(error)",
        advice: "Check that the bytes are complete: nothing cut off, nothing added.")
    }
    guard case .list(let items) = item else {
      throw TransactionError(.malformedRLP, "The transaction is not an RLP list.")
    }
    return items
  }

  private static func unknown(_ bytes: Bytes, _ first: UInt8) -> TransactionError {
    if let name = KaiaTypeName.name(of: first) {
      return kaia("0x" + hex(first), name)
    }
    if first == KaiaTypeName.ethereumPrefix, bytes.count > 1, let name = KaiaTypeName.ethereumName(of: bytes[1]) {
      return kaia("0x78" + hex(bytes[1]), name)
    }
    if (0x80..<0xc0).contains(first) {
      return TransactionError(
        .unknownType, "The bytes are an RLP string, not a transaction.",
        reason: "Blocks wrap typed transactions so.", advice: "Give what is inside the string.")
    }
    return TransactionError(
      .unknownType, "No known kind of transaction begins with the byte 0x\(hex(first)).",
      reason: "Known are legacy ones (a list, 0xc0 and above) and the types 0x01 to 0x04.")
  }

  private static func kaia(_ type: String, _ name: String) -> TransactionError {
    TransactionError(
      .kaiaNotSupported, "Not supported yet: Kaia type \(type) (\(name)).",
      advice: "Use one of Ethereum's kinds, which Kaia takes too.")
  }

  private static func hex(_ byte: UInt8) -> String {
    Hex.encode(CollectionOfOne(byte), prefix: false)
  }
}
