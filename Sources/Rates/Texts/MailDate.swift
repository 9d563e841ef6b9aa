/// A date as mail and RSS write it, as in `Sun, 22 Aug 2021 13:45:00 +0300`.
///
/// The forms of RFC 822 and its successors are read: with and without a weekday and seconds, years of two and four digits,
/// zones as numbers and by name, remarks in brackets.
enum MailDate {
  /// The time that a text gives, in seconds since 1970.
  ///
  /// - Parameter zone: The clock of a text without a zone.
  static func time(of text: String, in zone: Zone = .utc) -> Int64? {
    guard text.utf8.count <= 100 else { return nil }
    var words = text.prefix { $0 != "(" }.split { $0.isWhitespace || $0 == "," }
    // The weekday adds nothing, and is often wrong.
    if words.first?.first?.isLetter == true { words.removeFirst() }
    guard (4...5).contains(words.count), let day = number(words[0], digits: 1...2), let month = month(words[1]),
      let year = year(words[2]), let date = Day(year: year, month: month, day: day), let seconds = clock(words[3])
    else { return nil }
    guard let name = words.dropFirst(4).first else { return zone.time(on: date, seconds: seconds) }
    return offset(name).map { Zone.utc.time(on: date, seconds: seconds - $0) }
  }

  private static func number(_ text: some StringProtocol, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  /// A month by its name or the beginning of it, three letters at least.
  private static func month(_ name: Substring) -> Int? {
    guard name.count >= 3 else { return nil }
    return months.firstIndex { $0.hasPrefix(name.lowercased()) }.map { $0 + 1 }
  }

  /// A year; of two digits from 1950 to 2049, of three as many since 1900 (RFC 5322, 4.3).
  private static func year(_ text: Substring) -> Int? {
    guard let year = number(text, digits: 2...4) else { return nil }
    return switch text.utf8.count {
    case 2: year < 50 ? 2000 + year : 1900 + year
    case 3: 1900 + year
    default: year
    }
  }

  /// Seconds since midnight of hours, minutes and seconds, which may be missing.
  private static func clock(_ text: Substring) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { number($0, digits: 1...2) }
    guard (2...3).contains(parts.count), let hours = parts[0], let minutes = parts[1],
      let seconds = parts.count == 3 ? parts[2] : 0, hours < 24, minutes < 60, seconds <= 60
    else { return nil }
    return Int64(hours * 3600 + minutes * 60 + seconds)
  }

  /// Seconds ahead of UTC of `+0300`, `-05:00`, `GMT` or `EST`; a single letter means nothing certain and counts as UTC.
  private static func offset(_ name: Substring) -> Int64? {
    guard let sign = name.first, sign == "+" || sign == "-" else {
      return zones[name.uppercased()].map { $0 * 3600 } ?? (name.count == 1 && name.allSatisfy(\.isLetter) ? 0 : nil)
    }
    let digits = name.dropFirst().filter { $0 != ":" }
    guard let number = number(digits, digits: 4...4), number / 100 < 24, number % 100 < 60 else { return nil }
    return Int64(number / 100 * 3600 + number % 100 * 60) * (sign == "-" ? -1 : 1)
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  /// Hours ahead of UTC of zones by name: those of RFC 822, and those of the feeds' countries.
  private static let zones: [String: Int64] = [
    "GMT": 0, "UT": 0, "UTC": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
    "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "KST": 9,
  ]
}
