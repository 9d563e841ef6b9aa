import Database

extension RatesBook {
  /// Keeps what a source told, in one change, and drops what is too old; rates of another source or market, from before 1970
  /// or of times to come are left out.
  ///
  /// - Parameters:
  ///   - now: The time of the clock, in seconds since 1970.
  ///   - record: The record of the address that told it; nil if none did, as where a chain was read.
  /// - Throws: `bookFailed`.
  public func keep(
    _ findings: SourceFindings, of profile: SourceProfile, at now: Int64, record: RequestRecord? = nil
  ) async throws(RatesError) {
    let findings = findings.credible(of: profile, at: now)
    try await write { database in
      try Self.keep(findings.quotes, of: profile, at: now, in: database)
      let banks = BankTable(database: database)
      for bank in findings.banks { try banks.keep(bank, at: now) }
      for rate in findings.bankRates { try banks.keep(rate, at: now) }
      let news = NewsTable(database: database)
      for item in findings.news { try news.keep(item, at: now) }
      if !findings.news.isEmpty { try news.prune() }
      if let record { try RequestTable(database: database).save(record) }
    }
  }

  /// Keeps quotes in the order of their times, in which each is compared with the one before it.
  private static func keep(
    _ quotes: [Quote], of profile: SourceProfile, at now: Int64, in database: Connection
  ) throws {
    let (table, days) = (QuoteTable(database: database), DayTable(database: database))
    for quote in quotes.sorted(by: { $0.asOf < $1.asOf }) {
      let day = quote.day ?? profile.zone.day(at: quote.asOf)
      for believed in try table.keep(quote, on: day, at: now) { try days.keep(believed.quote, on: believed.localDay) }
    }
    try days.finish(profile.name, before: profile.zone.day(at: now))
    try table.prune(profile.name, at: now)
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
