import Alerts
import Locking
import NodeRPC
import Primitives

/// Watches the prices of a chain: asks, keeps, and delivers alerts.
public typealias GasMonitor = AlertMonitor<GasSubject, GasQuote>

/// The times at which a monitor of gas asks.
public enum GasPace: Sendable, Hashable {
  /// In steps of this length, whether or not there is a new block.
  case every(Duration)
  /// At each new block, looked for once a second.
  case eachBlock
}

extension AlertMonitor where Subject == GasSubject, Reading == GasQuote {
  /// - Parameters:
  ///   - node: Needed for a sample at each block.
  ///   - lock: Its holder keeps prices and delivers alerts; nil only asks.
  ///   - unit: What the network calls a gwei.
  ///   - clock: Seconds since 1970.
  public init(
    book: GasBook, chainID: UInt256, reader: PriceReader, node: NodeClient?, pace: GasPace, lock: MonitorLock?,
    unit: String = "gwei", clock: @escaping @Sendable () -> Int64
  ) {
    let lastBlock = Guarded<UInt64?>(nil)
    let (interval, head): (Duration, NodeClient?) =
      switch pace {
      case .every(let duration): (duration, nil)
      case .eachBlock: (.seconds(1), node)
      }
    self.init(book: book.alerts, scope: chainID.description, interval: interval, lock: lock, clock: clock) {
      guard let head else { return try await reader.quote() }
      let block = try await head.blockNumber()
      guard block != lastBlock.withLock({ $0 }) else { return nil }
      let quote = try await reader.quote()
      lastBlock.withLock { $0 = block }
      return quote
    } keep: { quote in
      try await book.record(
        GasSample(quote, time: clock()), chainID: chainID, sampling: interval.components.seconds, unit: unit)
    }
  }
}
