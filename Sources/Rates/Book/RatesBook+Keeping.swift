import Database

extension RatesBook {
  /// Keeps what a source told, in one change, and drops what is too old; rates of another source or market, from before
  /// 1970 or of times to come are left out, and those that are far from the ones before are believed only later.
  ///
  /// - Parameters:
  ///   - now: The time of the clock, in seconds since 1970.
  ///   - record: The record of the address that told it; nil if none did, as where a chain was read.
  /// - Returns: `suspect` where some of it cannot be believed yet, `contradictory` where it contradicts itself; nil
  ///   without either.
  /// - Throws: `bookFailed`.
  @discardableResult public func keep(
    _ findings: SourceFindings, of profile: SourceProfile, at now: Int64, record: RequestRecord? = nil
  ) async throws(RatesError) -> RatesError? {
    let findings = findings.credible(of: profile, at: now)
    return try await note { database in
      var suspectReasons = try Self.keep(findings.quotes, of: profile, at: now, in: database)
      let banks = BankTable(database: database)
      for bank in findings.banks { try banks.keep(bank, at: now) }
      for rate in findings.bankRates {
        if let suspectReason = try banks.keep(rate, at: now) { suspectReasons.append(suspectReason) }
      }
      let news = NewsTable(database: database)
      for item in findings.news { try news.keep(item, at: now) }
      if !findings.news.isEmpty { try news.prune() }
      let problem =
        profile.suspicion(suspectReasons, among: findings.count)
        ?? (findings.contradictions > 0 ? profile.contradiction(in: findings.contradictions) : nil)
      if var record {
        if let problem { record.note(problem) }
        try RequestTable(database: database).save(record)
      }
      return problem
    }
  }

  /// Keeps quotes in the order of their times, in which each is compared with the one before it; what contradicts the
  /// days that are kept is left out.
  ///
  /// - Returns: The reasons not to believe some of them, one for each.
  private static func keep(
    _ quotes: [Quote], of profile: SourceProfile, at now: Int64, in database: Connection
  ) throws -> [SuspectReason] {
    let (table, days) = (QuoteTable(database: database), DayTable(database: database))
    var suspectReasons: [SuspectReason] = []
    let today = profile.zone.day(at: now)
    for series in Dictionary(grouping: quotes, by: { [$0.kind.rawValue, $0.market.rawValue, "\($0.pair)"] }).values {
      let past = series.compactMap { quote in quote.day.flatMap { $0 < today ? (quote: quote, day: $0) : nil } }
      let isWrong = try days.contradicts(past)
      if isWrong { suspectReasons += past.map { _ in .far } }
      for quote in series.sorted(by: { $0.asOf < $1.asOf }) where !isWrong || (quote.day.map { $0 >= today } ?? true) {
        let day = quote.day ?? profile.zone.day(at: quote.asOf)
        let (believed, suspectReason) = try table.keep(quote, on: day, at: now)
        for believed in believed { try days.keep(believed.quote, on: believed.localDay) }
        if let suspectReason { suspectReasons.append(suspectReason) }
      }
      if let one = series.first { try table.noteLevel(like: one, at: now) }
    }
    try days.finish(profile.name, before: today)
    try table.prune(profile.name, at: now)
    return suspectReasons
  }

  /// Notes that an address has nothing newer than what it told at an earlier time.
  func confirm(_ record: RequestRecord, since before: Int64, at now: Int64) async throws(RatesError) {
    try await note { database in
      try QuoteTable(database: database).confirm(of: record.source, retrieved: before, at: now)
      try RequestTable(database: database).save(record)
    }
  }

  /// Keeps the record of an attempt that is about to be made, unless another process has begun one since the record
  /// before.
  ///
  /// - Returns: Whether the attempt is this one's to make.
  func begin(_ record: RequestRecord, after before: RequestRecord) async throws(RatesError) -> Bool {
    try await note { database in
      let table = RequestTable(database: database)
      guard try table.record(of: record.url)?.lastTry == before.lastTry else { return false }
      try table.save(record)
      return true
    }
  }

  /// Keeps the record of an address.
  func save(_ record: RequestRecord) async throws(RatesError) {
    try await note { try RequestTable(database: $0).save(record) }
  }
}

extension SourceProfile {
  /// The problem with rates that cannot be believed yet; nil without any.
  fileprivate func suspicion(_ suspectReasons: [SuspectReason], among all: Int) -> RatesError? {
    guard !suspectReasons.isEmpty else { return nil }
    let far = suspectReasons.count { $0 == .far }
    let reasons = [
      (far, "off by more than half from the last ones or from those of the two days before"),
      (suspectReasons.count - far, "of a bid and an ask that are too far apart"),
    ].filter { $0.0 > 0 }.map { "\($0) of \(all) are \($1)" }
    return RatesError(
      .suspect,
      far > 0
        ? "\(title) gives rates that are far from the ones before."
        : "\(title) gives rates whose bid and ask are far apart.",
      reason: "\(reasons.joined(separator: ", ")); those before count until another source or another day agrees.")
  }
}
