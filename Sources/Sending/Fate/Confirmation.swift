import NodeRPC
import Primitives
import Transactions

/// A transaction that was mined and has the confirmations asked for.
public struct Confirmation: Sendable {
  /// As it was mined: of several attempts of one intent, the one that made it.
  public let transaction: SignedTransaction
  /// As the endpoints that are believed tell it; one that says the transaction failed is here, too.
  public let receipt: Receipt
  /// Blocks from the transaction's own to the newest, both counted.
  public let confirmations: UInt64
  /// The endpoints that did not say so: they lag, lie or are silent. Empty where one endpoint is believed.
  public let doubts: [EndpointDoubt]

  /// What vouches for it; nil for the word of one node.
  public internal(set) var evidence: EvidenceLevel?

  /// The mined transaction's, which may be another than that of the first attempt.
  public var hash: Hash32 { transaction.hash }

  /// What the gas cost, whoever paid it: units used times the effective price; nil when the node tells no price.
  public var fee: Amount? { receipt.fee }

  /// Who paid how much of it.
  public var split: FeeSplit? {
    guard let fee else { return nil }
    return transaction.transaction.kaia?.feePayment.split(fee.wei) ?? FeeSplit(fee.wei, percent: 0)
  }
}
