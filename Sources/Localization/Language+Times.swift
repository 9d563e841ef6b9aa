extension Language {
  /// A day: `2026-11-23`, `2026년 11월 23일`, `23.11.2026`.
  public func date(_ day: (year: Int, month: Int, day: Int)) -> String {
    switch self {
    case .english: "\(day.year)-\(two(day.month))-\(two(day.day))"
    case .korean: "\(day.year)년 \(day.month)월 \(day.day)일"
    case .ukrainian: "\(two(day.day)).\(two(day.month)).\(day.year)"
    }
  }

  /// A minute of a day, with the letters of its zone where they are given: `2026-11-23 09:05 KST`.
  public func time(
    _ day: (year: Int, month: Int, day: Int), _ clock: (hour: Int, minute: Int), zone: String? = nil
  ) -> String {
    let time = "\(two(clock.hour)):\(two(clock.minute))"
    let whole = self == .ukrainian ? "\(date(day)), \(time)" : "\(date(day)) \(time)"
    return zone.map { "\(whole) \(self.zone($0))" } ?? whole
  }

  /// The name of a zone for its usual letters: `KST`, `한국 시간`, `за Сеулом`; letters that are not known stay.
  public func zone(_ letters: String) -> String {
    switch (self, letters) {
    case (.korean, "KST"): "한국 시간"
    case (.korean, "EET"), (.korean, "EEST"): "동유럽 시간"
    case (.korean, "CET"), (.korean, "CEST"): "중앙유럽 시간"
    case (.ukrainian, "KST"): "за Сеулом"
    case (.ukrainian, "EET"), (.ukrainian, "EEST"): "за Києвом"
    case (.ukrainian, "CET"), (.ukrainian, "CEST"): "за Берліном"
    default: letters
    }
  }

  /// The time since an event: `3 min ago`, `3분 전`, `3 хв тому`; what is still to come counts as now.
  public func age(_ seconds: Int64) -> String {
    let seconds = max(0, seconds)
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86_400)
    return switch (self, seconds) {
    case (.english, ..<60): "\(seconds) s ago"
    case (.english, ..<3600): "\(minutes) min ago"
    case (.english, ..<86_400): "\(hours) h ago"
    case (.english, _): "\(days) d ago"
    case (.korean, ..<60): "\(seconds)초 전"
    case (.korean, ..<3600): "\(minutes)분 전"
    case (.korean, ..<86_400): "\(hours)시간 전"
    case (.korean, _): "\(days)일 전"
    case (.ukrainian, ..<60): "\(seconds) с тому"
    case (.ukrainian, ..<3600): "\(minutes) хв тому"
    case (.ukrainian, ..<86_400): "\(hours) год тому"
    case (.ukrainian, _): "\(days) \(Plural.ukrainian(days, "день", "дні", "днів")) тому"
    }
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
