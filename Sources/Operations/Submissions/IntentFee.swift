import Outbox
import Primitives
import Transactions

extension Intent {
  /// The account's own part of the fee; nil while it is not mined, and where the price is not known.
  package var ownFee: Amount? { split(fee).map { Amount(wei: $0.sender) } }

  /// The fee payer's part of the fee; nil if nobody did.
  package var feePayerPaid: Amount? {
    split(fee).flatMap { $0.feePayer > 0 ? Amount(wei: $0.feePayer) : nil }
  }

  /// The parts of a fee of the attempt that was mined.
  package func split(_ fee: Amount?) -> FeeSplit? { payment(of: fee)?.paid }

  /// The money that an account paid for its gas without being its sender; nil if it paid nothing.
  package func paid(by payer: Address) -> Amount? {
    guard payer != account, let mined = payment(of: fee), mined.payer == payer, mined.paid.feePayer > 0
    else { return nil }
    return Amount(wei: mined.paid.feePayer)
  }

  private func payment(of fee: Amount?) -> MinedFee? {
    guard let fee else { return nil }
    let alone = MinedFee(told: FeeSplit(fee.wei, percent: 0), paid: FeeSplit(fee.wei, percent: 0))
    guard !isPlain else { return alone }
    let candidates = attempts.reversed().compactMap { attempt -> MinedFee? in
      guard !attempt.isHandedOver, let signed = try? SignedTransaction(decoding: attempt.raw) else { return nil }
      let told = signed.transaction.kaia?.feePayment.split(fee.wei) ?? alone.told
      let payer = signed.feePayer?.address
      // An account that is its own fee payer pays both parts.
      return MinedFee(told: told, paid: payer == account ? alone.paid : told, payer: payer)
    }
    // Of several that were signed, what left the account in the end tells which was mined.
    let left = state.isLive ? nil : try? cost.subtracting(state == .final ? value : .zero)
    return candidates.first { [$0.told.sender, $0.paid.sender].contains(left?.wei) } ?? candidates.first ?? alone
  }

  /// Whether it creates a contract: some of Kaia's own types have no receiver either.
  package var isDeployment: Bool {
    guard to == nil else { return false }
    guard let raw = awaited?.raw, let signed = try? SignedTransaction(decoding: raw) else { return !data.isEmpty }
    guard let kaia = signed.transaction.kaia else { return true }
    return if case .deploy = kaia.operation { true } else { false }
  }
}

/// The parts of a fee, and who paid the second.
private struct MinedFee {
  /// The parts that the transaction names.
  let told: FeeSplit
  /// The parts that sender and fee payer paid in the end.
  let paid: FeeSplit
  /// Nil where the sender paid all.
  var payer: Address?
}
