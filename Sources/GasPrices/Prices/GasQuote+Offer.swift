import Outbox
import Sending

extension GasQuote {
  /// The fees for a transaction at a speed; nil if there is no such tier.
  public func offer(_ speed: FeeSpeed) -> FeeQuote? {
    guard let tier = self[speed] else { return nil }
    let fees: TransactionFees =
      baseFee.map { $0 > 0 } ?? false
      ? .dynamic(maxPriorityFeePerGas: min(tier.tip, tier.maximum), maxFeePerGas: tier.maximum)
      : .legacy(gasPrice: tier.gasPrice)
    return FeeQuote(price: tier.price, fees: fees, nativePrice: tier.gasPrice)
  }
}
