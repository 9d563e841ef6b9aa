import Alerts
import Database
import Primitives

extension RatesBook {
  /// The most seconds that an official rate stays as it is: alerts that wait for it to stay do not begin anew in holidays.
  private static let officialPatience: Int64 = 10 * 86_400

  /// Steps the alerts by readings of markets, and puts into the journal what there is to tell: all of it or nothing.
  ///
  /// A rate that is old or suspect leaves its alerts as they are. An official one counts once for each day that it is of;
  /// only alerts that wait, for the rate to stay or to be woken, see it again.
  ///
  /// - Parameters:
  ///   - interval: Seconds from reading to reading; after a gap of many of these nobody knows how the rate was.
  ///   - message: One line about a crossing: the alert before it fires, and the value that crossed.
  /// - Returns: The crossings, to be delivered.
  /// - Throws: `bookFailed`.
  public func step(
    _ readings: [MarketReading], at now: Int64, interval: Int64,
    message: @escaping @Sendable (Alert<RateSubject>, UInt256) -> String
  ) async throws(RatesError) -> [Delivery<RateSubject>] {
    try await write { database in
      try database.put(["name": "watched", "value": "\(now)"], into: "fact")
      return try AlertBook<RateSubject>.step(RateSubject.scope, in: database) { alert in
        let subject = alert.rule.subject
        guard let rate = readings.first(where: { $0.markets == [subject.market] })?.reliableRate(of: subject.pair),
          let value = rate.price(subject.side.ofCustomer).flatMap({ RateSubject.value(of: $0) })
        else { return nil }
        guard let day = rate.officialDay else { return AlertReading(value, at: now, patience: max(60, interval * 5)) }
        let last = try database.value("SELECT day FROM alertDay WHERE alert = ?", [alert.id], as: Day.self)
        guard alert.state.phase == .holding || last.map({ $0 < day }) ?? true else { return nil }
        try database.put(["alert": alert.id, "day": day], into: "alertDay")
        return AlertReading(value, at: now, patience: Self.officialPatience)
      } message: {
        message($0, $1.value)
      }
    }
  }

  /// The time at which the rates were last watched for alerts, in seconds since 1970; nil if they never were.
  ///
  /// - Throws: `bookFailed`.
  public func lastWatched() async throws(RatesError) -> Int64? {
    try await read { try $0.value("SELECT value FROM fact WHERE name = 'watched'", as: String.self) }
      .flatMap { Int64($0) }
  }
}

extension MarketReading {
  /// The rate of a pair, if it is there and neither old nor suspect.
  fileprivate func reliableRate(of pair: CurrencyPair) -> Rate? {
    guard let rate = try? rate(pair), !rate.isOld, !rate.isSuspect else { return nil }
    return rate
  }
}

extension Rate {
  /// The day of a rate that is official in all of its legs; nil for any other, which may change at any time.
  fileprivate var officialDay: Day? { (legs.isEmpty ? [self] : legs).allSatisfy { $0.kind == .official } ? day : nil }
}

extension RateSubject.Side {
  /// The side on which a customer stands.
  fileprivate var ofCustomer: Rate.Side {
    switch self {
    case .bid: .sell
    case .ask: .buy
    case .mid: .mid
    }
  }
}
