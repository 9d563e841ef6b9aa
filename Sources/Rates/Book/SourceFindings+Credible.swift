extension SourceFindings {
  /// Seconds by which the time of a rate may be ahead of the clock: the rates of tomorrow are published today.
  private static let furthestAhead: Int64 = 2 * 86_400

  /// The part of it that a source may say at a time: rates and news of its own, since 1970 and not from the time to come.
  /// The rest is counted with what was skipped.
  ///
  /// A rate of no day is as old as its answer at least: a time ahead of the clock would keep later rates from being shown.
  func credible(of profile: SourceProfile, at now: Int64) -> SourceFindings {
    let times = 0...max(0, now + Self.furthestAhead)
    var credible = self
    credible.quotes = quotes.filter {
      $0.source == profile.name && profile.markets.contains($0.market) && times.contains($0.asOf)
        && times.contains($0.retrieved)
    }.map { $0.told(at: now) }
    credible.bankRates = bankRates.filter { times.contains($0.asOf) }
    credible.news = news.filter { times.contains($0.time) }
    credible.skipped += count - credible.count
    return credible
  }

  /// The number of rates, banks and pieces of news.
  var count: Int { quotes.count + banks.count + bankRates.count + news.count }
}
