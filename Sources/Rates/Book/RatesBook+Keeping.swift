import Database

extension RatesBook {
  /// Keeps what a source told, in one change, and drops what is too old; rates of another source or market, from before 1970
  /// or of times to come are left out, and those that are far from the ones before are believed only later.
  ///
  /// - Parameters:
  ///   - now: The time of the clock, in seconds since 1970.
  ///   - record: The record of the address that told it; nil if none did, as where a chain was read.
  /// - Returns: `suspect` where some of it cannot be believed yet; nil if all can.
  /// - Throws: `bookFailed`.
  @discardableResult public func keep(
    _ findings: SourceFindings, of profile: SourceProfile, at now: Int64, record: RequestRecord? = nil
  ) async throws(RatesError) -> RatesError? {
    let findings = findings.credible(of: profile, at: now)
    return try await write { database in
      var suspects = try Self.keep(findings.quotes, of: profile, at: now, in: database)
      let banks = BankTable(database: database)
      for bank in findings.banks { try banks.keep(bank, at: now) }
      for rate in findings.bankRates where try !banks.keep(rate, at: now) { suspects += 1 }
      let news = NewsTable(database: database)
      for item in findings.news { try news.keep(item, at: now) }
      if !findings.news.isEmpty { try news.prune() }
      let problem = suspects == 0 ? nil : profile.suspicion(of: suspects, among: findings.count)
      if var record {
        if let problem { record.note(problem) }
        try RequestTable(database: database).save(record)
      }
      return problem
    }
  }

  /// Keeps quotes in the order of their times, in which each is compared with the one before it; what contradicts the days
  /// that are kept is left out.
  ///
  /// - Returns: The number of those that cannot be believed.
  private static func keep(
    _ quotes: [Quote], of profile: SourceProfile, at now: Int64, in database: Connection
  ) throws -> Int {
    let (table, days) = (QuoteTable(database: database), DayTable(database: database))
    var suspects = 0
    let today = profile.zone.day(at: now)
    for series in Dictionary(grouping: quotes, by: { [$0.kind.rawValue, $0.market.rawValue, "\($0.pair)"] }).values {
      let past = series.compactMap { quote in quote.day.flatMap { $0 < today ? (quote: quote, day: $0) : nil } }
      let isWrong = try days.contradicts(past)
      if isWrong { suspects += past.count }
      for quote in series.sorted(by: { $0.asOf < $1.asOf }) where !isWrong || (quote.day.map { $0 >= today } ?? true) {
        let day = quote.day ?? profile.zone.day(at: quote.asOf)
        let believed = try table.keep(quote, on: day, at: now)
        for believed in believed { try days.keep(believed.quote, on: believed.localDay) }
        if believed.isEmpty { suspects += 1 }
      }
    }
    try days.finish(profile.name, before: today)
    try table.prune(profile.name, at: now)
    return suspects
  }

  /// Notes that an address has nothing newer than what it told at an earlier time.
  func confirm(_ record: RequestRecord, since before: Int64, at now: Int64) async throws(RatesError) {
    try await write { database in
      try QuoteTable(database: database).confirm(of: record.source, retrieved: before, at: now)
      try RequestTable(database: database).save(record)
    }
  }

  /// Keeps the record of an address.
  func save(_ record: RequestRecord) async throws(RatesError) {
    try await write { try RequestTable(database: $0).save(record) }
  }
}

extension SourceProfile {
  /// The problem with rates that are so far from the ones before that they cannot be believed.
  fileprivate func suspicion(of count: Int, among all: Int) -> RatesError {
    RatesError(
      .suspect, "\(title) gives rates that are far from the ones before.",
      reason: "\(count) of \(all) are off by more than half; the ones before count until another agrees with them.")
  }
}
