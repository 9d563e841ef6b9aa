import ContractClient
import Exchange
import NodeRPC
import OrderBook
import Orders
import Primitives
import Tokens

/// A watch over a pair: its book at the relays, each order verified at the user's own node, and its fills at that node.
///
/// ```swift
/// let watch = MarketWatch(market, of: pair)
/// await watch.run { event in … }
/// ```
///
/// Relays are asked at intervals. What a relay may send is bounded by ``RelayReadingLimits``, and so are the changes
/// that one look tells. A relay or a node that does not answer is asked again, less and less often.
public struct MarketWatch: Sendable {
  /// An occurrence.
  public enum Event: Sendable {
    /// The book was read; the changes since the look before, and the number of those left out.
    case book(CheckedBook, [OrderChange], more: Int)
    /// Trades came, the earliest first, up to a block.
    case trades([MarketTrade], ChainBlock)
    /// Blocks after a height were replaced, and these trades with them.
    case undone([MarketTrade], after: UInt64)
    /// More blocks came than are looked at at once.
    case missed(ClosedRange<UInt64>)
    /// Something cannot be read for now.
    case lost(Subject, any Error)
    /// The subject can be read again; changes of the meantime are not reported.
    case back(Subject)
  }

  /// The things that are read.
  public enum Subject: String, Sendable, Hashable {
    /// The book of the relays.
    case book
    /// The fills of the chain.
    case trades
  }

  /// The choices of a watch.
  public struct Options: Sendable {
    /// The things that are watched.
    public var subjects: Set<Subject> = [.book, .trades]
    /// The time between two looks.
    public var pace: Duration = .seconds(5)
    /// The longest time between two looks at what does not answer.
    public var longestPause: Duration = .seconds(60)
    /// The number of looks after which it ends; nil for none.
    public var looks: Int?

    /// Both subjects, every five seconds, without an end.
    public init() {}
  }

  /// The most changes of orders that one reading reports.
  public static let mostChanges = 200

  private let market: ExchangeMarket
  private let pair: DirectoryPair
  private let options: Options

  /// A watch that has not begun.
  public init(_ market: ExchangeMarket, of pair: DirectoryPair, _ options: Options = Options()) {
    (self.market, self.pair, self.options) = (market, pair, options)
  }

  /// The state of a subject that is read.
  private struct Reading {
    var failures = 0
    var next: ContinuousClock.Instant

    /// Notes a failure; true for the first of several.
    mutating func fail(_ options: Options) -> Bool {
      failures = min(failures + 1, 16)
      let pause = min(options.longestPause, options.pace * (1 << (failures - 1)))
      next = .now + max(options.pace, pause)
      return failures == 1
    }

    /// Notes a success; true for one after failures.
    mutating func succeed(_ options: Options) -> Bool {
      defer { failures = 0 }
      next = .now + options.pace
      return failures > 0
    }
  }

  /// Watches until the task is cancelled or the looks are over.
  ///
  /// - Parameter tell: Takes what happens.
  public func run(_ tell: (Event) async -> Void) async {
    let tokens: Set = [pair.base.address, pair.quote.address]
    var follower = TradeFollower(market.connection.node, exchanges: market.exchanges) { fill in
      tokens.contains(fill.direction.makerToken) && tokens.contains(fill.direction.takerToken)
    }
    var difference = BookDifference()
    var (book, trades) = (Reading(next: .now), Reading(next: .now))
    var looks = 0
    while !Task.isCancelled {
      if options.subjects.contains(.trades), trades.next <= .now {
        do {
          let changes = try await follower.poll()
          if trades.succeed(options) { await tell(.back(.trades)) }
          await self.tell(changes, tell)
        } catch {
          if trades.fail(options), !Task.isCancelled { await tell(.lost(.trades, error)) }
        }
      }
      if options.subjects.contains(.book), book.next <= .now {
        do {
          let read = try await market.book(of: pair)
          if book.succeed(options) { await tell(.back(.book)) }
          let changes = difference.take(read)
          await tell(
            .book(read, Array(changes.prefix(Self.mostChanges)), more: max(0, changes.count - Self.mostChanges)))
        } catch {
          if book.fail(options), !Task.isCancelled { await tell(.lost(.book, error)) }
        }
      }
      looks += 1
      if let most = options.looks, looks >= most { return }
      do { try await Task.sleep(for: options.pace) } catch { return }
    }
  }

  private func tell(_ changes: TradeFollower<NodeClient>.Changes, _ tell: (Event) async -> Void) async {
    func told(_ trades: [Trade]) -> [MarketTrade] { trades.compactMap { MarketTrade($0, of: pair) } }
    if let fork = changes.fork { await tell(.undone(told(changes.undone), after: fork)) }
    if let missed = changes.missed { await tell(.missed(missed)) }
    await tell(.trades(told(changes.trades), changes.head))
  }
}
