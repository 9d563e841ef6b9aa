import Database

extension RatesBook {
  /// The newest quotes in a market, one for each source, kind and pair; rates of a later day are left out.
  ///
  /// - Parameters:
  ///   - source: The source's name; nil for all.
  ///   - time: The time of the clock, in seconds since 1970.
  ///   - includesSuspects: Whether those are wanted as well that are to be shown only.
  /// - Throws: `bookFailed`.
  public func quotes(
    in market: Market, of source: String? = nil, at time: Int64, includesSuspects: Bool = false
  ) async throws(RatesError) -> [StoredQuote] {
    try await read {
      try QuoteTable(database: $0).newest(in: market, of: source, at: time, includesSuspects: includesSuspects)
    }
  }

  /// The newest quotes in a market of which each counts, one for each series, and the suspect ones that came after
  /// them.
  ///
  /// The last believed quote counts, with its own time, while its source tells a suspect one; after ten days nothing
  /// speaks for it any more, and the suspect quote takes its place.
  ///
  /// - Throws: `bookFailed`.
  func toldQuotes(
    in market: Market, at time: Int64
  ) async throws(RatesError) -> (counting: [StoredQuote], suspect: [StoredQuote]) {
    let newest = try await quotes(in: market, at: time, includesSuspects: true)
    guard newest.contains(where: \.isSuspect) else { return (newest, []) }
    let believed = try await quotes(in: market, at: time).filter { time - $0.quote.asOf <= Self.mostAgeBesideSuspects }
    var (counting, suspect): ([StoredQuote], [StoredQuote]) = ([], [])
    for quote in newest {
      guard quote.isSuspect, let other = believed.first(where: { $0.quote.isInSeries(of: quote.quote) }) else {
        counting.append(quote)
        continue
      }
      counting.append(other)
      suspect.append(quote)
    }
    return (counting, suspect)
  }

  private static let mostAgeBesideSuspects: Int64 = 10 * 86_400

  /// The rates of a pair on days, both included, in order of days.
  ///
  /// - Throws: `bookFailed`.
  public func days(
    of pair: CurrencyPair, in market: Market, of source: String? = nil, from first: Day, to last: Day
  ) async throws(RatesError) -> [DayRate] {
    try await read { try DayTable(database: $0).rates(of: pair, in: market, of: source, from: first, to: last) }
  }

  /// The rates of pairs on days, both included, pair by pair in order of days.
  func days(
    of pairs: [CurrencyPair], in market: Market, from first: Day, to last: Day
  ) async throws(RatesError) -> [DayRate] {
    try await read { database in
      try pairs.flatMap { try DayTable(database: database).rates(of: $0, in: market, of: nil, from: first, to: last) }
    }
  }

  /// The banks that trade a currency, by name.
  ///
  /// - Throws: `bookFailed`.
  public func banks(trading currency: Currency) async throws(RatesError) -> [StoredBank] {
    try await read { try BankTable(database: $0).banks(nil, in: currency) }
  }

  /// All banks that are known, with all their rates, by name.
  ///
  /// - Throws: `bookFailed`.
  public func banks() async throws(RatesError) -> [StoredBank] {
    try await read { try BankTable(database: $0).banks(nil, in: nil) }
  }

  /// A bank with all its rates; nil if none of that name in addresses is kept.
  ///
  /// - Throws: `bookFailed`.
  public func bank(_ slug: String) async throws(RatesError) -> StoredBank? {
    try await read { try BankTable(database: $0).banks(slug, in: nil).first }
  }

  /// News, the newest first.
  ///
  /// - Parameters:
  ///   - feed: The feed's name; nil for all.
  ///   - isUnread: Whether only those are wanted that nobody read.
  ///   - language: The language's code; nil for all.
  /// - Throws: `bookFailed`.
  public func news(
    limit: Int = 40, feed: String? = nil, isUnread: Bool = false, language: String? = nil
  ) async throws(RatesError) -> [StoredNews] {
    try await read {
      try NewsTable(database: $0).items(limit: limit, feed: feed, isUnread: isUnread, language: language)
    }
  }

  /// A piece of news by its identifier; nil if it is not kept.
  ///
  /// - Throws: `bookFailed`.
  public func newsItem(_ id: String) async throws(RatesError) -> StoredNews? {
    try await read { try NewsTable(database: $0).item(id) }
  }

  /// The number of pieces of news that nobody read.
  ///
  /// - Throws: `bookFailed`.
  public func unreadCount() async throws(RatesError) -> Int {
    try await read { try NewsTable(database: $0).unreadCount() }
  }

  /// Marks news as read: those with identifiers, or all.
  ///
  /// - Throws: `bookFailed`.
  public func markRead(_ ids: [String]? = nil) async throws(RatesError) {
    try await write { try NewsTable(database: $0).markRead(ids) }
  }

  /// The records of the addresses that were asked, of a source or of all, the last asked first.
  ///
  /// - Throws: `bookFailed`.
  public func requests(of source: String? = nil) async throws(RatesError) -> [RequestRecord] {
    try await read { try RequestTable(database: $0).records(of: source) }
  }

  /// The record of an address, an empty one if it was never asked.
  func record(of request: SourceRequest, _ source: String) async throws(RatesError) -> RequestRecord {
    try await read {
      try RequestTable(database: $0).record(of: request.shownURL)
        ?? RequestRecord(url: request.shownURL, source: source)
    }
  }
}

extension Quote {
  /// Whether another is of the same source, market, kind and pair.
  fileprivate func isInSeries(of other: Quote) -> Bool {
    (source, market, kind, pair.base, pair.quote)
      == (other.source, other.market, other.kind, other.pair.base, other.pair.quote)
  }
}
