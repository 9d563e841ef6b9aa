import Orders
import Primitives

/// The snapshot of a pair's book at one block: what can be traded at which prices, as the user's own node confirms it.
public struct BookSnapshot: Sendable, Hashable {
  /// An amount that can be traded at a price.
  public struct Level: Sendable, Hashable {
    /// Smallest units of the quote token for one of the base token.
    public let price: Fraction
    /// The base tokens, in their smallest unit; no maker's money is counted twice.
    public let amount: UInt256

    /// A level of its parts.
    public init(_ price: Fraction, _ amount: UInt256) { (self.price, self.amount) = (price, amount) }
  }

  /// The block's number.
  public let block: UInt64
  /// The block's hash.
  public let hash: Hash32
  /// The levels at which base tokens are bought, the highest price first.
  public let bids: [Level]
  /// The levels at which base tokens are sold, the lowest price first.
  public let asks: [Level]

  /// A sight of its parts.
  public init(block: UInt64, hash: Hash32, bids: [Level], asks: [Level]) {
    (self.block, self.hash, self.bids, self.asks) = (block, hash, bids, asks)
  }

  /// The price to which a whole amount reaches into a side, so that a crumb in front of it moves nothing; nil where the
  /// side has less.
  public func price(of amount: UInt256, on side: OrderSide) -> Fraction? {
    var sum: UInt256 = 0
    for level in side == .bid ? bids : asks {
      sum = sum.addingSaturated(level.amount)
      if sum >= amount { return level.price }
    }
    return nil
  }
}

/// The judge of one condition, block after block: it holds when it does in two blocks running.
public struct TriggerEvaluator: Sendable, Hashable {
  /// The evaluation of a snapshot.
  public enum Finding: Sendable, Hashable {
    /// The side of the book has less than the amount.
    case thin
    /// The condition is not met at this price.
    case away(Fraction)
    /// The condition is met at this price, and was not in an earlier block that still stands.
    case once(Fraction)
    /// The condition is met at this price, and was in the block looked at before.
    case holds(Fraction)
  }

  /// The number and hash of the block in which the condition was met last, with no other sight since.
  public private(set) var met: (block: UInt64, hash: Hash32)? {
    get { block.map { ($0, hash) } }
    set { (block, hash) = (newValue?.block, newValue?.hash ?? Hash32(UInt256.zero)) }
  }
  private var block: UInt64?
  private var hash = Hash32(UInt256.zero)

  /// An evaluator without any snapshot yet.
  public init() {}

  /// Judges a sight.
  ///
  /// - Parameter isStanding: Whether the block of ``met`` is still the chain's: of a block that went away nothing
  ///   counts.
  public mutating func evaluate(_ terms: TriggerTerms, at snapshot: BookSnapshot, isStanding: Bool) -> Finding {
    guard let price = snapshot.price(of: terms.amount, on: terms.condition.side) else {
      met = nil
      return .thin
    }
    guard terms.condition.isMet(by: price) else {
      met = nil
      return .away(price)
    }
    guard let met, isStanding, met.block < snapshot.block else {
      self.met = (snapshot.block, snapshot.hash)
      return .once(price)
    }
    self.met = (snapshot.block, snapshot.hash)
    return .holds(price)
  }

  /// Forgets what was seen, as where nobody watched for a while.
  public mutating func forget() { met = nil }
}
