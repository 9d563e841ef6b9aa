import Primitives

/// Where an alert stands: armed, holding until the value has stayed long enough, or fired until it has gone back.
public struct AlertState: Sendable, Hashable {
  /// The phases, in the order in which they follow one another.
  public enum Phase: String, Sendable, Hashable {
    /// It waits for the value to cross.
    case armed
    /// The value has crossed; it has to stay.
    case holding
    /// It has fired; the value has to go back first.
    case fired
  }

  /// Where it is in their order.
  public internal(set) var phase = Phase.armed
  /// When the phase began, in seconds since 1970.
  public internal(set) var since: Int64 = 0
  /// The time of the last value it saw.
  public internal(set) var lastSeen: Int64?
  /// When it fired last.
  public internal(set) var lastFired: Int64?
  /// It does not fire before.
  public internal(set) var snoozedUntil: Int64?

  /// The value from which the next change is counted; nil before the first value, and for other conditions.
  public internal(set) var reference: UInt256?

  /// Armed, and no value seen yet.
  public init() {}

  /// Takes a reading in and says whether the alert fires.
  ///
  /// While it is snoozed or cools down it does not fire; if the rule is still met afterwards, it fires then. A gap in
  /// the readings longer than their patience starts the holding anew, for nobody knows what the value did meanwhile.
  ///
  /// - Parameter reading: A clock that was set back counts as no time.
  public mutating func step<Subject>(_ rule: AlertRule<Subject>, _ reading: AlertReading) -> Bool {
    let (value, now, condition) = (reading.value, reading.time, rule.condition)
    let gap = lastSeen.map { now &- $0 > reading.patience || now < $0 } ?? false
    lastSeen = now
    if condition.countsFromReference, reference == nil { reference = value }
    if phase == .fired {
      guard condition.rearms(at: value, margin: UInt256(max(0, rule.margin))) else { return false }
      enter(.armed, now)
    }
    guard condition.isMet(by: value, from: reference ?? value) else {
      if phase == .holding { enter(.armed, now) }
      return false
    }
    if phase == .armed || gap { enter(.holding, now) }
    guard now &- since >= rule.hold, now >= snoozedUntil ?? .min,
      lastFired.map({ now &- $0 >= rule.coolDown || now < $0 }) ?? true
    else { return false }
    snoozedUntil = nil
    lastFired = now
    if condition.countsFromReference { reference = value }
    // The next change is counted from here: nothing has to go back first.
    enter(condition.countsFromReference ? .armed : .fired, now)
    return true
  }

  private mutating func enter(_ phase: Phase, _ now: Int64) {
    self.phase = phase
    since = now
  }
}
