import Database

/// The table of single quotes.
///
/// A series is the quotes of one source, market, kind and pair. A quote that is off by more than half from the last one
/// of its series that can be believed, or from those of the two days before (``LevelTable``), is suspect, and so is one
/// whose bid and ask are too far apart, unless a quote of its level agrees with it: one of another source in the two
/// days before it, or one of its own series on an earlier day. Quotes of its level that were suspect are none from then
/// on. A suspect quote stands beside the one of the same time that is believed, until the source says that one again.
struct QuoteTable {
  let database: Connection

  /// Seconds for which a quote is kept that has one after it.
  static let life: Int64 = 2 * 86_400

  // MARK: Reading

  /// The newest quote of each series in a market at a time; rates of a later day are left out.
  ///
  /// - Parameter includesSuspects: Whether those are wanted as well that cannot be believed yet.
  func newest(
    in market: Market, of source: String?, at time: Int64, includesSuspects: Bool
  ) throws -> [StoredQuote] {
    let sources = try source.map { [$0] } ?? sources()
    return try sources.flatMap { try lastQuotes(of: $0, in: market) }.compactMap { last in
      let quote = last.quote
      if quote.asOf <= time || quote.day == nil, includesSuspects || !last.isSuspect { return last }
      return try latest(of: quote, "(asOf <= ? OR isOfDay = 0) AND isSuspect <= ?", [time, includesSuspects])
    }
  }

  /// The names of the sources that have quotes; each is found by a step over all quotes of the one before, however
  /// many.
  private func sources() throws -> [String] {
    try database.values(
      """
      WITH RECURSIVE step (source) AS (
        SELECT min(source) FROM quote
        UNION ALL SELECT (SELECT min(source) FROM quote WHERE source > step.source) FROM step WHERE source IS NOT NULL)
      SELECT source FROM step
      """)
  }

  /// The last quote of each series of a source in a market, found in the same way, from the last series to the first.
  private func lastQuotes(of source: String, in market: Market) throws -> [StoredQuote] {
    var quotes: [StoredQuote] = []
    var next: [(any Storable)?] = []
    while let row = try database.row(
      """
      SELECT \(Self.columns) FROM quote WHERE source = ? AND market = ? \(next.isEmpty ? "" : "AND (kind, base, quote) < (?, ?, ?)")
      ORDER BY kind DESC, base DESC, quote DESC, asOf DESC, isSuspect DESC LIMIT 1
      """, [source, market] + next)
    {
      let kept = try Self.quote(row)
      // As it is stored: a value that is read as another would be found again and again.
      let series = try ["kind", "base", "quote"].map { try row.value($0, as: String.self) }
      // No program of ours writes a currency in other letters.
      if series == [kept.quote.kind.rawValue, kept.quote.pair.base.code, kept.quote.pair.quote.code] {
        quotes.append(kept)
      }
      next = series
    }
    return quotes.reversed()
  }

  // MARK: Keeping

  /// Keeps a quote, unless it is old and there is a later one.
  ///
  /// - Parameter day: That of its time, in the zone of its source.
  /// - Returns: The quotes that can be believed and were not before: the quote itself, and those with which it agrees;
  ///   or the reason why it is suspect.
  func keep(_ quote: Quote, on day: Day, at now: Int64) throws -> (
    believed: [StoredQuote], suspectReason: SuspectReason?
  ) {
    let suspectReason = try suspectReason(about: quote, at: now)
    let isSuspect = try suspectReason != nil && !isConfirmed(quote)
    var isWanted = quote.asOf >= now - Self.life
    if !isWanted { isWanted = try latest(of: quote, "asOf > ?", [quote.asOf]) == nil }
    if isWanted {
      try database.put(
        [
          "source": quote.source, "market": quote.market, "kind": quote.kind, "base": quote.pair.base,
          "quote": quote.pair.quote, "asOf": quote.asOf, "isSuspect": isSuspect, "retrieved": quote.retrieved,
          "bid": quote.bid, "ask": quote.ask, "mid": quote.mid, "day": day, "isOfDay": quote.day != nil,
        ], into: "quote", keys: 7)
    }
    guard !isSuspect else { return ([], suspectReason) }
    let cleared = try clearSuspects(like: quote)
    try database.execute(
      "DELETE FROM quote WHERE \(Self.isInSeries) AND isSuspect = 1 AND asOf <= ?", Self.series(quote) + [quote.asOf])
    let levels = LevelTable(database, at: now)
    for confirmed in cleared.map(\.quote) + (suspectReason == nil ? [] : [quote]) {
      try levels.restart(RateLevel(confirmed), of: confirmed.series, asOf: confirmed.asOf)
    }
    return ([StoredQuote(quote: quote, isSuspect: false, localDay: day)] + cleared, nil)
  }

  /// Notes that a quote's series has, after an answer, the level of its newest quote that is believed.
  func noteLevel(like quote: Quote, at now: Int64) throws {
    guard let newest = try latest(of: quote, "isSuspect = 0", [])?.quote else { return }
    try LevelTable(database, at: now).note(RateLevel(newest), of: newest.series, asOf: newest.asOf)
  }

  /// Notes that an answer of one time holds at a later one still.
  func confirm(of source: String, retrieved before: Int64, at now: Int64) throws {
    try database.execute(
      "UPDATE quote SET retrieved = ?1 WHERE source = ?2 AND (retrieved = ?3 OR retrieved > ?1)",
      [now, source, before])
  }

