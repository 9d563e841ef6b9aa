import Alerts
import Locking
import NodeRPC
import Primitives

/// Watches the prices of a chain: asks, keeps, and delivers alerts, but for prices that are doubtful.
public typealias GasMonitor = AlertMonitor<GasSubject, GasQuote>

/// The times at which a monitor of gas asks.
public enum PollingSchedule: Sendable, Hashable {
  /// In steps of this length, whether or not there is a new block.
  case every(Duration)
  /// At each new block, looked for once a second.
  case eachBlock
}

extension AlertMonitor where Subject == GasSubject, Reading == GasQuote {
  /// - Parameters:
  ///   - node: Needed for a sample at each block.
  ///   - lock: Its holder keeps prices and delivers alerts; nil only asks.
  ///   - health: Keeps how the readings go.
  ///   - toldWaits: The longest that an oracle is asked for the waits that it estimates; nil where nobody looks at
  ///     them.
  ///   - units: The names that the network has for its money.
  ///   - words: Makes the message of an alert at a value; nil makes it in English.
  ///   - coins: Gives the prices of the chain's coin in the monies of these codes, as far as they are known; it is
  ///     asked while alerts watch them.
  ///   - clock: Seconds since 1970.
  public init(
    book: GasBook, chainID: UInt256, reader: PriceReader, node: NodeClient?, pace: PollingSchedule, lock: MonitorLock?,
    health: HealthMonitor? = nil, toldWaits: Duration? = nil, units: GasUnits = GasUnits(),
    words: (@Sendable (Alert<GasSubject>, UInt256) -> String)? = nil,
    coins: @escaping @Sendable (Set<String>) async -> [CoinPrice] = { _ in [] },
    clock: @escaping @Sendable () -> Int64
  ) {
    let lastBlock = Guarded<UInt64?>(nil)
    let believed = ConfirmedPrices(book, chainID: chainID, unit: units.gas)
    let read = { @Sendable in
      let quote = try await believed.judged(reader.quote(), at: clock())
      guard let toldWaits else { return quote }
      return await reader.withReportedWaits(quote, within: toldWaits)
    }
    let (interval, head): (Duration, NodeClient?) =
      switch pace {
      case .every(let duration): (duration, nil)
      case .eachBlock: (.seconds(1), node)
      }
    self.init(
      book: book.alerts, scope: chainID.description, interval: interval, lock: lock, health: health,
      problem: { $0.sourceProblem }, clock: clock
    ) {
      guard let head else { return try await read() }
      let block = try await head.blockNumber()
      guard block != lastBlock.withLock({ $0 }) else { return nil }
      let quote = try await read()
      lastBlock.withLock { $0 = block }
      return quote
    } keep: { quote in
      guard !quote.isDoubtful else { return [] }
      let currencies = try await book.currencies(chainID: chainID)
      return try await book.record(
        GasSample(quote, time: clock()), chainID: chainID, blocks: quote.history,
        coins: currencies.isEmpty ? [] : await coins(currencies), sampling: interval.components.seconds, units: units,
        isConfirmed: !quote.isUnverified, words: words)
    }
  }
}

extension GasBook {
  /// The monies in which alerts watch the price of a chain's coin, or of an action.
  fileprivate func currencies(chainID: UInt256) async throws -> Set<String> {
    Set(try await alerts.all(in: chainID.description).compactMap(\.rule.subject.measure.currency))
  }
}
