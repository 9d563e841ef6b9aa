import JSONFields
import Primitives
import StrictJSON

/// A transaction as a node gives it, mined or pending.
public struct RPCTransaction: Sendable, Hashable, NodeReply {
  /// The transaction's own, as the node gives it; it is not recomputed.
  public let hash: Hash32
  /// Nil while it is pending, as are the next two.
  public let blockNumber: UInt64?
  /// The hash of the block that has it.
  public let blockHash: Hash32?
  /// Its place in the block, from 0.
  public let transactionIndex: UInt64?
  /// The sender, as the node gives it; no signature is checked.
  public let from: Address
  /// Nil if it creates a contract.
  public let to: Address?
  /// The number of transactions that its sender sent before.
  public let nonce: UInt64
  /// Zero for those of Kaia's types that carry none.
  public let value: Amount
  /// The gas limit.
  public let gas: UInt64
  /// The price of gas, in wei; for a mined EIP-1559 transaction the price paid.
  public let gasPrice: UInt256?
  /// The most a unit of gas may cost, in wei (EIP-1559); nil for types that have only a gas price.
  public let maxFeePerGas: UInt256?
  /// The most of it that may come on top of the base fee, in wei (EIP-1559); nil likewise.
  public let maxPriorityFeePerGas: UInt256?
  /// The calldata, or the creation code.
  public let input: Bytes
  /// The number of its type; Kaia's `typeInt` in its own namespaces.
  public let type: UInt64?
  /// The chain it is signed for (EIP-155); nil where the node does not tell, as for a legacy one without.
  public let chainID: UInt256?
  let kaia: KaiaFields
  /// The transaction as the node gave it.
  public let raw: JSON

  /// Reads a transaction as a node gives it.
  public init(reply json: JSON) throws(JSONFieldProblem) {
    let fields = try JSONFields(json)
    hash = try fields.required("hash", .hash)
    blockNumber = try fields.optional("blockNumber", .quantity)
    blockHash = try fields.optional("blockHash", .hash)
    transactionIndex = try fields.optional("transactionIndex", .quantity)
    from = try fields.required("from", .address)
    to = try fields.optional("to", .address)
    nonce = try fields.required("nonce", .quantity)
    value = try fields.optional("value", .quantity) ?? .zero
    gas = try fields.required("gas", .quantity)
    gasPrice = try fields.optional("gasPrice", .quantity)
    maxFeePerGas = try fields.optional("maxFeePerGas", .quantity)
    maxPriorityFeePerGas = try fields.optional("maxPriorityFeePerGas", .quantity)
    input = try fields.optional(fields.object["input"] == nil ? "data" : "input", .bytes) ?? []
    type = try KaiaFields.type(fields)
    chainID = try fields.optional("chainId", .quantity)
    kaia = try KaiaFields(fields)
    raw = json
  }
}

// Only in the namespaces of Kaia's own.
extension RPCTransaction {
  /// The account that pays the fee on Kaia, if it is not the sender.
  public var feePayer: Address? { kaia.feePayer }
  /// Kaia: the per cent of the fee that the fee payer pays; nil if that is all of it, or nothing.
  public var feeRatio: UInt8? { kaia.feeRatio }
  /// Kaia: the hash of the transaction without the fee payer's part.
  public var senderTxHash: Hash32? { kaia.senderTxHash }
  /// Kaia: the sender's signatures.
  public var signatures: [RPCSignature] { kaia.signatures }
  /// Kaia: the fee payer's signatures.
  public var feePayerSignatures: [RPCSignature] { kaia.feePayerSignatures }
  /// Kaia: the key that an account update gives its account, for `AccountKey(decoding:)`; an update that failed may
  /// have none that can be read.
  public var newKey: Bytes? { kaia.newKey }
}
