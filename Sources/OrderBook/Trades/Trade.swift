import Orders
import Primitives

/// A fill as it is on the chain, with its place there.
public struct Trade: Sendable, Hashable {
  /// The fill.
  public let event: FillEvent
  /// The exchange contract.
  public let exchange: Address
  /// The version of the protocol.
  public let version: OrderVersion
  /// The height of its block.
  public let blockNumber: UInt64
  /// The hash of its block.
  public let blockHash: Hash32
  /// The time of its block, in seconds since 1970.
  public let time: UInt64
  /// The transaction in which it happened.
  public let transaction: Hash32
  /// The place among all logs of the block.
  public let logIndex: UInt64

  /// A trade of its parts.
  public init(
    event: FillEvent, exchange: Address, version: OrderVersion, blockNumber: UInt64, blockHash: Hash32, time: UInt64,
    transaction: Hash32, logIndex: UInt64
  ) {
    self.event = event
    self.exchange = exchange
    self.version = version
    self.blockNumber = blockNumber
    self.blockHash = blockHash
    self.time = time
    self.transaction = transaction
    self.logIndex = logIndex
  }

  /// The trade of a logged event; nil where it moved nothing, or is none.
  init?(_ logged: LoggedEvent, version: OrderVersion, time: UInt64) {
    guard case .filled(let event) = logged.event, event.fill.takerAmount > 0, event.fill.makerAmount > 0 else {
      return nil
    }
    self.init(
      event: event, exchange: logged.exchange, version: version, blockNumber: logged.blockNumber,
      blockHash: logged.blockHash, time: time, transaction: logged.transaction, logIndex: logged.logIndex)
  }

  /// Whether the maker filled its own order.
  public var isSelfTrade: Bool { event.maker == event.taker }

  /// The side of a pair's book on which the order stood; nil where it was of other tokens.
  public func side(in pair: TokenPair) -> OrderSide? {
    switch (event.direction.makerToken, event.direction.takerToken) {
    case (pair.base, pair.quote): .ask
    case (pair.quote, pair.base): .bid
    default: nil
    }
  }

  /// The amounts of a pair's tokens that changed hands, in their smallest units; nil where they were other tokens.
  public func amounts(in pair: TokenPair) -> (base: UInt256, quote: UInt256)? {
    switch side(in: pair) {
    case .ask: (event.fill.makerAmount, event.fill.takerAmount)
    case .bid: (event.fill.takerAmount, event.fill.makerAmount)
    case nil: nil
    }
  }

  /// The price in smallest units of the quote token for one of the base token, fees left out.
  public func price(in pair: TokenPair) -> Fraction? {
    amounts(in: pair).flatMap { Fraction($0.quote, over: $0.base) }
  }
}

/// The trades that somebody wants to see; what is nil leaves all.
public struct TradeFilter: Sendable, Hashable {
  /// The tokens, whichever of them the maker gave.
  public var pair: TokenPair?
  /// The account whose orders were filled.
  public var maker: Address?
  /// The account that filled them.
  public var taker: Address?
  /// The order that was filled.
  public var orderHash: Hash32?
  /// The first time, in seconds since 1970.
  public var from: UInt64?
  /// The time before which they were, in seconds since 1970.
  public var to: UInt64?
  /// The height of the last block.
  public var lastBlock: UInt64?

  /// All trades.
  public init() {}

  /// A copy with some members changed.
  public func with(_ change: (inout TradeFilter) -> Void) -> TradeFilter {
    var copy = self
    change(&copy)
    return copy
  }
}

/// A page of trades, the latest first.
public struct TradePage: Sendable, Hashable {
  /// The trades, as many as a page has at most.
  public let trades: [Trade]
  /// The number of trades on all pages.
  public let total: Int
  /// The page that was asked for.
  public let request: PageRequest
}
