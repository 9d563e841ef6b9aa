import NodeRPC
import Primitives
import Transactions

/// A transaction on the chain whose fee an account paid for another.
public struct FeePayment: Sendable, Hashable {
  /// The transaction's hash.
  public var hash: Hash32
  /// The number of its block.
  public var block: UInt64
  /// The transaction's sender.
  public var sender: Address
  /// The hash that the fee payer signed; nil if the node shows too little of it.
  public var id: Hash32?
  /// The most that it can have cost the fee payer.
  public var cost: UInt256

  /// A payment that somebody else has read.
  public init(hash: Hash32, block: UInt64, sender: Address, id: Hash32?, cost: UInt256) {
    self.hash = hash
    self.block = block
    self.sender = sender
    self.id = id
    self.cost = cost
  }

  init(_ transaction: RPCTransaction, by feePayer: Address, in block: UInt64) {
    let (fee, isAbsurd) = (transaction.gasPrice ?? 0).multipliedReportingOverflow(by: UInt256(transaction.gas))
    self.init(hash: transaction.hash, block: block, sender: transaction.from, id: nil, cost: isAbsurd ? .max : fee)
    guard let signed = try? SignedTransaction(json: transaction.raw, allowingHighS: true),
      case .kaia(let kaia) = signed.transaction
    else { return }
    // The sender's signatures may be exchanged for others, and the hash with them; what the fee payer signs stays.
    id = kaia.feePayerSigningHash(feePayer: feePayer)
    cost = kaia.feePayment.split(cost).feePayer
  }
}
