import Primitives

/// The height of a quote, for comparisons that need no side: its middle, else its bid, else its ask.
struct Level {
  private let number: ExactDecimal

  init(_ quote: Quote) { number = quote.mid ?? quote.bid ?? quote.ask ?? .zero }

  /// Whether it is more than half above another, or more than half below it.
  func isOff(from other: Level) -> Bool { !isWithin(50, of: other) }

  /// Whether it is at most a tenth above or below another.
  func isLike(_ other: Level) -> Bool { isWithin(10, of: other) }

  private func isWithin(_ percent: UInt64, of other: Level) -> Bool {
    let places = max(number.scale, other.number.scale)
    let whole = { (number: ExactDecimal) in
      (number.scale..<places).reduce(UInt256(number.mantissa) * 100) { value, _ in value * 10 }
    }
    let (mine, theirs) = (whole(number), whole(other.number))
    let distance = mine > theirs ? mine - theirs : theirs - mine
    return distance <= theirs / 100 * UInt256(percent)
  }
}
