import Primitives

/// The height of a rate, for comparisons: its price without sides and each of its sides.
struct Level {
  private let prices: [ExactDecimal?]

  init(_ quote: Quote) { prices = [quote.mid, quote.bid, quote.ask] }
  init(_ rate: DayRate) { prices = [rate.mid, rate.bid, rate.ask] }
  init(_ rate: BankRate) { prices = [nil, rate.bid, rate.ask] }

  /// Whether a price is more than half above another's, or more than half below it.
  func isOff(from other: Level) -> Bool { !isWithin(50, of: other) }

  /// Whether each price is at most a tenth above or below another's.
  func isLike(_ other: Level) -> Bool { isWithin(10, of: other) }

  /// Whether all prices that both have are near one another; of rates without any the first ones count.
  private func isWithin(_ percent: UInt64, of other: Level) -> Bool {
    let common = zip(prices, other.prices).compactMap { mine, theirs in
      mine.flatMap { mine in theirs.map { (mine, $0) } }
    }
    guard common.isEmpty else { return common.allSatisfy { Self.is($0, within: percent, of: $1) } }
    guard let mine = prices.lazy.compactMap({ $0 }).first, let theirs = other.prices.lazy.compactMap({ $0 }).first
    else {
      return true
    }
    return Self.is(mine, within: percent, of: theirs)
  }

  private static func `is`(_ mine: ExactDecimal, within percent: UInt64, of theirs: ExactDecimal) -> Bool {
    let places = max(mine.scale, theirs.scale)
    let whole = { (number: ExactDecimal) in
      (number.scale..<places).reduce(UInt256(number.mantissa) * 100) { value, _ in value * 10 }
    }
    let (left, right) = (whole(mine), whole(theirs))
    let distance = left > right ? left - right : right - left
    return distance <= right / 100 * UInt256(percent)
  }
}
