/// A time of the chain, for people: `2026-11-21 02:40 UTC`.
enum Moment {
  /// - Parameter seconds: Seconds since 1970.
  static func text(_ seconds: UInt64) -> String {
    guard seconds < 253_402_300_800 else { return "\(seconds) s after 1970" }
    let (year, month, day) = civil(days: Int(seconds / 86_400))
    let minutes = Int(seconds % 86_400) / 60
    return "\(year)-\(padded(month))-\(padded(day)) \(padded(minutes / 60)):\(padded(minutes % 60)) UTC"
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// The proleptic Gregorian date of a day since 1970, counted in eras of 400 years that begin in March.
  private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }
}
