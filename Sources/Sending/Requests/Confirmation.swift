import NodeRPC
import Outbox
import Primitives
import Transactions

extension Receipt {
  /// The transaction's fee, by the signed bytes where the node gives no price with its receipts, as before London: one
  /// with a single price of Ethereum's pays that.
  ///
  /// - Returns: nil where neither has the price, and for a fee that the transaction cannot have paid: of more gas, or at
  ///   a higher price, than was signed.
  func fee(of transaction: UnsignedTransaction) -> Amount? {
    guard gasUsed <= transaction.gasLimit, effectiveGasPrice ?? 0 <= transaction.maxFeePerGas else { return nil }
    guard effectiveGasPrice == nil else { return fee }
    switch transaction {
    case .legacy, .accessList: return try? Amount(wei: transaction.maxFeePerGas).multiplied(by: UInt256(gasUsed))
    // With a tip, and among Kaia's own types, one may have paid less than it offers.
    default: return nil
    }
  }
}

extension SignedTransaction {
  /// The part of its fee that left its sender: all of it where that is its own fee payer.
  func part(of fee: Amount, paidBy sender: Address) -> Amount {
    guard let payment = transaction.kaia?.feePayment, feePayer?.address != sender else { return fee }
    return Amount(wei: payment.split(fee.wei).sender)
  }
}

/// A transaction that was mined and has the confirmations asked for.
public struct Confirmation: Sendable {
  /// The mined transaction: of several attempts of one intent, the one that made it.
  public let transaction: SignedTransaction
  /// The receipt of the endpoints that are believed; one that says the transaction failed is here, too.
  public let receipt: Receipt
  /// Blocks from the transaction's own to the newest, both included.
  public let confirmations: UInt64
  /// The endpoints that did not say so: they lag, lie or are silent. Empty where one endpoint is believed.
  public let disagreements: [EndpointDisagreement]

  /// The endpoints that told it alike; nil where one endpoint is believed.
  public let agreement: EndpointAgreement?

  /// The evidence that was found for it, by which the outbox goes; nil where none was.
  public internal(set) var evidence: EvidenceLevel?

  /// The evidence for people: what was found, or that as many endpoints agree as had to; nil where one node alone says
  /// it.
  public var vouched: EvidenceLevel? { evidence ?? agreement.map { $0.isOwn ? .own : .agreed } }

  /// The mined transaction's, which may be another than that of the first attempt.
  public var hash: Hash32 { transaction.hash }

  /// The cost of the gas, whoever paid it: units used times the effective price; nil when the node gives no price.
  public var fee: Amount? { receipt.fee(of: transaction.transaction) }

  /// The payers' shares of it.
  public var split: FeeSplit? {
    guard let fee else { return nil }
    return transaction.transaction.kaia?.feePayment.split(fee.wei) ?? FeeSplit(fee.wei, percent: 0)
  }
}
