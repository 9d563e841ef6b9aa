import Database
import Primitives

/// A quote that is kept, and whether it can be relied on.
public struct KeptQuote: Sendable, Hashable {
  /// The quote.
  public let quote: Quote
  /// Whether it is more than half off what was kept before, and nobody has confirmed it.
  public let isSuspect: Bool
}

extension RatesBook {
  /// Keeps all that an answer told, or nothing of it.
  ///
  /// A quote that is more than half off the last of its source that can be relied on, or off another source's where it is
  /// the first, is suspect: until another source, or its own on another day, says as much.
  ///
  /// - Parameter time: Seconds since 1970; what is more than two days ahead of it is left out.
  /// - Throws: `bookFailed`.
  public func keep(_ findings: SourceFindings, of source: SourceProfile, at time: Int64) async throws {
    try await file.write { try Self.keep(findings, of: source, at: time, in: $0) }
  }

  static func keep(
    _ findings: SourceFindings, of source: SourceProfile, at time: Int64, in database: Connection
  ) throws {
    for quote in findings.quotes where quote.source == source.name && quote.asOf <= time + 2 * 86_400 {
      try keep(quote, zone: source.zone, at: time, in: database)
    }
    try keep(findings.banks, findings.bankRates, at: time, in: database)
    try keep(findings.news, at: time, in: database)
    // The newest of each stays, however old: it is told with its age when nobody answers.
    try database.execute(
      """
      DELETE FROM quote WHERE asOf < ? AND EXISTS (
        SELECT 1 FROM quote AS later WHERE later.market = quote.market AND later.source = quote.source
          AND later.kind = quote.kind AND later.base = quote.base AND later.quote = quote.quote
          AND later.asOf > quote.asOf)
      """, [time &- quoteLife])
  }

