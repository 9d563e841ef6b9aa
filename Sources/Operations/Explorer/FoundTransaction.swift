import ContractABI
import ContractClient
import NodeRPC
import Primitives
import Sending
import Transactions

/// A transaction as the node knows it now.
package struct FoundTransaction: Sendable {
  /// The hash by which the chain knows it.
  package let hash: Hash32
  /// The transaction as Kaia's nodes have it, if it is of one of Kaia's own types.
  package let native: SignedTransaction?
  /// The transaction; nil where the node has its receipt alone.
  package let transaction: RPCTransaction?
  /// The receipt; nil while it is in no block.
  package let receipt: Receipt?
  /// The time of its block, in seconds since 1970.
  package private(set) var timestamp: UInt64?
  /// The blocks from its own to the newest, both counted.
  package private(set) var confirmations: UInt64?
  /// The base fee of its block, in wei.
  private(set) var baseFee: UInt256?
  /// The transaction by bytes that have its hash, which no node can change: those that were signed here, or those that the
  /// node shows; nil where neither does.
  package let signed: SignedTransaction?
  var place: Connection

  /// Looks for a transaction.
  ///
  /// - Parameter own: The transaction as it was signed here; one of another hash is not looked at.
  /// - Returns: Nil when the node has never heard of it.
  /// - Throws: `NodeError`.
  package init?(_ hash: Hash32, signedHere own: SignedTransaction? = nil, on place: Connection) async throws {
    self.place = place
    var hash = hash
    var found = try await place.node.send(together: .transaction(hash), .transactionReceipt(hash))
    // A sender knows it by another hash than the chain when another account pays.
    if found.0 == nil, found.1 == nil, let other = try? await place.node.kaiaTransaction(bySenderTxHash: hash) {
      hash = other.hash
      found = try await place.node.send(together: .transaction(hash), .transactionReceipt(hash))
    }
    self.hash = hash
    (transaction, receipt) = found
    native = transaction == nil ? nil : try? await Self.native(hash, at: place.node)
    let shown = native ?? transaction.flatMap { try? SignedTransaction(json: $0.raw) }
    signed = [own, shown].compactMap { $0 }.first { $0.hash == hash }
    guard transaction != nil || receipt != nil else { return nil }
    if let number = receipt?.blockNumber {
      let (head, block) = try await place.node.send(together: .blockNumber(), .block(.number(number), full: false))
      confirmations = head >= number ? (head - number).addingSaturated(1) : nil
      (timestamp, baseFee) = (block?.timestamp, block?.baseFeePerGas)
    }
  }

  /// Kaia's nodes show their own types as legacy ones in the namespace that all nodes have.
  private static func native(_ hash: Hash32, at node: NodeClient) async throws -> SignedTransaction? {
    guard let seen = try await node.kaiaTransaction(hash), let signed = try? SignedTransaction(json: seen.raw),
      signed.hash == hash, signed.transaction.kaia != nil
    else { return nil }
    return signed
  }

  /// The cost of the gas, whoever paid it; nil where the node does not give the price, and where what it gives cannot be.
  package var fee: Amount? { hasPossibleGas ? receipt?.fee(of: transaction, baseFee: baseFee) : nil }

  /// Whether the gas and its price can be those of the transaction.
  package var hasPossibleGas: Bool {
    guard let receipt else { return true }
    guard receipt.hasPossibleGas(of: transaction, baseFee: baseFee) else { return false }
    guard let offer = signed?.transaction else { return true }
    return receipt.gasUsed <= offer.gasLimit && receipt.effectiveGasPrice ?? 0 <= offer.maxFeePerGas
  }

  /// The split of the fee, if other accounts than the sender could have paid.
  package var split: FeeSplit? {
    guard let fee else { return nil }
    return native?.transaction.kaia?.feePayment.split(fee.wei)
  }

  /// The sender.
  package var from: Address? { (try? signed?.sender()) ?? transaction?.from ?? receipt?.from }
  /// The contract that was called, or was made.
  package var to: Address? { receiver ?? receipt?.contractAddress }
  /// The receiver; nil for a creation.
  package var receiver: Address? { signed.map(\.transaction.to) ?? transaction?.to ?? receipt?.to }
  /// The amount that it moves.
  package var value: Amount? { signed.map { Amount(wei: $0.transaction.value) } ?? transaction?.value }
  /// The sender's nonce.
  package var nonce: UInt64? { signed?.transaction.nonce ?? transaction?.nonce }
  /// The gas limit.
  package var gasLimit: UInt64? { signed?.transaction.gasLimit ?? transaction?.gas }
  /// The calldata, or the creation code.
  package var input: Bytes? { signed?.transaction.data ?? transaction?.input }

  /// Its status.
  package enum Status: String, Sendable, Hashable {
    case pending, succeeded, failed
  }

  /// Its status.
  package var status: Status {
    guard let receipt, receipt.blockNumber != nil else { return .pending }
    return receipt.status ?? true ? .succeeded : .failed
  }

  /// The evidence for how it ended; nil while it is in no block.
  package func finding() async -> ProofFinding? {
    guard let receipt, receipt.blockNumber != nil else { return nil }
    return await place.connection.sender.finding(for: receipt)
  }

  /// The reason why it failed; nil if it did not.
  package func failure(errors: [ABIError]) async -> RevertReason? {
    guard status == .failed, let receipt, let transaction else { return nil }
    let call = CallRequest(
      from: transaction.from, to: transaction.to, value: transaction.value, data: transaction.input)
    return await place.node.failure(of: call, gasLimit: transaction.gas, receipt: receipt, errors: errors)
  }
}
