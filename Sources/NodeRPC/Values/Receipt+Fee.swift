import Primitives

extension Receipt {
  /// What the transaction cost in fees, also where the node tells no price with its receipts, as before London: then by
  /// the price that the transaction offers, which is the one that was paid.
  ///
  /// - Parameter transaction: The same transaction as a node tells it.
  /// - Returns: nil where neither tells the price, and for a fee beyond 2^256.
  public func fee(of transaction: RPCTransaction?) -> Amount? {
    guard effectiveGasPrice == nil else { return fee }
    // One with a tip may have paid less than it offers.
    guard let transaction, transaction.hash == transactionHash, transaction.maxFeePerGas == nil,
      let price = transaction.gasPrice
    else { return nil }
    let (fee, overflow) = price.multipliedReportingOverflow(by: UInt256(gasUsed))
    return overflow ? nil : Amount(wei: fee)
  }
}
