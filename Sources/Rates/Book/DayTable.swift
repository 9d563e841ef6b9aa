import Database

/// The table of the rates of days, which are kept for ever.
struct DayTable {
  let database: Connection

  /// The rates of a pair on days, both included, in order of days.
  func rates(
    of pair: CurrencyPair, in market: Market, of source: String?, from first: Day, to last: Day
  ) throws -> [DayRate] {
    try database.rows(
      """
      SELECT source, market, kind, base, quote, day, bid, ask, mid, final FROM day
      WHERE base = ?1 AND quote = ?2 AND market = ?3 AND day BETWEEN ?4 AND ?5 AND (source = ?6 OR ?6 IS NULL)
      ORDER BY day, source, kind
      """, [pair.base, pair.quote, market, first, last, source]
    ).map { row in
      DayRate(
        source: try row.value("source"), market: try row.value("market"), kind: try row.value("kind"),
        pair: try row.pair(), day: try row.value("day"), bid: try row.optional("bid"), ask: try row.optional("ask"),
        mid: try row.optional("mid"), isFinal: try row.value("final"))
    }
  }

  /// Keeps a quote as the rate of its day, unless a later one is kept as that.
  func keep(_ quote: Quote, on day: Day) throws {
    // A day's own rate stands for the whole day, as far as that was over when the rate was asked for.
    let time = quote.day == nil ? quote.asOf : min(quote.retrieved, quote.asOf + 86_400)
    try database.execute(
      """
      INSERT INTO day (source, market, kind, base, quote, day, bid, ask, mid, time, final)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT (base, quote, market, source, kind, day) DO UPDATE SET
        bid = excluded.bid, ask = excluded.ask, mid = excluded.mid, time = excluded.time
      WHERE excluded.time >= day.time
      """,
      [
        quote.source, quote.market, quote.kind, quote.pair.base, quote.pair.quote, day, quote.bid, quote.ask,
        quote.mid, time,
      ])
  }

  /// Whether what a source says of past days is not what is kept of them: off by more than half on a day that is kept, or
  /// on its day nearest to those that are, if they are at most four days apart, as around a holiday.
  ///
  /// - Parameter quotes: Quotes of one series, each of a day.
  func contradicts(_ quotes: [(quote: Quote, day: Day)]) throws -> Bool {
    guard let one = quotes.first?.quote, let first = quotes.map(\.day).min(), let last = quotes.map(\.day).max() else {
      return false
    }
    let kept = try rates(
      of: one.pair, in: one.market, of: one.source, from: first.adding(-Self.holiday), to: last.adding(Self.holiday)
    ).filter { $0.kind == one.kind }
    let apart = { (quote: (quote: Quote, day: Day), rate: DayRate) in abs(quote.day.number - rate.day.number) }
    let pairs = quotes.flatMap { quote in kept.map { (quote: quote, rate: $0) } }
    guard let nearest = pairs.map({ apart($0.quote, $0.rate) }).min(), nearest <= Self.holiday else { return false }
    return pairs.contains { pair in
      apart(pair.quote, pair.rate) == nearest && RateLevel(pair.quote.quote).isOff(from: RateLevel(pair.rate))
    }
  }

  /// The most days between two working days.
  private static let holiday = 4

  /// Notes which days of a source are over.
  func finish(_ source: String, before today: Day) throws {
    try database.execute("UPDATE day SET final = 1 WHERE final = 0 AND source = ? AND day < ?", [source, today])
  }
}
