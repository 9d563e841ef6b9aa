import Primitives

/// The least that blocks of a chain take for a unit of gas, as far as that is known without asking a node: one that names
/// less lies, or is broken, and what it gets to be signed would wait for ever with its nonce.
enum FeeFloor {
  /// The least in wei: on Kaia and Kairos 25 ston, the lowest base fee that governance has ever set; elsewhere 0.
  static func least(on chainID: UInt256) -> UInt256 {
    chainID == 8217 || chainID == 1001 ? Amount.ston(25).wei : 0
  }
}

extension TransactionFees {
  /// The fees with a price, or a ceiling, that is not below a least.
  func atLeast(_ least: UInt256) -> TransactionFees {
    switch self {
    case .legacy(let gasPrice): .legacy(gasPrice: max(gasPrice, least))
    case .dynamic(let tip, let ceiling): .dynamic(maxPriorityFeePerGas: tip, maxFeePerGas: max(ceiling, least))
    }
  }
}

extension FeeOptions {
  /// Fees that a node named, within what is known of the chain; what somebody chose, or waits for, stays as it is.
  func bounded(_ fees: TransactionFees, on chainID: UInt256) -> TransactionFees {
    chosen == nil && priceWait == nil ? fees.atLeast(FeeFloor.least(on: chainID)) : fees
  }
}
