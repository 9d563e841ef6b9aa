import Primitives

/// A change of a value: its direction, and how many per cent it is of where it began.
public struct ValueChange: Sendable, Hashable {
  /// Whether the value is higher than before.
  public let isRise: Bool
  /// The per cent with at least three digits that count, as in `6779` or `2.5`; nil for a change from nothing.
  public let percent: String?

  /// A change from a value to another.
  public init(from origin: UInt256, to value: UInt256) {
    isRise = value > origin
    let distance = isRise ? value - origin : origin - value
    let share = Fraction(distance, over: origin).flatMap { try? $0.multiplied(by: Fraction(ExactDecimal(100))) }
    percent = share.flatMap { share in
      share.text(digits: share.digits(atLeast: 0, significant: 3)).map { text in
        guard text.contains("."), let end = text.lastIndex(where: { $0 != "0" }) else { return text }
        return String(text[end] == "." ? text[..<end] : text[...end])
      }
    }
  }
}
