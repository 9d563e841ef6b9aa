import Primitives

/// The height of a rate, for comparisons: its price without sides and each of its sides.
struct RateLevel {
  let bid: ExactDecimal?
  let ask: ExactDecimal?
  let mid: ExactDecimal?

  private var prices: [ExactDecimal?] { [mid, bid, ask] }

  init(bid: ExactDecimal?, ask: ExactDecimal?, mid: ExactDecimal?) { (self.bid, self.ask, self.mid) = (bid, ask, mid) }
  init(_ quote: Quote) { self.init(bid: quote.bid, ask: quote.ask, mid: quote.mid) }
  init(_ rate: DayRate) { self.init(bid: rate.bid, ask: rate.ask, mid: rate.mid) }
  init(_ rate: BankRate) { self.init(bid: rate.bid, ask: rate.ask, mid: nil) }

  /// Whether a price is more than half above another's, or more than half below it.
  func isOff(from other: RateLevel) -> Bool { !isWithin(50, of: other) }

  /// Whether each price is at most a tenth above or below another's.
  func isLike(_ other: RateLevel) -> Bool { isWithin(10, of: other) }

  /// Whether bid and ask are further apart than those of an honest rate of its kind.
  func isWide(for kind: RateKind) -> Bool {
    guard let bid, let ask else { return false }
    return !Self.is(max(bid, ask), within: kind.widestSpread, of: min(bid, ask))
  }

  /// Whether it has both sides.
  var hasSides: Bool { bid != nil && ask != nil }

  /// Whether all prices that both have are near one another; of rates without any the first ones count.
  private func isWithin(_ percent: UInt64, of other: RateLevel) -> Bool {
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

/// The reason why a value of a source is suspect.
enum SuspectReason: Hashable {
  /// The rate is off by more than half from what was believed before.
  case far
  /// Its bid and ask are too far apart.
  case wide
}
