import Primitives
import Sending
import Transactions

extension Intent {
  /// The amount that the account itself paid for its gas; nil while it is not mined, and where the price is not known.
  var ownFee: Amount? { split(fee).map { Amount(wei: $0.sender) } }

  /// The amount that another account paid for its gas; nil if none did.
  var feePayerPaid: Amount? {
    split(fee).flatMap { $0.feePayer > 0 ? Amount(wei: $0.feePayer) : nil }
  }

  /// The split of a fee between the sender and the fee payer of the attempt that was mined.
  func split(_ fee: Amount?) -> FeeSplit? {
    guard let fee else { return nil }
    let alone = FeeSplit(fee.wei, percent: 0)
    let candidates = attempts.reversed().compactMap { attempt -> (told: FeeSplit, paid: FeeSplit)? in
      guard !attempt.isHandedOver, let signed = try? SignedTransaction(decoding: attempt.raw) else { return nil }
      let told = signed.transaction.kaia?.feePayment.split(fee.wei) ?? alone
      // An account that is its own fee payer pays both parts.
      return (told, signed.feePayer?.address == account ? alone : told)
    }
    // If several attempts were signed, the amount that left the account shows which was mined.
    let left = state.isLive ? nil : try? cost.subtracting(state == .final ? value : .zero)
    let mined = candidates.first { [$0.told.sender, $0.paid.sender].contains(left?.wei) } ?? candidates.first
    return mined?.paid ?? alone
  }

  /// Whether it creates a contract: some of Kaia's own types have no receiver either.
  var isDeployment: Bool {
    guard to == nil else { return false }
    guard let raw = awaited?.raw, let signed = try? SignedTransaction(decoding: raw) else { return !data.isEmpty }
    guard let kaia = signed.transaction.kaia else { return true }
    return if case .deploy = kaia.operation { true } else { false }
  }
}
