extension RequestRecord {
  /// Seconds within which no address is asked twice, whatever came of it.
  static let pause: Int64 = 300
  /// The longest that a source is left alone, in seconds.
  static let longestPause: Int64 = 86_400

  /// The time at which the address may be asked again, in seconds since 1970; 0 if it never was.
  public var askableAt: Int64 {
    guard let lastTry else { return 0 }
    return max(lastTry + Self.pause, min(notBefore, lastTry + Self.longestPause))
  }

  /// Whether an attempt was at a time that is yet to come, so that the clock was set back since.
  func isAhead(of now: Int64) -> Bool { max(lastTry ?? 0, lastSuccess ?? 0) > now }

  /// Brings all times back by as much as the clock was set back: the last attempt counts as one of now.
  mutating func setBack(to now: Int64) {
    guard isAhead(of: now) else { return }
    let ahead = max(lastTry ?? 0, lastSuccess ?? 0) - now
    lastTry = lastTry.map { max(0, $0 - ahead) }
    lastSuccess = lastSuccess.map { max(0, $0 - ahead) }
    notBefore = max(0, notBefore - ahead)
  }

  /// Whether the answer that is kept is as good as a new one.
  func isFresh(for request: SourceRequest, of profile: SourceProfile, at now: Int64) -> Bool {
    guard let lastSuccess, lastSuccess <= now else { return false }
    // The rates of days that are over do not change.
    if case .days(_, _, _, let last) = request.query, last < profile.zone.day(at: lastSuccess) { return true }
    let age = now - lastSuccess
    guard request.freshness == nil, let publication = profile.lastPublication(before: now) else {
      return age < max(Self.pause, request.freshness ?? profile.freshness)
    }
    if let day, day >= publication.day { return true }
    return lastSuccess >= publication.time && age < SourceProfile.dueFreshness
  }

  /// Notes an answer of which all was kept.
  ///
  /// - Parameter newest: The newest day among its rates.
  mutating func succeed(status: Int, at now: Int64, newest: Day?) {
    (lastSuccess, self.status, failures, notBefore, problem) = (now, status, 0, 0, nil)
    if let newest { day = newest }
  }

  /// Notes what is wrong with an answer that was kept; the source is asked for all of it the next time.
  mutating func note(_ problem: RatesError) { (self.problem, etag, lastModified) = (problem, nil, nil) }

  /// Notes an attempt that brought nothing.
  ///
  /// - Parameter pause: Seconds for which the source is left alone; nil is five minutes after the first failure, and twice
  ///   as long after each one more in a row, up to an hour.
  mutating func fail(_ problem: RatesError, status: Int?, at now: Int64, pause: Int64? = nil) {
    failures = min(failures + 1, 1000)
    let growing = min(Self.pause << Int64(min(failures - 1, 10)), 3600)
    (self.status, self.problem, notBefore) = (status, problem, now + (pause ?? growing))
  }
}

extension SourceProfile {
  /// Seconds for which an answer is fresh while a new day's rates are due.
  static let dueFreshness: Int64 = 1800

  /// The last time at which rates were due, and the day that it was: a working day. Nil for a source without days.
  func lastPublication(before now: Int64) -> (time: Int64, day: Day)? {
    guard let publication else { return nil }
    let today = zone.day(at: now)
    return (0...3).lazy.map { today.adding(-$0) }.filter { $0.weekday < 5 }
      .map { (zone.time(on: $0, seconds: publication), $0) }.first { $0.0 <= now }
  }
}
