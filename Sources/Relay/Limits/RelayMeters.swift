import Listening
import Locking
import Primitives

/// The measures of all who ask a relay, kept in memory only.
struct RelayMeters: Sendable {
  private struct State: Sendable {
    var reads: RateMeter<ClientAddress>
    var posts: RateMeter<ClientAddress>
    var makers: RateMeter<Address>
  }

  /// The requests that a bad signature counts.
  private static let badSignature = 10

  private let state: Guarded<State>
  private let clock: @Sendable () -> UInt64

  /// Measures for limits.
  ///
  /// - Parameter clock: Milliseconds since 1970.
  init(_ limits: RelayLimits, clock: @escaping @Sendable () -> UInt64) {
    self.clock = clock
    state = Guarded(
      State(
        reads: RateMeter(perMinute: limits.readsPerMinute, atOnce: limits.readsPerMinute),
        posts: RateMeter(perMinute: limits.postsPerMinute, atOnce: limits.postsPerMinute),
        makers: RateMeter(perMinute: limits.newOrdersPerMinute, atOnce: limits.newOrdersAtOnce)))
  }

  /// Counts a reading of an address.
  func read(by client: ClientAddress) -> RateMeter<ClientAddress>.Reading {
    state.withLock { $0.reads.take(by: client, at: clock()) }
  }

  /// Counts a post of an address.
  func post(by client: ClientAddress) -> RateMeter<ClientAddress>.Reading {
    state.withLock { $0.posts.take(by: client, at: clock()) }
  }

  /// Counts an order with a bad signature: nine more than the post it came with.
  func badSignature(from client: ClientAddress) {
    state.withLock { $0.posts.charge(Self.badSignature - 1, to: client, at: clock()) }
  }

  /// The milliseconds until so many new orders of a maker may come; nil where they may now. They are not counted.
  func wait(for count: Int, of maker: Address) -> UInt64? {
    state.withLock { $0.makers.wait(for: count, by: maker, at: clock()) }
  }

  /// Counts new orders of a maker that came into the book.
  func added(_ count: Int, of maker: Address) {
    state.withLock { $0.makers.charge(count, to: maker, at: clock()) }
  }
}
