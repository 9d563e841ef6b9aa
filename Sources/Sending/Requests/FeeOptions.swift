import Outbox
import Primitives

/// The price that a send offers for gas, and when it is cheap enough.
public struct FeeOptions: Sendable {
  /// Fees to offer; nil asks the chain at ``speed``.
  public var chosen: TransactionFees?
  /// The speed at which it should be mined: fees are chosen by it, unless ``chosen`` has them.
  public var speed: FeeSpeed = .standard
  /// The source of fee quotes; nil goes by the rules of this target.
  public var quoter: FeeQuoter?
  /// The price to be met before a nonce is taken; nil waits for nothing.
  public var priceWait: PriceWait?
  /// Seconds from one look at the price to the next while it waits.
  public var pricePause: Double = 7
  /// The most that gas may cost in all; above it nothing is sent.
  public var maximumFee: Amount?

  /// Whether fees follow from a quote: one that waits for its price is priced by that.
  var isQuoted: Bool { quoter != nil || priceWait != nil }

  /// The chain's fees at standard speed, without a limit.
  public init() {}
}

/// The limit of gas that a send gets.
public struct GasOptions: Sendable {
  /// Units of gas; nil estimates them and adds ``margin``.
  public var limit: UInt64?
  /// Per cent added to an estimate, since state can change between estimating and mining.
  public var margin: UInt64 = 20
  /// Measures what a request needs, so that a node's estimate is not believed alone; nil measures nothing.
  public var check: GasCheck?
  /// The limit of what is replaced: a plausible one is not lowered.
  var earlierLimit: UInt64?

  /// An estimate with a margin of a fifth.
  public init() {}
}
