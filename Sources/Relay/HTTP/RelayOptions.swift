import Listening
import Logging
import OrderBook
import StrictJSON

/// Something that a relay tells whoever runs it.
public enum RelayEvent: Sendable {
  /// The relay listens and answers; the book may still be behind the chain.
  case listening(url: String)
  /// The book is at the head of the chain, and orders are taken.
  case ready(block: ChainBlock)
  /// This instance keeps the book from now on, or follows another that does; told of a book that several share.
  case keeps(Bool)
  /// The node does not answer, or says what cannot be; no orders are taken until it does.
  case nodeFailed(OrderBookError)
  /// The book's store cannot be used; no orders are taken until it can.
  case bookFailed(OrderBookError)
  /// The relay takes no new requests and finishes those in hand.
  case stopping
  /// Everything that was answered is on the disk, and the port is closed.
  case stopped
}

extension RelayServer {
  /// The choices for a relay.
  public struct Options: Sendable {
    /// The address of this machine to listen on. Others than 127.0.0.1 open the relay to other machines.
    public var host = "127.0.0.1"
    /// The port; 0 takes any free one.
    public var port: UInt16 = 3000
    /// Names under which the relay may be addressed, beside `localhost` and, if it listens for other machines, the
    /// machine's own; `*` allows all.
    public var hosts: Set<String> = []
    /// Pages of other sites that may use it, such as `https://app.example.org`; `*` allows all.
    public var origins: Set<String> = []
    /// The servers in front whose word on a client's address is taken: addresses, or ranges such as `10.0.0.0/8`.
    public var trustedProxies: [String] = []
    /// Whether it takes no orders and only shows those that it has.
    public var isReadOnly = false
    /// The blocks after which trades and candles are shown; the book never waits.
    public var confirmations: UInt64 = 0
    /// The time from one look for a new block to the next.
    public var pollInterval: Duration = .seconds(1)
    /// The time from one look for what the keeper of a shared book changed to the next, and for what others were posted.
    public var sharingInterval: Duration = .milliseconds(30)
    /// The most time for requests in hand when it stops.
    public var farewellTime: Duration = .seconds(10)
    /// Milliseconds since 1970.
    public var clock: @Sendable () -> UInt64
    /// Called with what happens, in its order.
    public var onEvent: @Sendable (RelayEvent) -> Void = { _ in }
    /// Gets a line for each answer, at the level `info`; nil for none.
    public var logger: Logger?
    /// The time from one attempt to become the keeper of a shared book to the next.
    var sharingPause: Duration = .seconds(1)
    /// The time for which the keeper of a shared book is waited for with a post.
    var answerTime: Duration = .seconds(10)
    /// Whether it looks for new blocks by itself.
    var follows = true
    /// The bounds of its connections.
    var bounds = ConnectionBounds()
    /// The most that waits for clients of WebSocket that do not read.
    var waiting = Mailbox.Limits()

    /// The usual choices: on 127.0.0.1, port 3000, for this machine's own pages and programs.
    public init(clock: @escaping @Sendable () -> UInt64) {
      self.clock = clock
      // Pinged every 20 seconds, closed after 60 of silence.
      bounds.idleTime = .seconds(20)
      bounds.mostPings = 2
      bounds.mostMessageBytes = RelaySubscriber.limits.bytes
      // A block may change many orders at once.
      waiting.notifications = 100_000
    }
  }
}
