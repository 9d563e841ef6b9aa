import Platform

/// A moment in UTC, for the names of files.
struct CalendarTime: Sendable {
  /// `2016-03-22T12-57-55.920751759Z`
  let fileStamp: String

  static func now() -> CalendarTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return CalendarTime(seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
  }

  init(seconds: Int, nanoseconds: Int) {
    var moment = time_t(seconds)
    var parts = tm()
    gmtime_r(&moment, &parts)
    func digits(_ value: Int, _ width: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
    let day = [
      digits(Int(parts.tm_year) + 1900, 4), digits(Int(parts.tm_mon) + 1, 2), digits(Int(parts.tm_mday), 2),
    ].joined(separator: "-")
    let clock = [Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec)].map { digits($0, 2) }.joined(separator: "-")
    fileStamp = "\(day)T\(clock).\(digits(nanoseconds, 9))Z"
  }
}
