import Primitives

extension Receipt {
  /// The fee that the transaction paid, also where the node gives no price with its receipts, as before London: then by
  /// the transaction's gas price, which is the one that was paid.
  ///
  /// - Parameter transaction: The transaction as a node gives it.
  /// - Returns: nil where neither has the price, for a fee beyond 2^256, and for one that the transaction cannot have
  ///   paid: of more gas, or at a higher price, than it offers.
  public func fee(of transaction: RPCTransaction?) -> Amount? {
    if let transaction, transaction.hash == transactionHash {
      let most = transaction.maxFeePerGas ?? transaction.gasPrice ?? .max
      guard gasUsed <= transaction.gas, effectiveGasPrice ?? 0 <= most else { return nil }
    }
    guard effectiveGasPrice == nil else { return fee }
    // One with a tip may have paid less than its maximum.
    guard let transaction, transaction.hash == transactionHash, transaction.maxFeePerGas == nil,
      let price = transaction.gasPrice
    else { return nil }
    return try? Amount(wei: price).multiplied(by: UInt256(gasUsed))
  }
}
