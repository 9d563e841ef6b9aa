import Primitives

extension Receipt {
  /// The gas that every transaction of the known types uses at least, of Ethereum's as of Kaia's: half of what it costs to
  /// begin one, for as much was given back before London (EIP-3529).
  private static let leastGas: UInt64 = 10_500

  /// Whether the gas and its price can be those of a transaction: not less gas than any uses, not more of it and at no
  /// higher price than the transaction offers, and at no lower price than its block asks.
  ///
  /// - Parameters:
  ///   - transaction: The transaction as a node gives it, if it does.
  ///   - baseFee: Of its block, in wei; nil where there is none or it is not known.
  public func hasPossibleGas(of transaction: RPCTransaction?, baseFee: UInt256? = nil) -> Bool {
    // Transactions that chains make for themselves, of types of their own, may cost nothing.
    if (type ?? 0) <= 4, (transaction?.type ?? 0) <= 4 {
      guard gasUsed >= Self.leastGas, effectiveGasPrice ?? .max >= baseFee ?? 0 else { return false }
    }
    guard let transaction, transaction.hash == transactionHash else { return true }
    let most = transaction.maxFeePerGas ?? transaction.gasPrice ?? .max
    return gasUsed <= transaction.gas && effectiveGasPrice ?? 0 <= most
  }

  /// The fee that the transaction paid, also where the node gives no price with its receipts, as before London: then by
  /// the transaction's gas price, which is the one that was paid.
  ///
  /// - Parameters:
  ///   - transaction: The transaction as a node gives it.
  ///   - baseFee: Of its block, in wei; nil where there is none or it is not known.
  /// - Returns: nil where neither has the price, for a fee beyond 2^256, and for one that the transaction cannot have
  ///   paid (``hasPossibleGas(of:baseFee:)``).
  public func fee(of transaction: RPCTransaction?, baseFee: UInt256? = nil) -> Amount? {
    guard hasPossibleGas(of: transaction, baseFee: baseFee) else { return nil }
    guard effectiveGasPrice == nil else { return fee }
    // A transaction with a tip may have paid less than its maximum.
    guard let transaction, transaction.hash == transactionHash, transaction.maxFeePerGas == nil,
      let price = transaction.gasPrice
    else { return nil }
    return try? Amount(wei: price).multiplied(by: UInt256(gasUsed))
  }
}
