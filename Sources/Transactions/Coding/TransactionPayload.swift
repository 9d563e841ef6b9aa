import Primitives

/// A transaction of any kind: the fields in the order of the wire, without the signature, and those that all kinds have.
protocol TransactionPayload: Hashable, Sendable {
  /// The fields, the signature not among them.
  var items: [RLP.Item] { get }
  /// The fields that all kinds have.
  var common: CommonPayload { get }
}

/// A transaction of one of Ethereum's kinds, whose fields are those of the kind's EIP.
protocol EthereumPayload: TransactionPayload {
  /// How many fields the kind has without its signature.
  static var fieldCount: Int { get }

  /// Reads the fields of `fieldCount`, the signature not among them.
  init(reading reader: inout FieldReader) throws(TransactionError)
}

/// The fields that every kind has, or has something for.
struct CommonPayload {
  let chainID: UInt256?
  let nonce: UInt64
  let gasLimit: UInt64
  let to: Address?
  let value: UInt256
  let data: Bytes
  var accessList: [AccessListEntry] = []
  let maxFeePerGas: UInt256
  let maxPriorityFeePerGas: UInt256
}

extension RLP.Item {
  /// A recipient, or no bytes for a contract creation.
  static func recipient(_ address: Address?) -> RLP.Item {
    address.map { .address($0) } ?? .bytes([])
  }
}
