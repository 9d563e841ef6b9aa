import JSONFields
import Primitives
import StrictJSON

/// The receipt of a transaction, of the `eth_` namespace or of Kaia's `klay_` and `kaia_`.
public struct Receipt: Sendable, Hashable, NodeReply {
  /// The transaction that this is the receipt of.
  public let transactionHash: Hash32
  /// Nil on nodes that give receipts of pending transactions.
  public let blockNumber: UInt64?
  /// The block it is in; nil likewise.
  public let blockHash: Hash32?
  /// Its place in the block, from 0; nil likewise.
  public let transactionIndex: UInt64?
  /// The sender.
  public let from: Address
  /// Nil for a transaction that created a contract.
  public let to: Address?
  /// The contract created, if any.
  public let contractAddress: Address?
  /// Whether the transaction succeeded; nil before Byzantium, when a receipt had ``root`` instead.
  public let status: Bool?
  /// The state root after the transaction, before Byzantium.
  public let root: Hash32?
  /// The gas used by this transaction.
  public let gasUsed: UInt64
  /// The gas used in the block up to here; Kaia's own namespaces do not have it.
  public let cumulativeGasUsed: UInt64?
  /// The price paid for each gas, in wei; old nodes do not tell.
  public let effectiveGasPrice: UInt256?
  /// The logs of its contracts, in order; empty if it failed.
  public let logs: [Log]
  /// The number of the transaction's type: 0 legacy, 2 EIP-1559, …; Kaia's `typeInt` in its own namespaces.
  public let type: UInt64?
  /// Kaia: why the transaction failed (`txError`; 0x09 is reverted); only in its own namespaces.
  public let txError: UInt64?
  let kaia: KaiaFields
  /// The receipt as the node gave it.
  public let raw: JSON

  /// The fee that the transaction paid, if the node gave the price and it fits.
  public var fee: Amount? {
    effectiveGasPrice.flatMap { try? Amount(wei: $0).multiplied(by: UInt256(gasUsed)) }
  }

  /// Reads a receipt as a node gives it.
  public init(reply json: JSON) throws(JSONFieldProblem) {
    let fields = try JSONFields(json)
    transactionHash = try fields.required("transactionHash", .hash)
    blockNumber = try fields.optional("blockNumber", .quantity)
    blockHash = try fields.optional("blockHash", .hash)
    transactionIndex = try fields.optional("transactionIndex", .quantity)
    from = try fields.required("from", .address)
    to = try fields.optional("to", .address)
    contractAddress = try fields.optional("contractAddress", .address)
    let status: UInt256? = try fields.optional("status", .quantity)
    if let status, status > 1 { throw fields.failure("status", "is \(status) where 0 or 1 is due") }
    self.status = status.map { $0 == 1 }
    // Some nodes write "root": "0x" beside a status.
    root = status == nil ? try fields.optional("root", .hash) : nil
    gasUsed = try fields.required("gasUsed", .quantity)
    cumulativeGasUsed = try fields.optional("cumulativeGasUsed", .quantity)
    effectiveGasPrice = try fields.optional("effectiveGasPrice", .quantity)
    logs = try fields.required("logs", .listOrNull(of: .reply))
    type = try KaiaFields.type(fields)
    txError = try fields.optional("txError", .quantity)
    kaia = try KaiaFields(fields)
    raw = json
  }
}

// Only in the namespaces of Kaia's own; `KaiaTransactionFailure` of Transactions has the meanings of `txError`.
extension Receipt {
  /// Kaia: who paid the fee, if somebody else did.
  public var feePayer: Address? { kaia.feePayer }
  /// Kaia: the per cent of the fee that the fee payer paid; nil if that was all of it, or nothing.
  public var feeRatio: UInt8? { kaia.feeRatio }
  /// Kaia: the hash of the transaction without the fee payer's part.
  public var senderTxHash: Hash32? { kaia.senderTxHash }
  /// Kaia: the sender's signatures.
  public var signatures: [RPCSignature] { kaia.signatures }
  /// Kaia: the fee payer's signatures.
  public var feePayerSignatures: [RPCSignature] { kaia.feePayerSignatures }
}
