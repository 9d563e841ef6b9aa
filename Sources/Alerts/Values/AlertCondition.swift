import Primitives

/// The condition that the value of a subject has to meet for an alert to fire.
public enum AlertCondition: Sendable, Hashable {
  /// The value is at or above a threshold, in the subject's smallest unit.
  case above(UInt256)
  /// The value is below a threshold, in the subject's smallest unit.
  case below(UInt256)
  /// The value is so many per cent away, up or down, from where it was when the alert was new or fired last; with a time in
  /// seconds, from where it was at any moment of the last so many, since it fired last.
  case change(percent: ExactDecimal, within: Int64? = nil)

  /// The name for programs: `above`, `below` or `change`.
  public var name: String {
    switch self {
    case .above: "above"
    case .below: "below"
    case .change: "change"
    }
  }

  /// The threshold in the subject's smallest unit, or the per cent.
  public var number: String {
    switch self {
    case .above(let threshold), .below(let threshold): "\(threshold)"
    case .change(let percent, _): "\(percent)"
    }
  }

  /// The seconds that a change may take; nil for a change that may take its time, and for other conditions.
  public var window: Int64? {
    if case .change(_, let window) = self { window } else { nil }
  }

  /// Reads all three; nil for what is no condition, and for a number of 0.
  init?(name: String, number: String, window: Int64? = nil) {
    switch name {
    case "above", "below":
      guard let threshold = try? UInt256(parsing: number) else { return nil }
      self = name == "above" ? .above(threshold) : .below(threshold)
    case "change":
      guard let percent = ExactDecimal(number) else { return nil }
      self = .change(percent: percent, within: window)
    default: return nil
    }
    guard isPossible else { return nil }
  }

  /// Whether a value could be on either side of it.
  var isPossible: Bool {
    switch self {
    case .above(let threshold), .below(let threshold): threshold > 0
    case .change(let percent, _): !percent.isZero
    }
  }

  /// Whether a change is waited for.
  var isChange: Bool {
    if case .change = self { true } else { false }
  }

  /// Whether a value is what it waits for.
  ///
  /// - Parameter reference: The value from which a change is counted.
  func isMet(by value: UInt256, from reference: UInt256) -> Bool {
    switch self {
    case .above(let threshold): return value >= threshold
    case .below(let threshold): return value < threshold
    case .change(let percent, _):
      let distance = value > reference ? value - reference : reference - value
      // From nothing, anything is a change.
      guard let change = Fraction(distance, over: reference) else { return distance > 0 }
      guard let share = try? Fraction(percent).divided(by: Fraction(ExactDecimal(100))) else { return false }
      return change >= share
    }
  }

  /// Whether a value is so far on the other side that the next crossing counts.
  ///
  /// - Parameter margin: The distance, in per cent of the threshold; a change needs none, for it is counted from its last one.
  func rearms(at value: UInt256, margin: UInt256) -> Bool {
    let distance = { (threshold: UInt256) in
      let (product, overflow) = threshold.multipliedReportingOverflow(by: margin)
      return overflow ? UInt256.max : product / 100
    }
    switch self {
    case .above(let threshold): return value < threshold - min(distance(threshold), threshold - 1)
    case .below(let threshold):
      let (edge, overflow) = threshold.addingReportingOverflow(distance(threshold))
      return value >= (overflow ? .max : edge)
    case .change: return true
    }
  }
}