  /// Drops the old quotes of a source that have one after them; one that can be believed only for another such.
  func prune(_ source: String, at now: Int64) throws {
    try database.execute(
      """
      DELETE FROM quote AS old WHERE source = ?1 AND asOf < ?2 AND EXISTS (
        SELECT 1 FROM quote AS later WHERE later.source = old.source AND later.market = old.market
          AND later.kind = old.kind AND later.base = old.base AND later.quote = old.quote AND later.asOf > old.asOf
          AND later.asOf <= ?3 AND later.isSuspect <= old.isSuspect)
      """, [source, now - Self.life, now])
  }

  // MARK: Suspicion

  /// The reason not to believe a quote; nil without any.
  private func suspectReason(about quote: Quote, at now: Int64) throws -> SuspectReason? {
    let (level, last) = (RateLevel(quote), try latest(of: quote, "isSuspect = 0 AND asOf <= ?", [quote.asOf])?.quote)
    if let last, level.isOff(from: RateLevel(last)) { return .far }
    // The rates of days are held against those of days near to theirs.
    let past = try LevelTable(database, at: now).past(quote.series).filter {
      quote.day == nil || (0...Self.nearDays).contains(quote.asOf - $0.asOf)
    }
    if past.contains(where: { level.isOff(from: $0.level) }) { return .far }
    return level.isWide(for: quote.kind) && last.map { !RateLevel($0).isWide(for: $0.kind) } ?? true ? .wide : nil
  }

  /// Seconds of the most days between two working days.
  private static let nearDays: Int64 = 4 * 86_400

  /// Whether a kept quote agrees with one: of another source lately, or of its own series on an earlier day.
  private func isConfirmed(_ quote: Quote) throws -> Bool {
    try alike(
      quote, "(source <> ?3 OR (market = ?4 AND kind = ?5 AND isSuspect = 1 AND \(Self.isOfEarlierDay)))"
    ).isEmpty == false
  }

  /// Believes the suspect quotes of a pair with which one agrees that can be believed.
  ///
  /// - Returns: Those quotes.
  private func clearSuspects(like quote: Quote) throws -> [StoredQuote] {
    let suspects = try alike(
      quote, "isSuspect = 1 AND (source <> ?3 OR (market = ?4 AND kind = ?5 AND \(Self.isOfEarlierDay)))")
    for suspect in suspects {
      let place = Self.series(suspect.quote) + [suspect.quote.asOf]
      let isThere = "\(Self.isInSeries) AND asOf = ?"
      try database.execute("DELETE FROM quote WHERE \(isThere) AND isSuspect = 0", place)
      try database.execute("UPDATE quote SET isSuspect = 0 WHERE \(isThere)", place)
    }
    return suspects
  }

  /// Of an earlier day, by the source's times and by ours: a source chooses its times. Rates of days may come together.
  private static let isOfEarlierDay =
    "asOf / 86400 < ?6 / 86400 AND (isOfDay = 1 OR (retrieved / 86400 < ?8 / 86400 AND retrieved < ?8 - 21600))"

  /// The kept quotes of a quote's pair and level, at most two days older, under a condition; its own source, market,
  /// kind and time are `?3` to `?6` in that, and `?8` is when it was asked for.
  private func alike(_ quote: Quote, _ condition: String) throws -> [StoredQuote] {
    try database.rows(
      "SELECT \(Self.columns) FROM quote WHERE base = ?1 AND quote = ?2 AND asOf > ?6 - ?7 AND \(condition)",
      [
        quote.pair.base, quote.pair.quote, quote.source, quote.market, quote.kind, quote.asOf, Self.life,
        quote.retrieved,
      ]
    ).map(Self.quote).filter { other in
      let (level, theirs) = (RateLevel(quote), RateLevel(other.quote))
      let isWide = level.isWide(for: quote.kind) || theirs.isWide(for: other.quote.kind)
      // A price without sides says nothing about the distance between them.
      return theirs.isLike(level) && (!isWide || level.hasSides && theirs.hasSides)
    }
  }

  // MARK: Rows

  private static let columns =
    "source, market, kind, base, quote, asOf, retrieved, bid, ask, mid, day, isOfDay, isSuspect"
  private static let isInSeries = "source = ? AND market = ? AND kind = ? AND base = ? AND quote = ?"

  private static func series(_ quote: Quote) -> [(any Storable)?] {
    [quote.source, quote.market, quote.kind, quote.pair.base, quote.pair.quote]
  }

  /// The latest kept quote of another's series under a condition.
  private func latest(of quote: Quote, _ condition: String, _ arguments: [(any Storable)?]) throws -> StoredQuote? {
    try database.row(
      "SELECT \(Self.columns) FROM quote WHERE \(Self.isInSeries) AND \(condition) ORDER BY asOf DESC, isSuspect DESC LIMIT 1",
      Self.series(quote) + arguments
    ).map(Self.quote)
  }

  private static func quote(_ row: Row) throws -> StoredQuote {
    let isOfDay: Bool = try row.value("isOfDay")
    guard
      let quote = Quote(
        source: try row.value("source"), market: try row.value("market"), kind: try row.value("kind"),
        pair: try row.pair(), bid: try row.optional("bid"), ask: try row.optional("ask"), mid: try row.optional("mid"),
        asOf: try row.time("asOf") ?? 0, day: isOfDay ? try row.value("day") : nil,
        retrieved: try row.time("retrieved") ?? 0, mayCross: true)
    else { throw DatabaseError.unreadable("bid") }
    return StoredQuote(quote: quote, isSuspect: try row.value("isSuspect"), localDay: try row.value("day"))
  }
}
