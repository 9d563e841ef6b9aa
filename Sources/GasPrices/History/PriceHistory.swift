import Outbox
import Primitives
import Sending

/// A stretch of hours, those without samples too.
public struct PriceHistory: Sendable, Hashable {
  /// Seconds since 1970 at the beginning of the first hour.
  public let start: Int64
  /// The prices of each hour; nil for an hour that nobody watched.
  public let hours: [HourlyPrices?]

  /// The last so many hours up to now, the present one included.
  ///
  /// - Complexity: O(hours).
  public init(_ hours: [HourlyPrices], last count: Int, now: Int64) {
    let end = now - (now % 3600 + 3600) % 3600
    start = end - Int64(max(1, count) - 1) * 3600
    let start = start
    let byTime = Dictionary(hours.map { ($0.time, $0) }) { $1 }
    self.hours = (0..<max(1, count)).map { byTime[start + Int64($0) * 3600] }
  }

  /// The average prices of a speed in wei, one for each of so many columns; nil where nobody watched.
  public func columns(_ count: Int, _ speed: FeeSpeed) -> [Double?] {
    let count = max(1, min(count, hours.count))
    return (0..<count).map { column in
      let part = hours[column * hours.count / count..<(column + 1) * hours.count / count].compactMap { $0 }
      let samples = part.reduce(0) { $0 + Double($1.count) }
      guard samples > 0 else { return nil }
      return part.reduce(0) { $0 + $1[speed] * Double($1.count) } / samples
    }
  }
}

/// An hour of the week, in UTC, and what gas costs then on the average.
public struct HourOfWeek: Sendable, Hashable {
  /// 0 is Monday.
  public let day: Int
  /// 0 to 23.
  public let hour: Int
  /// In wei for a unit of gas.
  public let price: Double
  /// In how many weeks it was watched.
  public let weeks: Int

  /// The hours of the week that were watched, the cheapest first.
  ///
  /// - Complexity: O(hours).
  public static func cheapest(_ hours: [HourlyPrices], _ speed: FeeSpeed = .standard) -> [HourOfWeek] {
    var sums: [Int: (price: Double, weeks: Int)] = [:]
    for hour in hours {
      // The first of January 1970 was a Thursday.
      let index = Int(((hour.time / 3600 + 3 * 24) % 168 + 168) % 168)
      let sum = sums[index] ?? (0, 0)
      sums[index] = (sum.price + hour[speed], sum.weeks + 1)
    }
    return sums.map { index, sum in
      HourOfWeek(day: index / 24, hour: index % 24, price: sum.price / Double(sum.weeks), weeks: sum.weeks)
    }.sorted { ($0.price, $0.day, $0.hour) < ($1.price, $1.day, $1.hour) }
  }

  private static let dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  /// As in `Monday`.
  public var dayName: String { HourOfWeek.dayNames[day] }

  /// The day, 0 for Monday, and the time of day at which the hour begins where clocks are ahead of UTC.
  ///
  /// - Parameter offset: Seconds east of UTC, less than a week.
  public func place(east offset: Int) -> (day: Int, time: String) {
    let week = 7 * 24 * 60
    let minute = ((day * 24 + hour) * 60 + offset / 60 + week) % week
    let past = minute % 60
    return (minute / 1440, "\(minute / 60 % 24):\(past < 10 ? "0" : "")\(past)")
  }

  /// The day and the time of day at which the hour begins where clocks are ahead of UTC, as in `Tuesday`, `0:30`.
  ///
  /// - Parameter offset: Seconds east of UTC, less than a week.
  public func start(east offset: Int) -> (day: String, time: String) {
    let (day, time) = place(east: offset)
    return (HourOfWeek.dayNames[day], time)
  }
}
