import Database
import Platform
import Primitives

/// The part of one process in a book that several share: as its keeper, or as one of those who follow it.
struct BookShare: Sendable {
  let lease: BookLease
  let handOver: PostForwarder
  /// The number of the last news that are in the book.
  var number: UInt64
  /// The lease under which this process keeps the book; nil where it follows another.
  private(set) var keeping: Lease?
  /// Whether a change failed, so that the database is to be asked whose the lease is.
  private(set) var isDoubtful = false
  private(set) var heartbeat: KeeperHeartbeat?
  private let pause: Duration
  private var heard: ContinuousClock.Instant?
  private var told: ContinuousClock.Instant?

  /// The time without a word of the keeper after which a follower's book is too old to be relied on: longer than it
  /// takes another to become the keeper.
  private static let patience: Duration = .seconds(30)
  /// The part of a process that has loaded the book up to a number.
  ///
  /// - Parameter pause: The time between attempts to become the keeper, and between two words of one.
  init(in store: BookStore, upTo number: UInt64, pause: Duration, handOver: Duration) {
    let name = "relay \(getpid()) \(String(UInt64.random(in: 0 ... .max), radix: 36))"
    lease = BookLease("book", as: name, in: store.database, pause: pause)
    self.handOver = PostForwarder(store, as: name, every: handOver)
    (self.number, self.pause) = (number, pause)
  }

  /// Whether this process keeps the book, and may rely on that.
  var isKeeping: Bool { keeping != nil && keeping == lease.held }

  /// Whether the keeper takes orders, as far as is known here.
  var isReady: Bool {
    guard let heard, let heartbeat else { return false }
    return heartbeat.isReady && .now - heard < Self.patience
  }

  /// Begins to keep the book under a lease.
  mutating func begin(_ lease: Lease) { (keeping, told, isDoubtful) = (lease, nil, false) }

  /// Keeps the book no more.
  mutating func end() { keeping = nil }

  /// Keeps the book no more until it is known what became of a change that failed.
  mutating func fail() { (keeping, isDoubtful) = (nil, true) }

  /// Notes what the keeper said last.
  mutating func hear(_ heartbeat: KeeperHeartbeat?) {
    guard heartbeat != self.heartbeat else { return }
    // The first may be of a keeper that ended long ago: it takes another to tell that one is there.
    if self.heartbeat != nil { heard = .now }
    self.heartbeat = heartbeat
  }

  /// The next word of this process as keeper; nil where it is too soon for it.
  mutating func next(isReady: Bool, newest: ChainBlock?) -> KeeperHeartbeat? {
    if let told, .now - told < pause, heartbeat?.isReady == isReady, heartbeat?.newest == newest { return nil }
    let heartbeat = KeeperHeartbeat(count: (heartbeat?.count ?? 0) + 1, isReady: isReady, newest: newest)
    (self.heartbeat, told, heard) = (heartbeat, .now, .now)
    return heartbeat
  }
}
