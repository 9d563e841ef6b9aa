import Localization
import OrderBook

/// The length of candles, in words.
struct CandleLength: Phrase {
  private let interval: CandleInterval

  /// The words for an interval.
  init(_ interval: CandleInterval) { self.interval = interval }

  var english: String {
    switch interval {
    case .minute: "1 min"
    case .fiveMinutes: "5 min"
    case .quarter: "15 min"
    case .hour: "1 hour"
    case .fourHours: "4 hours"
    case .day: "1 day"
    case .week: "1 week"
    }
  }

  var korean: String {
    switch interval {
    case .minute: "1분"
    case .fiveMinutes: "5분"
    case .quarter: "15분"
    case .hour: "1시간"
    case .fourHours: "4시간"
    case .day: "1일"
    case .week: "1주"
    }
  }

  var ukrainian: String {
    switch interval {
    case .minute: "1 хв"
    case .fiveMinutes: "5 хв"
    case .quarter: "15 хв"
    case .hour: "1 год"
    case .fourHours: "4 год"
    case .day: "1 дн."
    case .week: "1 тиж."
    }
  }
}
