/// The length of a candle; all begin at UTC's round times, weeks on Mondays.
public enum CandleInterval: String, Sendable, Hashable, CaseIterable {
  /// A minute.
  case minute = "1m"
  /// Five minutes.
  case fiveMinutes = "5m"
  /// A quarter of an hour.
  case quarter = "15m"
  /// An hour.
  case hour = "1h"
  /// Four hours.
  case fourHours = "4h"
  /// A day.
  case day = "1d"
  /// A week.
  case week = "1w"

  /// The length in seconds.
  public var seconds: UInt64 {
    switch self {
    case .minute: 60
    case .fiveMinutes: 300
    case .quarter: 900
    case .hour: 3_600
    case .fourHours: 14_400
    case .day: 86_400
    case .week: 604_800
    }
  }

  /// The start of the interval that a time is in, in seconds since 1970; 0 for those of the first week before its Monday.
  public func start(of time: UInt64) -> UInt64 {
    // The first of January 1970 was a Thursday: the week before began three days earlier.
    let shift: UInt64 = self == .week ? 3 * 86_400 : 0
    let (shifted, overflow) = time.addingReportingOverflow(shift)
    guard !overflow else { return time - time % seconds }
    let start = shifted - shifted % seconds
    return start < shift ? 0 : start - shift
  }
}
