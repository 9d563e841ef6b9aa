import Keys
import Primitives

/// A time with its zone, as RFC 3339 writes it: `2026-12-01T18:00:00+02:00`.
public struct DescribedTime: Sendable, Hashable {
  /// The text, in 25 characters; `Z` is written as `+00:00`.
  public let text: String
  /// Seconds since 1970.
  public let seconds: Int64

  /// Reads a time of the years 1970 to 9999, with seconds and zone and without fractions.
  ///
  /// - Returns: Nil for anything else, a day that its month does not have among it.
  public init?(_ text: String) {
    let whole = text.hasSuffix("Z") ? "\(text.dropLast())+00:00" : text
    let bytes = Array(whole.utf8)
    guard bytes.count == 25 else { return nil }
    for (place, mark) in [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":"), (22, ":")] {
      guard bytes[place] == mark.utf8.first else { return nil }
    }
    func number(_ range: Range<Int>) -> Int64? {
      guard bytes[range].allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return bytes[range].reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
      let minute = number(14..<16), let second = number(17..<19), let zoneHours = number(20..<22),
      let zoneMinutes = number(23..<25), [0x2b, 0x2d].contains(bytes[19]), year >= 1970, (1...12).contains(month),
      (1...Self.days(in: month, of: year)).contains(day), hour < 24, minute < 60, second < 60, zoneHours < 24,
      zoneMinutes < 60
    else { return nil }
    let ahead = (zoneHours * 3_600 + zoneMinutes * 60) * (bytes[19] == 0x2b ? 1 : -1)
    let seconds = Self.daysSince1970(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - ahead
    guard seconds >= 0 else { return nil }
    (self.text, self.seconds) = (whole, seconds)
  }

  /// The zone, as in `+02:00`.
  public var zone: String { String(text.suffix(6)) }

  /// The day and the hour of the zone, as a form's field has them: `2026-12-01T18:00`, with seconds where there are any.
  public var local: String { String(text.hasSuffix(":00\(zone)") ? text.prefix(16) : text.prefix(19)) }

  /// A time by the day and the hour of its zone, as a form has them: seconds may be left out.
  ///
  /// - Parameter zone: As in `+02:00`; `Z` is `+00:00`.
  /// - Returns: Nil for anything that ``init(_:)`` takes no time of.
  public init?(local: String, zone: String) {
    self.init(local + (local.utf8.count == 16 ? ":00" : "") + zone)
  }

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Int(month) - 1]
  }

  private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    func leaps(before year: Int64) -> Int64 { (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400 }
    let earlier = (1..<month).reduce(0) { $0 + days(in: $1, of: year) }
    return (year - 1970) * 365 + leaps(before: year) - leaps(before: 1970) + earlier + day - 1
  }
}

/// A date of a lecture: when it begins and ends.
public struct DescribedDate: TypedStruct, Hashable {
  /// The time when it begins.
  public let starts: DescribedTime
  /// The time when it ends, which is later.
  public let ends: DescribedTime

  /// A date that ends after it begins; nil for another.
  public init?(starts: DescribedTime, ends: DescribedTime) {
    guard starts.seconds < ends.seconds else { return nil }
    (self.starts, self.ends) = (starts, ends)
  }

  /// The fields in the order in which they are hashed: times as texts, so that a wallet shows what is signed.
  public static let typedFields: [TypedField<DescribedDate>] = [
    TypedField("starts", \.starts.text), TypedField("ends", \.ends.text),
  ]
}
