import Rates

/// A time in UTC, as candles begin: `2026-11-21 11:40`.
enum UniversalTime {
  /// The day and the minute.
  ///
  /// - Parameter seconds: Since 1970.
  static func text(_ seconds: UInt64) -> String {
    guard seconds < 32_503_680_000 else { return "\(seconds) s after 1970" }
    func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(Day(number: Int(seconds / 86_400))) \(two(seconds / 3600 % 24)):\(two(seconds / 60 % 60))"
  }
}
