/// A day of the calendar, as in `2026-09-13`.
public struct Day: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Days since 1970-01-01, which is 0.
  public let number: Int

  /// The day with a number.
  public init(number: Int) { self.number = number }

  /// A day of the Gregorian calendar from 1900 to 2999; nil if there is none.
  public init?(year: Int, month: Int, day: Int) {
    guard (1900...2999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
    // Days from the civil calendar: the year begins in March, and so ends with the day that is not always there.
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = (shifted / 400, shifted % 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    guard parts == (year, month, day) else { return nil }
  }

  /// Reads `2026-09-13`; with a separator other than `-` three numbers in an order of their own, as in `13.09.2026`.
  ///
  /// - Parameter isDayFirst: Whether the day stands first and the year last.
  public init?(_ text: some StringProtocol, separator: Character = "-", isDayFirst: Bool = false) {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let first = Int(parts[0]), let month = Int(parts[1]), let last = Int(parts[2])
    else { return nil }
    self.init(year: isDayFirst ? last : first, month: month, day: isDayFirst ? first : last)
  }

  /// Reads eight digits, as in `20260526`.
  public init?(compact text: String) {
    guard text.utf8.count == 8, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else {
      return nil
    }
    self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
  }

  /// Year, month and day.
  public var parts: (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = shifted >= 0 ? shifted / 146_097 : (shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let isNextYear = month >= 10
    return (
      yearOfEra + era * 400 + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  /// From 0 for Monday to 6 for Sunday.
  public var weekday: Int { ((number + 3) % 7 + 7) % 7 }

  /// The day that is `days` later, or earlier where that is negative.
  public func adding(_ days: Int) -> Day { Day(number: number + days) }

  /// The year, month and day, as in `2026-09-13`.
  public var description: String {
    let (year, month, day) = parts
    return "\(year)-\(Self.two(month))-\(Self.two(day))"
  }

  /// Without separators, as in `20260913`.
  public var compact: String { description.filter { $0 != "-" } }

  /// The day first, as in `13.09.2026`.
  public var dayFirst: String {
    let (year, month, day) = parts
    return "\(Self.two(day)).\(Self.two(month)).\(year)"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Orders by time.
  public static func < (left: Day, right: Day) -> Bool { left.number < right.number }
}

/// The clock of a source: how far its local time is ahead of UTC.
///
/// The rules are those in force since 1996; the process's own zone is not looked at.
public enum Zone: Sendable, Hashable {
  /// UTC itself.
  case utc
  /// Kyiv: two hours ahead, three in summer.
  case kyiv
  /// Frankfurt: one hour ahead, two in summer.
  case frankfurt
  /// Seoul: nine hours ahead always.
  case seoul

  /// Seconds ahead of UTC at a time in seconds since 1970.
  public func offset(at time: Int64) -> Int64 {
    switch self {
    case .utc: 0
    case .kyiv: Zone.isSummer(time) ? 10_800 : 7_200
    case .frankfurt: Zone.isSummer(time) ? 7_200 : 3_600
    case .seoul: 32_400
    }
  }

  /// The day that it is there at a time in seconds since 1970.
  public func day(at time: Int64) -> Day {
    let local = time + offset(at: time)
    return Day(number: Int(local >= 0 ? local / 86_400 : (local - 86_399) / 86_400))
  }

  /// The time of a local clock on a day, in seconds since 1970.
  ///
  /// - Parameter seconds: Since the day's midnight.
  public func time(on day: Day, seconds: Int64 = 0) -> Int64 {
    let local = Int64(day.number) * 86_400 + seconds
    // The offset of the winter decides where the clock shows an hour twice.
    let guess = local - offset(at: local - offset(at: local))
    return local - offset(at: guess)
  }

  /// From the last Sunday of March, 01:00 UTC, to the last Sunday of October, 01:00 UTC.
  private static func isSummer(_ time: Int64) -> Bool {
    let year = Zone.utc.day(at: time).parts.year
    let change = { (month: Int) -> Int64 in
      guard let last = Day(year: year, month: month, day: 31) else { return .max }
      return Int64(last.adding(-((last.weekday + 1) % 7)).number) * 86_400 + 3600
    }
    return time >= change(3) && time < change(10)
  }
}
