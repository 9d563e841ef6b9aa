import Keys
import NodeRPC
import Primitives

/// Watches the prices of a chain: asks, keeps, and delivers alerts, until its task is cancelled.
public struct GasMonitor: Sendable {
  /// An event of the watch.
  public enum Event: Sendable {
    /// A quote, and the deliveries that its crossings make due; none without a lock.
    case quote(GasQuote, crossed: [Delivery])
    /// No source gave a price; it is asked again after a pause.
    case failed(any Error)
    /// An alert for the terminal.
    case notice(Delivery)
  }

  /// When to ask.
  public enum Pace: Sendable, Hashable {
    /// In steps of this length, whether or not there is a new block.
    case every(Duration)
    /// At each new block, looked for once a second.
    case eachBlock
  }

  private let book: GasBook
  private let chainID: UInt256
  private let reader: PriceReader
  /// The node that gives the number of the newest block.
  private let node: NodeClient?
  private let pace: Pace
  private let unit: String
  private let clock: @Sendable () -> Int64
  /// Nil watches without keeping prices and delivering alerts.
  private let lock: MonitorLock?

  /// - Parameters:
  ///   - node: Needed for a sample at each block.
  ///   - lock: Its holder keeps prices and delivers alerts; nil only asks.
  ///   - unit: What the network calls a gwei.
  ///   - clock: Seconds since 1970.
  public init(
    book: GasBook, chainID: UInt256, reader: PriceReader, node: NodeClient?, pace: Pace, lock: MonitorLock?,
    unit: String = "gwei",
    clock: @escaping @Sendable () -> Int64
  ) {
    self.book = book
    self.chainID = chainID
    self.reader = reader
    self.node = node
    self.pace = pace
    self.lock = lock
    self.unit = unit
    self.clock = clock
  }

  /// Watches until the task is cancelled, or `tell` wants no more.
  ///
  /// - Parameter tell: Returns whether to go on.
  /// - Throws: `bookFailed`; what the chain has against being asked is an event.
  public func run(_ tell: @escaping @Sendable (Event) -> Bool) async throws {
    do {
      if lock == nil { try await watch(tell) } else { try await watchAndTell(tell) }
    } catch {
      // Work that a cancelled task leaves undone is taken up the next time.
      guard Task.isCancelled else { throw error }
    }
  }

  private func watchAndTell(_ tell: @escaping @Sendable (Event) -> Bool) async throws {
    try await book.recover(chainID: chainID)
    let dispatcher = DeliveryDispatcher(book: book, chainID: chainID, terminal: { _ = tell(.notice($0)) }, clock: clock)
    // A receiver that is slow or away must not keep the prices from being watched.
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await watch(tell) }
      group.addTask { try await dispatcher.tellDue(isStaying: true) }
      defer { group.cancelAll() }
      try await group.next()
    }
    // The deliveries of the last price are made before the end.
    if !Task.isCancelled { try await dispatcher.tellDue() }
  }

  private func watch(_ tell: @Sendable (Event) -> Bool) async throws {
    var failures = 0
    var lastBlock: UInt64?
    var next = ContinuousClock.now
    while !Task.isCancelled {
      var quote: GasQuote?
      do {
        if pace == .eachBlock, let node {
          let head = try await node.blockNumber()
          if head != lastBlock { quote = try await reader.quote() }
          lastBlock = head
        } else {
          quote = try await reader.quote()
        }
        failures = 0
      } catch {
        guard !Task.isCancelled else { return }
        failures += 1
        guard tell(.failed(error)) else { return }
      }
      if let quote {
        let sample = GasSample(quote, time: clock())
        var crossed: [Delivery] = []
        if lock != nil {
          crossed = try await book.record(sample, chainID: chainID, sampling: interval.components.seconds, unit: unit)
        }
        guard tell(.quote(quote, crossed: crossed)) else { return }
      }
      // In step with the clock, not with how long the node takes; after failures less and less often, up to a minute.
      next += interval
      if next < .now { next = .now }
      if failures > 1 { next = .now + max(interval, .seconds(min(60, 1 << min(failures, 6)))) }
      try? await Task.sleep(until: next, clock: .continuous)
    }
  }

  private var interval: Duration {
    switch pace {
    case .every(let duration): duration
    case .eachBlock: .seconds(1)
    }
  }
}
