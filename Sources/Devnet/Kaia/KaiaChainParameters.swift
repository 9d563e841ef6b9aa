import EVM
import Primitives

/// What Kaia's governance decides about its chain, and the limits that its nodes have beside the EVM's.
public struct KaiaChainParameters: Sendable, Hashable {
  /// The lowest base fee, in peb (KIP-71).
  public var lowerBoundBaseFee: UInt64 = 25_000_000_000
  /// The highest base fee, in peb.
  public var upperBoundBaseFee: UInt64 = 750_000_000_000
  /// The gas of a block that leaves the base fee as it is.
  public var gasTarget: UInt64 = 30_000_000
  /// The most gas of a block that counts for the base fee.
  public var mostGasUsedForBaseFee: UInt64 = 60_000_000
  /// A block that uses twice the target raises the base fee by one part in so many.
  public var baseFeeDenominator: UInt64 = 20
  /// The most computation cost of a transaction; nil for what the fork has.
  public var computationLimit: UInt64?

  /// The main network's.
  public init() {}

  /// The chain ids of Kaia's main network and of its test network Kairos.
  public static let chainIDs: Set<UInt256> = [8217, 1001]
  /// The highest gas limit of a transaction. Blocks have no limit; this is what they say in Ethereum's objects.
  public static let upperGasLimit: UInt64 = 500_000_000
  /// The most bytes of a transaction, without blobs.
  static let mostTransactionBytes = 128 << 10

  /// The base fee's rules.
  var baseFeeBounds: BaseFeeBounds {
    BaseFeeBounds(
      lower: lowerBoundBaseFee, upper: upperBoundBaseFee, gasTarget: gasTarget, mostGasUsed: mostGasUsedForBaseFee,
      denominator: baseFeeDenominator)
  }
}
