import Localization

/// The time by which a chain's newest block differs from this machine's clock, behind "it is".
enum BlockAgeText: Phrase {
  /// Seconds behind the clock.
  case behind(UInt64)
  /// Seconds ahead of the clock.
  case ahead(UInt64)

  private enum Unit { case seconds, minutes, hours, days }

  /// The time in a unit in which it reads well.
  private var time: (count: UInt64, unit: Unit) {
    switch self {
    case .behind(let seconds), .ahead(let seconds):
      switch seconds {
      case ..<120: (seconds, .seconds)
      case ..<7200: (seconds / 60, .minutes)
      case ..<172_800: (seconds / 3600, .hours)
      default: (seconds / 86_400, .days)
      }
    }
  }

  var english: String {
    let text = "\(time.count) \(time.unit)"
    return switch self {
    case .behind: "\(text) old"
    case .ahead: "\(text) ahead of this machine's clock"
    }
  }

  var korean: String {
    let unit =
      switch time.unit {
      case .seconds: "초"
      case .minutes: "분"
      case .hours: "시간"
      case .days: "일"
      }
    return switch self {
    case .behind: "\(time.count)\(unit) 전의 것"
    case .ahead: "이 컴퓨터의 시각보다 \(time.count)\(unit) 앞선 것"
    }
  }

  var ukrainian: String {
    let (count, unit) = time
    let word =
      switch unit {
      case .seconds: Plural.ukrainian(count, "секунду", "секунди", "секунд")
      case .minutes: Plural.ukrainian(count, "хвилину", "хвилини", "хвилин")
      case .hours: Plural.ukrainian(count, "годину", "години", "годин")
      case .days: Plural.ukrainian(count, "день", "дні", "днів")
      }
    return switch self {
    case .behind: "створений \(count) \(word) тому"
    case .ahead: "випереджає годинник цього комп’ютера на \(count) \(word)"
    }
  }
}
