import Primitives

/// The price that a transaction offers for its gas, in wei (peb) per unit of gas.
public enum TransactionFees: Sendable, Hashable {
  /// One price for everything, on chains before EIP-1559.
  case legacy(gasPrice: UInt256)
  /// A tip and a ceiling (EIP-1559).
  case dynamic(maxPriorityFeePerGas: UInt256, maxFeePerGas: UInt256)

  /// The tip for a unit of gas, in wei: without a base fee all of the price.
  public var tip: UInt256 {
    switch self {
    case .legacy(let gasPrice): gasPrice
    case .dynamic(let tip, _): tip
    }
  }

  /// The most that a unit of gas can cost, in wei.
  public var maximumPerGas: UInt256 {
    switch self {
    case .legacy(let gasPrice): gasPrice
    case .dynamic(_, let maxFeePerGas): maxFeePerGas
    }
  }

  /// The most that `gasLimit` units can cost; nil above 2^256 wei.
  public func maximumCost(gasLimit: UInt64) -> Amount? {
    try? Amount(wei: maximumPerGas).multiplied(by: UInt256(gasLimit))
  }
}
