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
      WHERE base = ?1 AND quote = ?2 AND market = ?3 AND day BETWEEN ?4 AND ?5 AND (?6 IS NULL OR source = ?6)
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
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT DO UPDATE SET
        bid = excluded.bid, ask = excluded.ask, mid = excluded.mid, time = excluded.time
      WHERE excluded.time >= day.time
      """,
      [
        quote.source, quote.market, quote.kind, quote.pair.base, quote.pair.quote, day, quote.bid, quote.ask,
        quote.mid, time,
      ])
  }

  /// Notes which days of a source are over.
  func finish(_ source: String, before today: Day) throws {
    try database.execute("UPDATE day SET final = 1 WHERE NOT final AND source = ? AND day < ?", [source, today])
  }
}
