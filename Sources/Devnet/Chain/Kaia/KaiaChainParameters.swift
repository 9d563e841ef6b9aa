import EVM
import Primitives

/// The parameters that Kaia's governance decides for its chain, and the limits that its nodes have beside the EVM's.
public struct KaiaChainParameters: Sendable, Hashable {
  /// The rules of the base fee (KIP-71).
  public var baseFee: BaseFeeBounds
  /// The most computation cost of a transaction; nil for what the fork has.
  public var computationLimit: UInt64?

  /// The parameters with the base fee's bounds as governance has set them; all else is the main network's.
  public init(baseFee: BaseFeeBounds = .kaia) { self.baseFee = baseFee }

  /// The chain ids of Kaia's main network and of its test network Kairos.
  public static let chainIDs: Set<UInt256> = [8217, 1001]
  /// The highest gas limit of a transaction. Blocks have no limit; this is what they say in Ethereum's objects.
  public static let upperGasLimit: UInt64 = RuleSet.kaiaUpperGasLimit
  /// The most bytes of a transaction, without blobs.
  static let mostTransactionBytes = 128 << 10
}

extension RuleSet {
  /// Kaia's rules at a fork, with what its governance decides.
  init(kaia parameters: KaiaChainParameters, _ fork: Fork) {
    self.init(kaia: fork, baseFee: parameters.baseFee, computationLimit: parameters.computationLimit)
  }
}
