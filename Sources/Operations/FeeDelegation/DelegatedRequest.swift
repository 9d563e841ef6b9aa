import Primitives
import Transactions

/// A transaction that a wallet signed and whose fee another is to pay, compared with its proposal field by field.
///
/// Nothing of the chain is asked here; see ``DelegationCheck``.
public struct DelegatedRequest: Sendable, Hashable {
  /// The transaction with the signatures of its sender alone.
  public let partly: PartlySignedTransaction

  /// The bytes beside the calldata that the largest one has: ten signatures and the fields, and room for a placeholder.
  private static let otherBytes = 1_536

  /// Reads what a wallet gave, in the forms of kaia-sdk and of caver, and makes sure that it is what was proposed.
  ///
  /// - Parameters:
  ///   - feePayer: The account that will pay; nil where it is not known yet.
  ///   - coin: The coin in which amounts are given.
  /// - Throws: `DelegationError` of the codes for what was signed.
  public init(
    _ raw: Bytes, for proposal: DelegatedProposal, feePayer: Address?, coin: Amount.Unit = .kaia
  ) throws(DelegationError) {
    guard raw.count <= proposal.input.count + Self.otherBytes else {
      throw DelegationError(
        .tooLong, "The wallet gave too many bytes for this transaction.", reason: "They are \(raw.count).")
    }
    let read: PartlySignedTransaction
    do throws(TransactionError) {
      read = try PartlySignedTransaction(decoding: raw)
    } catch {
      throw DelegationError(
        error.code == .notKaia ? .otherType : .malformed,
        "The wallet gave no transaction whose fee another can pay.", reason: error.inOneLine)
    }
    if let payer = read.feePayer {
      guard payer.signatures.isEmpty else {
        throw DelegationError(.paidAlready, "A fee payer has signed this transaction already.")
      }
      if let feePayer, payer.address != feePayer {
        throw DelegationError(
          .otherFeePayer, "It names another fee payer: \(payer.address) in place of \(feePayer).",
          facts: .addresses(proposed: feePayer, signed: payer.address))
      }
    }
    guard !read.signatures.isEmpty else {
      throw DelegationError(.notSigned, "The wallet has not signed this transaction.")
    }
    // The payer's part is made anew; whatever was named there is left out.
    var partly = PartlySignedTransaction(read.transaction)
    partly.add(read.signatures)
    self.partly = partly
    try compare(with: proposal, coin)
  }

  /// The transaction's fields.
  public var transaction: KaiaTransaction { partly.transaction }
  /// The hash by which its sender knows it: one for the same bytes, in whatever form.
  public var senderHash: Hash32 { partly.senderTxHash }

  /// The most that it can cost the fee payer; nil for an absurd price.
  var cost: Amount? { parts.map { Amount(wei: $0.feePayer) } }

  /// The parts of the highest fee that sender and fee payer pay.
  var parts: FeeSplit? {
    let (fee, isAbsurd) = transaction.gasPrice.multipliedReportingOverflow(by: UInt256(transaction.gasLimit))
    return isAbsurd ? nil : transaction.feePayment.split(fee)
  }

  private func compare(with proposal: DelegatedProposal, _ coin: Amount.Unit) throws(DelegationError) {
    guard case .execution(let to, let value, let input) = transaction.operation, transaction.type.isFeeDelegated else {
      throw DelegationError(
        .otherType, "It is another kind of transaction than the one proposed: \(transaction.type.name).")
    }
    guard transaction.chainID == proposal.chainID else {
      throw DelegationError(
        .otherChain, "It is for another chain: \(transaction.chainID) in place of \(proposal.chainID).",
        facts: .numbers(proposed: proposal.chainID, signed: transaction.chainID))
    }
    guard transaction.from == proposal.from else {
      throw DelegationError(
        .otherSender, "Another account sends it: \(transaction.from) in place of \(proposal.from).",
        facts: .addresses(proposed: proposal.from, signed: transaction.from))
    }
    guard to == proposal.to else {
      throw DelegationError(
        .otherReceiver, "It goes to another contract: \(to) in place of \(proposal.to).",
        facts: .addresses(proposed: proposal.to, signed: to))
    }
    guard value == proposal.value.wei else {
      let signed = Amount(wei: value)
      throw DelegationError(
        .otherAmount, "It pays another amount: \(coin.text(signed)) in place of \(coin.text(proposal.value)).",
        facts: .amounts(proposed: proposal.value, signed: signed, coin))
    }
    guard input == proposal.input else {
      throw DelegationError(.otherCall, "It calls the contract otherwise than proposed.")
    }
    let (share, signed) = (proposal.percent ?? 100, transaction.feePayment.percent)
    guard share == signed else {
      throw DelegationError(
        .otherShare, "It has another share of the fee paid: \(signed) per cent in place of \(share).",
        facts: .shares(proposed: share, signed: signed))
    }
    guard transaction.gasLimit <= proposal.gas else {
      throw DelegationError(
        .moreGas, "It may use more gas than proposed: \(transaction.gasLimit) in place of \(proposal.gas).",
        facts: .numbers(proposed: UInt256(proposal.gas), signed: UInt256(transaction.gasLimit)))
    }
  }
}

extension KaiaTransaction.FeePayment {
  /// The fee payer's per cent of the fee.
  fileprivate var percent: UInt8 {
    switch self {
    case .sender: 0
    case .delegated: 100
    case .shared(let percent): percent
    }
  }
}

extension Amount.Unit {
  /// An amount with every digit and this unit's symbol.
  func text(_ amount: Amount) -> String { "\(amount.formatted(in: self)) \(symbol)" }
}
