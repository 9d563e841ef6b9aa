import EVM
import Primitives

/// The parameters that Kaia's governance decides for its chain, and the limits that its nodes have beside the EVM's.
public struct KaiaChainParameters: Sendable, Hashable {
  /// The lowest base fee, in peb (KIP-71).
  public var lowerBoundBaseFee = BaseFeeBounds.kaia.lower
  /// The highest base fee, in peb.
  public var upperBoundBaseFee = BaseFeeBounds.kaia.upper
  /// The gas of a block that leaves the base fee as it is.
  public var gasTarget = BaseFeeBounds.kaia.gasTarget
  /// The most gas of a block that counts for the base fee.
  public var mostGasUsedForBaseFee = BaseFeeBounds.kaia.mostGasUsed
  /// A block that uses twice the target raises the base fee by one part in so many.
  public var baseFeeDenominator = BaseFeeBounds.kaia.denominator
  /// The most computation cost of a transaction; nil for what the fork has.
  public var computationLimit: UInt64?

  /// The main network's.
  public init() {}

  /// The chain ids of Kaia's main network and of its test network Kairos.
  public static let chainIDs: Set<UInt256> = [8217, 1001]
  /// The highest gas limit of a transaction. Blocks have no limit; this is what they say in Ethereum's objects.
  public static let upperGasLimit: UInt64 = RuleSet.kaiaUpperGasLimit
  /// The most bytes of a transaction, without blobs.
  static let mostTransactionBytes = 128 << 10

  /// The base fee's rules.
  var baseFeeBounds: BaseFeeBounds {
    BaseFeeBounds(
      lower: lowerBoundBaseFee, upper: upperBoundBaseFee, gasTarget: gasTarget, mostGasUsed: mostGasUsedForBaseFee,
      denominator: baseFeeDenominator)
  }
}

extension KaiaChainParameters {
  /// The parameters with the base fee's bounds as governance has set them; all else is the main network's.
  init(_ bounds: BaseFeeBounds) {
    lowerBoundBaseFee = bounds.lower
    upperBoundBaseFee = bounds.upper
    gasTarget = bounds.gasTarget
    mostGasUsedForBaseFee = bounds.mostGasUsed
    baseFeeDenominator = bounds.denominator
  }
}

extension RuleSet {
  /// Kaia's rules at a fork, with what its governance decides.
  init(kaia parameters: KaiaChainParameters, _ fork: Fork) {
    self.init(kaia: fork, baseFee: parameters.baseFeeBounds, computationLimit: parameters.computationLimit)
  }
}
