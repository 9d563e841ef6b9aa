import Alerts
import NodeRPC
import Outbox
import Primitives
import Sending

/// The price of a unit of gas at one speed.
public struct GasTier: Sendable, Hashable {
  /// The speed that this is the price of.
  public let speed: FeeSpeed
  /// The fees of a transaction that is sent at this speed now.
  public let quote: FeeQuote
  /// The wait of a transaction; nil where it is not known.
  public let wait: WaitEstimate?
  /// The seconds that it waits as the source of the prices estimates; nil where that does not say.
  public var toldWait: Int?

  /// A tier as it is given; nothing is checked.
  public init(_ speed: FeeSpeed, _ quote: FeeQuote, wait: WaitEstimate? = nil) {
    (self.speed, self.quote, self.wait) = (speed, quote, wait)
  }

  /// The price of a unit in the next block, in wei: the base fee and the tip.
  public var price: UInt256 { quote.price }
  /// The part of it that goes to the block's producer, in wei.
  public var tip: UInt256 { quote.fees.tip }
  /// The most a unit may come to, in wei: the base fee may rise so far before the transaction has to wait.
  public var maximum: UInt256 { quote.fees.maximumPerGas }
  /// The gas price for a transaction with only one price, in wei: those before EIP-1559, and Kaia's native types, which
  /// pay the whole of it.
  public var gasPrice: UInt256 { quote.nativePrice }
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
  /// The fullness of the newest blocks, the newest last; 1 is full.
  public let fullness: [Double]
  /// Slow, standard, fast: none costs less than the one before.
  public let tiers: [GasTier]
  /// Seconds from block to block; nil where they are not known.
  public let blockTime: Double?
  /// The newest blocks that it was made of; nil where the source tells none.
  public var history: FeeHistory?
  /// The next block's price of a unit of blob gas, in wei, as the node tells it beside an oracle too; nil on a chain without
  /// blobs, and where no node answers.
  public var blobBaseFee: UInt256?
  /// Whether its tiers follow from these blocks alone.
  public var isByHistory = false
  /// The reason why the node stands in for the oracle, or why an unverified one is not believed; nil where neither is.
  public var oracleProblem: String?
  /// The kinds of failure behind that.
  var oracleKinds: Set<String> = []
  /// Whether an oracle gave the prices and no node could be asked to confirm them.
  public var isUnverified = false

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

  /// Whether nobody vouches for the prices, and they are far from those that were believed last: nothing may follow from
  /// them.
  public var isDoubtful: Bool { isUnverified && oracleProblem != nil }

  /// The reason why something else stood in for a source, or why nobody vouches for it; nil where all is well.
  public var sourceProblem: DaemonProblem? {
    let noNode = isUnverified ? GasPricesError(.noNode, "No node answers to confirm the gas oracle.") : nil
    return (oracleProblem ?? noNode?.message).map {
      DaemonProblem($0, kinds: oracleKinds.union(noNode?.kinds ?? []))
    }
  }

  /// The quote with these tiers in the places of its own.
  func with(_ tiers: [GasTier]) -> GasQuote {
    var quote = GasQuote(
      source: source, block: block, baseFee: baseFee, fullness: fullness, tiers: tiers, blockTime: blockTime)
    (quote.history, quote.blobBaseFee, quote.isByHistory) = (history, blobBaseFee, isByHistory)
    (quote.oracleProblem, quote.oracleKinds, quote.isUnverified) = (oracleProblem, oracleKinds, isUnverified)
    return quote
  }

  /// Seconds that a transaction of a tier waits usually and at most; nil where they are not known.
  public func seconds(_ tier: GasTier) -> (usual: Double, most: Double)? {
    guard let wait = tier.wait, let blockTime else { return nil }
    return (Double(wait.usual) * blockTime, Double(wait.most) * blockTime)
  }
}
