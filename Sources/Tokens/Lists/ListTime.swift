/// The time at which a list was made, as RFC 3339 writes it.
enum ListTime {
  /// Seconds since 1970 of a text such as `2026-09-13T12:00:00.000Z` or `…+09:00`; nil for any other.
  static func seconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard (20...40).contains(bytes.count), [bytes[4], bytes[7]] == [0x2d, 0x2d],
      [0x54, 0x74, 0x20].contains(bytes[10]),
      [bytes[13], bytes[16]] == [0x3a, 0x3a], let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
      let second = number(bytes[17..<19]), (1970...9999).contains(year), (1...12).contains(month), hour < 24,
      minute < 60,
      second <= 60, let days = days(year, month, day)
    else { return nil }
    var rest = bytes[19...]
    if rest.first == 0x2e {
      let digits = rest.dropFirst().prefix { isDigit($0) }
      guard !digits.isEmpty else { return nil }
      rest = rest[digits.endIndex...]
    }
    guard let offset = offset(rest) else { return nil }
    return days * 86_400 + hour * 3_600 + minute * 60 + second - offset
  }

  /// Seconds that a zone is ahead of UTC: `Z`, or a sign, hours and minutes.
  private static func offset(_ bytes: ArraySlice<UInt8>) -> Int64? {
    let zone = Array(bytes)
    if zone == [0x5a] || zone == [0x7a] { return 0 }
    guard zone.count == 6, zone[0] == 0x2b || zone[0] == 0x2d, zone[3] == 0x3a, let hours = number(zone[1..<3]),
      let minutes = number(zone[4..<6]), hours < 24, minutes < 60
    else { return nil }
    return (hours * 3_600 + minutes * 60) * (zone[0] == 0x2b ? 1 : -1)
  }

  /// Days since 1970 of a day of the Gregorian calendar; nil if the month has no such day.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...lengths[Int(month) - 1]).contains(day) else { return nil }
    let before = year - 1
    let leaps = (before / 4 - before / 100 + before / 400) - (1969 / 4 - 1969 / 100 + 1969 / 400)
    return (year - 1970) * 365 + leaps + lengths[..<(Int(month) - 1)].reduce(0, +) + day - 1
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64? {
    guard bytes.allSatisfy({ isDigit($0) }) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
