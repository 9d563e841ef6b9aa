import Outbox
import Primitives
import Sending

/// The price of a unit of gas at one speed.
public struct GasTier: Sendable, Hashable {
  /// The speed that this is the price of.
  public let speed: FeeSpeed
  /// The price of a unit in the next block, in wei: the base fee and the tip.
  public let price: UInt256
  /// The part of it that goes to the block's producer, in wei.
  public let tip: UInt256
  /// The most a unit may come to, in wei: the base fee may rise so far before the transaction has to wait.
  public let maximum: UInt256
  /// The gas price for a transaction with only one price, in wei: those before EIP-1559, and Kaia's native types, which
  /// pay the whole of it.
  public let gasPrice: UInt256
  /// How long a transaction waits; nil where it is not known.
  public let wait: WaitEstimate?

  /// A tier as it is given; nothing is checked.
  public init(
    speed: FeeSpeed, price: UInt256, tip: UInt256, maximum: UInt256, gasPrice: UInt256, wait: WaitEstimate? = nil
  ) {
    self.speed = speed
    self.price = price
    self.tip = tip
    self.maximum = maximum
    self.gasPrice = gasPrice
    self.wait = wait
  }
}

/// The prices of gas on a chain at a time, at each speed.
public struct GasQuote: Sendable, Hashable {
  /// The source of a quote: a node of the chain, or an oracle of Etherscan's kind.
  public enum Source: String, Sendable, Hashable { case node, oracle }

  /// The source of the prices.
  public let source: Source
  /// The newest block it is made of.
  public let block: UInt64
  /// The next block's, in wei; nil on a chain without one.
  public let baseFee: UInt256?
  /// How full the newest blocks were, the newest last; 1 is full.
  public let fullness: [Double]
  /// Slow, standard, fast: none costs less than the one before.
  public let tiers: [GasTier]
  /// Seconds from block to block; nil where they are not known.
  public let blockTime: Double?

  /// A quote as it is given; whether its tiers are in order is not checked.
  public init(
    source: Source, block: UInt64, baseFee: UInt256?, fullness: [Double], tiers: [GasTier], blockTime: Double?
  ) {
    self.source = source
    self.block = block
    self.baseFee = baseFee
    self.fullness = fullness
    self.tiers = tiers
    self.blockTime = blockTime
  }

  /// The tier of a speed.
  public subscript(speed: FeeSpeed) -> GasTier? { tiers.first { $0.speed == speed } }

  /// Seconds that a transaction of a tier waits usually and at most; nil where they are not known.
  public func seconds(_ tier: GasTier) -> (usual: Double, most: Double)? {
    guard let wait = tier.wait, let blockTime else { return nil }
    return (Double(wait.usual) * blockTime, Double(wait.most) * blockTime)
  }
}
