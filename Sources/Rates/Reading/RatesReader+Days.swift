import Primitives

/// Rates of days in their order, with what kept a source from answering.
public struct DaysReading: Sendable {
  /// The market that the rates are of.
  public let market: Market
  /// A rate for each day that has one, the oldest first.
  public let days: [Rate]
  /// The sources that gave no answer when they were asked, or may not be asked yet.
  public let problems: [SourceProblem]

  /// A reading as it is given.
  public init(market: Market, days: [Rate], problems: [SourceProblem]) {
    (self.market, self.days, self.problems) = (market, days, problems)
  }
}

extension RatesReader {
  /// The most days of one history.
  public static let mostDays = 3660

  /// The rates of a pair from day to day; a source is asked for those that are not kept.
  ///
  /// - Throws: `RatesError` `invalidRequest` for more than ten years, and days that are out of order; `bookFailed`.
  public func days(
    of pair: CurrencyPair, in market: Market, from: Day, to: Day, _ choice: RatesChoice = RatesChoice()
  ) async throws -> DaysReading {
    guard from <= to, to.number - from.number < Self.mostDays else {
      throw RatesError(
        .invalidRequest, "There is no history from \(from) to \(to).",
        reason: "The first day comes first, and there are at most \(Self.mostDays) of them.",
        facts: .days(from: from, to: to))
    }
    var problems: [SourceProblem] = []
    var days = try await kept(pair, market, from, to, choice)
    let legs = [CurrencyPair(pair.base, market.common), CurrencyPair(pair.quote, market.common)]
      .filter { $0.base != $0.quote }
    for source in sources where source.profile.markets.contains(market) && choice.takes(source.profile.name) {
      // Weekends, holidays and days to come are missing for good: nine of ten working days are all there are.
      if days.count * 10 >= workingDays(from, min(to, today(source))) * 9, choice.asking != .always { break }
      for leg in [pair] + legs where leg != pair.inverse || legs.count == 1 {
        problems += await ask([source], for: .days(market, leg, from: from, to: to), choice)
      }
      days = try await kept(pair, market, from, to, choice)
    }
    return DaysReading(market: market, days: days, problems: problems)
  }

  private func kept(
    _ pair: CurrencyPair, _ market: Market, _ from: Day, _ to: Day, _ choice: RatesChoice
  ) async throws -> [Rate] {
    let all = try await days(of: [pair], in: market, from: from, to: to).filter { choice.takes($0.source) }
    return Dictionary(grouping: all, by: \.day).sorted { ($0.key?.number ?? 0) < ($1.key?.number ?? 0) }
      .compactMap { _, rates in try? RateBoard(preferred(rates)).rate(pair, through: [market.common]) }
  }

  private func today(_ source: any RateSource) -> Day { source.profile.zone.day(at: clock()) }

  private func workingDays(_ from: Day, _ to: Day) -> Int {
    guard from <= to else { return 0 }
    return (from.number...to.number).count { Day(number: $0).weekday < 5 }
  }
}
