import Primitives

/// A transaction of one of Ethereum's kinds: the fields in the order of the kind's EIP, without the signature.
protocol TransactionPayload: Hashable, Sendable {
  /// How many fields the kind has without its signature.
  static var fieldCount: Int { get }

  /// Reads the fields of `fieldCount`, the signature not among them.
  init(reading reader: inout FieldReader) throws(TransactionError)
  /// The fields, the signature not among them.
  var items: [RLP.Item] { get }
}

extension RLP.Item {
  /// A recipient, or no bytes for a contract creation.
  static func recipient(_ address: Address?) -> RLP.Item {
    address.map { .address($0) } ?? .bytes([])
  }
}
