import Primitives

/// The trades of a stretch of blocks, as a node tells them.
public struct TradeReading: Sendable, Hashable {
  /// The trades, the latest first.
  public let trades: [Trade]
  /// The newest block that was looked at.
  public let head: ChainBlock
  /// The height of the first block that was looked at.
  public let first: UInt64
  /// Whether earlier blocks were wanted and not looked at: there were enough trades, or enough was asked.
  public let isCut: Bool
}

/// The bounds of a reading of trades.
public struct TradeBounds: Sendable, Hashable {
  /// The number of trades after which no earlier blocks are looked at.
  public var trades: Int
  /// The most questions about logs.
  public var questions: Int

  /// Bounds of 10,000 trades and 1,000 questions, where nothing else is said.
  public init(trades: Int = 10_000, questions: Int = 1_000) { (self.trades, self.questions) = (trades, questions) }
}
