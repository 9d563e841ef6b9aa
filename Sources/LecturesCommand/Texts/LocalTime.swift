import Localization
import Platform

/// A time as the clock on the reader's wall shows it (`TZ`, else the system's zone): `2026-11-21 11:40 KST`.
struct LocalTime {
  private let parts: tm

  /// - Parameter seconds: Since 1970; nil before that and from the year 10000 on.
  private init?(_ seconds: some BinaryInteger) {
    guard (0..<253_402_300_800).contains(seconds) else { return nil }
    var (time, parts) = (time_t(seconds), tm())
    guard localtime_r(&time, &parts) != nil else { return nil }
    self.parts = parts
  }

  /// The time now, in seconds since 1970.
  static let now: @Sendable () -> Int64 = { Int64(time(nil)) }

  /// The day, the minute and the zone.
  ///
  /// - Parameter seconds: Since 1970.
  static func text(_ seconds: some BinaryInteger) -> String {
    text(seconds, in: .english)
  }

  /// The day, the minute and the zone, as a language writes them.
  ///
  /// - Parameter seconds: Since 1970.
  static func text(_ seconds: some BinaryInteger, in language: Language) -> String {
    guard let time = LocalTime(seconds) else { return "\(seconds) s after 1970" }
    let clock = (hour: Int(time.parts.tm_hour), minute: Int(time.parts.tm_min))
    return language.time(time.date, clock, zone: time.zone)
  }

  /// The day alone, as in `2026-11-21`.
  ///
  /// - Parameter seconds: Since 1970.
  static func day(_ seconds: some BinaryInteger) -> String { LocalTime(seconds)?.day ?? text(seconds) }

  /// The day alone, as a language writes it.
  ///
  /// - Parameter seconds: Since 1970.
  static func day(_ seconds: some BinaryInteger, in language: Language) -> String {
    LocalTime(seconds).map { language.date($0.date) } ?? text(seconds)
  }

  /// The zone in force at a time: its usual letters, as in `KST`, and its seconds east of UTC.
  ///
  /// - Parameter seconds: Since 1970.
  static func zone(at seconds: some BinaryInteger) -> (name: String, offset: Int) {
    LocalTime(seconds).map { ($0.zone, Int($0.parts.tm_gmtoff)) } ?? ("UTC", 0)
  }

  private var date: (year: Int, month: Int, day: Int) {
    (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
  }

  private var day: String { Language.english.date(date) }

  /// A zone that the system does not know counts as UTC under a name of its own, and is called UTC here.
  private var zone: String { parts.tm_gmtoff == 0 ? "UTC" : String(cString: parts.tm_zone) }
}
