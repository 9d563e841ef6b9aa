import Orders
import Primitives

extension BookKeeper {
  /// The ways of a keeper.
  public struct Options: Sendable {
    /// The least that may be filled of orders.
    public var minimums = OrderMinimums()
    /// The time between two looks at the node for a newer block.
    public var pollInterval = Duration.seconds(1)
    /// The time for which orders that come are gathered, to be read and written together.
    public var groupWindow = Duration.milliseconds(5)
    /// The most orders that are read and written together.
    public var largestGroup = 500
    /// The number of blocks after which all makers' money is looked at, whatever tokens tell.
    public var sweepInterval: UInt64 = 100
    /// The number of blocks that have to be above a trade before it is reported.
    public var confirmations: UInt64 = 0
    /// The number of looks in a row at which a node has to be behind the book, on its very chain, before the book goes
    /// back: nodes behind one address may not be equally far.
    public var shorterChainPolls = 3
    /// Seconds to wait for another process that has the file open.
    public var patience = 10
    /// The time from one attempt to become the keeper of a shared book to the next, and from one sign of a keeper that
    /// nothing changed to the next.
    public var sharingPause = Duration.seconds(1)
    /// The time from one look for the keeper's answers to the next.
    public var handOverInterval = Duration.milliseconds(10)
    /// The time for which the answer to a post is waited for, of the keeper of a shared book.
    public var answerTime = Duration.seconds(10)
    /// The time in milliseconds since 1970.
    public var now: @Sendable () -> UInt64 = { Clock.milliseconds }

    /// The defaults above.
    public init() {}

    /// A copy with some options changed.
    public func with(_ change: (inout Options) -> Void) -> Options {
      var copy = self
      change(&copy)
      return copy
    }
  }
}

/// A book of orders and the node that it follows, as they are now.
public struct BookStatus: Sendable, Hashable {
  /// The block that the book is as of; nil before the first.
  public let head: ChainBlock?
  /// The newest block that the node told of.
  public let newest: ChainBlock?
  /// The book's sequence number.
  public let sequence: UInt64
  /// The number of orders that can be filled.
  public let open: Int
  /// The number of orders in memory: those, the hidden ones and those that ended lately.
  public let watched: Int
  /// Whether the book is as of the node's newest block, as far as is known, and takes orders.
  public let isReady: Bool
  /// The failure of the last look at the node; nil where it went well.
  public let problem: OrderBookError?

  /// The number of blocks that the book is behind.
  public var lag: UInt64 {
    let (head, newest) = (head?.number ?? 0, newest?.number ?? 0)
    return newest - min(newest, head)
  }
}