  private static func keep(_ quote: Quote, zone: Zone, at time: Int64, in database: Connection) throws {
    let isSuspect = try isSuspect(quote, zone, in: database)
    let numbers = [quote.bid, quote.ask, quote.mid].map { $0?.stored }
    let names: [(any Storable)?] = [
      quote.source, quote.market.rawValue, quote.kind.rawValue, quote.pair.base.code, quote.pair.quote.code, quote.asOf,
    ]
    try database.execute(
      "INSERT OR REPLACE INTO quote VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      names + [quote.day?.number, quote.retrieved, numbers[0], numbers[1], numbers[2], isSuspect])
    guard !isSuspect else { return }
    let day = quote.day ?? zone.day(at: quote.asOf)
    try database.execute(
      """
      INSERT INTO day VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (market, day, source, kind, base, quote) DO UPDATE SET asOf = excluded.asOf,
          retrieved = excluded.retrieved, bid = excluded.bid, ask = excluded.ask, mid = excluded.mid,
          isFinal = excluded.isFinal WHERE excluded.asOf >= asOf
      """,
      names + [day.number, quote.retrieved, numbers[0], numbers[1], numbers[2], day < zone.day(at: time)])
  }

  private static func isSuspect(_ quote: Quote, _ zone: Zone, in database: Connection) throws -> Bool {
    let before = try database.rows(
      """
      SELECT * FROM quote WHERE market = ? AND base = ? AND quote = ? AND asOf < ? AND asOf > ? ORDER BY asOf DESC LIMIT 200
      """,
      [
        quote.market.rawValue, quote.pair.base.code, quote.pair.quote.code, quote.asOf &+ 2 * 86_400,
        quote.asOf &- 30 * 86_400,
      ]
    ).map { try KeptQuote(row: $0) }
    let own = before.filter {
      $0.quote.source == quote.source && $0.quote.kind == quote.kind && $0.quote.asOf < quote.asOf
    }
    let others = before.filter { $0.quote.source != quote.source && !$0.isSuspect }.map(\.quote)
    guard let reference = own.first(where: { !$0.isSuspect })?.quote ?? others.first else { return false }
    guard quote.isFar(from: reference) else { return false }
    let day = zone.day(at: quote.asOf)
    let isConfirmed =
      others.contains { !quote.isFar(from: $0) }
      || own.contains { $0.isSuspect && !quote.isFar(from: $0.quote) && zone.day(at: $0.quote.asOf) < day }
    return !isConfirmed
  }

  /// The newest quotes of markets: of each source and pair the last that is in force.
  ///
  /// - Parameter time: Seconds since 1970; rates of days to come are not in force.
  /// - Throws: `bookFailed`.
  public func quotes(of markets: [Market], at time: Int64) async throws -> [KeptQuote] {
    try await file.read { database in
      try markets.flatMap { market in
        try database.rows(
          """
          SELECT quote.* FROM quote JOIN (
            SELECT market, source, kind, base, quote, max(asOf) AS newest FROM quote WHERE market = ? AND asOf <= ?
              GROUP BY market, source, kind, base, quote) AS last
            ON quote.market = last.market AND quote.source = last.source AND quote.kind = last.kind
              AND quote.base = last.base AND quote.quote = last.quote AND quote.asOf = last.newest
          """, [market.rawValue, time &+ 300]
        ).map { try KeptQuote(row: $0) }
      }
    }
  }

  /// The rates of days, both included, that can be relied on.
  ///
  /// - Throws: `bookFailed`.
  public func days(of markets: [Market], from: Day, to: Day) async throws -> [Quote] {
    try await file.read { database in
      try markets.flatMap { market in
        try database.rows(
          "SELECT day.*, 0 AS isSuspect FROM day WHERE market = ? AND day BETWEEN ? AND ? ORDER BY day",
          [market.rawValue, from.number, to.number]
        ).map { try KeptQuote(row: $0).quote }
      }
    }
  }

  // MARK: Choices

  /// The market that was named last; nil if none was.
  ///
  /// - Throws: `bookFailed`.
  public func lastMarket() async throws -> Market? {
    try await file.read { try $0.value("SELECT value FROM fact WHERE name = 'market'", as: String.self) }
      .flatMap { Market(rawValue: $0) }
  }

  /// Keeps the market that was named last.
  ///
  /// - Throws: `bookFailed`.
  public func noteLastMarket(_ market: Market) async throws {
    try await file.write { try $0.execute("INSERT OR REPLACE INTO fact VALUES ('market', ?)", [market.rawValue]) }
  }
}

extension KeptQuote {
  fileprivate init(row: Row) throws {
    let number = { (column: String) in
      try (row.optional(column) as String?).map { text in
        guard let decimal = ExactDecimal(stored: text) else { throw DatabaseError.unreadable(column) }
        return decimal
      }
    }
    guard let market = Market(rawValue: try row.value("market")), let kind = RateKind(rawValue: try row.value("kind")),
      let base = Currency(try row.value("base")), let other = Currency(try row.value("quote"))
    else { throw DatabaseError.unreadable("market, kind or currency") }
    guard
      let quote = Quote(
        source: try row.value("source"), market: market, kind: kind, pair: CurrencyPair(base, other),
        bid: try number("bid"), ask: try number("ask"), mid: try number("mid"), asOf: try row.value("asOf"),
        day: (try row.optional("day") as Int?).map { Day(number: $0) }, retrieved: try row.value("retrieved"),
        mayCross: true)
    else { throw DatabaseError.unreadable("bid, ask and mid") }
    self.init(quote: quote, isSuspect: try row.value("isSuspect"))
  }
}

extension ExactDecimal {
  /// The number as it is kept; one that is not exact has a mark in front.
  var stored: String { isExact ? description : "~\(description)" }

  /// Reads what ``stored`` gives.
  init?(stored text: String) {
    guard text.first == "~" else {
      self.init(text)
      return
    }
    // A digit that has no place makes it inexact again.
    self.init(text.dropFirst(), isExact: false)
  }
}

extension Quote {
  /// Whether its price is more than half off another's.
  fileprivate func isFar(from other: Quote) -> Bool {
    let price = { (quote: Quote) -> Fraction? in
      let rate = Rate(quote)
      return rate.price(.mid) ?? rate.bid ?? rate.ask
    }
    guard let mine = price(self), let theirs = price(other), let least = Fraction(1, over: 2),
      let most = Fraction(3, over: 2), let share = try? mine.divided(by: theirs)
    else { return true }
    return share < least || share > most
  }
}
