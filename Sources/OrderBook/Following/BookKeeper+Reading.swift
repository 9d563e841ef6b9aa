import Orders
import Primitives

extension BookKeeper {
  /// An order: one that is watched, or one that ended within the last 90 days; nil where there is none.
  ///
  /// - Throws: `storeFailed`.
  public func entry(_ hash: Hash32) async throws(OrderBookError) -> BookEntry? {
    if let entry = book[hash] { return entry }
    return try await store.read { try OrderTable(database: $0).order(hash) }
  }

  /// Orders of a maker that ended within the last 90 days, the latest first.
  ///
  /// - Throws: `storeFailed`.
  public func ended(of maker: Address, most: Int = 1_000) async throws(OrderBookError) -> [BookEntry] {
    try await store.read { try OrderTable(database: $0).ended(of: maker, most: most) }
  }

  /// Attempts to fill or cancel an order that moved nothing (v1), the first first.
  ///
  /// - Throws: `storeFailed`.
  public func attempts(at order: Hash32) async throws(OrderBookError) -> [FailedAttempt] {
    try await store.read { try TradeTable(database: $0).attempts(at: order) }
  }

  /// A page of trades, the latest first; those with too few blocks above them are not told yet.
  ///
  /// - Throws: `storeFailed`.
  public func trades(
    _ filter: TradeFilter = TradeFilter(), _ request: PageRequest = PageRequest()
  ) async throws(OrderBookError) -> TradePage {
    let filter = confirmed(filter)
    return try await store.read { try TradeTable(database: $0).page(filter, request) }
  }

  /// The candles of a pair, computed from its trades.
  ///
  /// - Parameters:
  ///   - from: A time in the first interval, in seconds since 1970.
  ///   - to: The time before which the last interval begins.
  ///   - limit: The most candles; the last ones are given.
  /// - Throws: `storeFailed`.
  public func candles(
    of pair: TokenPair, _ interval: CandleInterval, from: UInt64, to: UInt64, limit: Int = 1_000
  ) async throws(OrderBookError) -> [Candle] {
    guard to > from else { return [] }
    let minimums = book.minimums
    let longest = UInt64(max(1, limit)).multipliedSaturated(by: interval.seconds)
    let start = max(interval.start(of: from), interval.start(of: to - min(to, longest)))
    let filter = confirmed(TradeFilter().with { $0.pair = pair })
    let end = min(to, (book.head?.time ?? 0) + 1)
    return try await store.read { db in
      let table = TradeTable(database: db)
      var previous: Fraction?
      try table.forEach(filter.with { $0.to = start }, backwards: true) { trade in
        guard CandleSeries.setsPrice(trade, in: pair, minimums) else { return true }
        previous = trade.price(in: pair)
        return false
      }
      var series = CandleSeries(
        pair, interval, minimums: minimums, previous: previous, from: previous == nil ? nil : start, limit: limit)
      try table.forEach(filter.with { ($0.from, $0.to) = (start, to) }) { trade in
        series.add(trade)
        return true
      }
      if end > start { series.goOn(to: end - 1) }
      return series.candles.filter { $0.start < to }
    }
  }

  /// Stops watching orders, or watches them again: they leave the book, and the file keeps them.
  ///
  /// - Throws: `storeFailed` or `closed`.
  public func stop(_ hashes: [Hash32], areStopped: Bool = true) async throws(OrderBookError) {
    try await alone { () async throws(OrderBookError) in
      let step = BookStep(hashes, areStopped: areStopped, in: book)
      if !step.change.entries.isEmpty { try await carryOut(step) }
    }
  }

  private func confirmed(_ filter: TradeFilter) -> TradeFilter {
    let head = book.head?.number ?? 0
    return filter.with { $0.lastBlock = min($0.lastBlock ?? .max, head - min(head, options.confirmations)) }
  }
}
