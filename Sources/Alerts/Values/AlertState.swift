import Primitives

/// Where an alert stands: armed, holding until the value has stayed long enough, or fired until it has gone back.
public struct AlertState: Sendable, Hashable {
  /// The phases, in the order in which they follow one another.
  public enum Phase: String, Sendable, Hashable {
    /// The alert waits for the value to cross.
    case armed
    /// The value has crossed; it has to stay.
    case holding
    /// The alert has fired; the value has to go back first.
    case fired
  }

  /// Where it is in their order.
  public internal(set) var phase = Phase.armed
  /// The time at which the phase began, in seconds since 1970.
  public internal(set) var since: Int64 = 0
  /// The time of the last value it saw.
  public internal(set) var lastSeen: Int64?
  /// The time at which it fired last.
  public internal(set) var lastFired: Int64?
  /// The time before which the alert does not fire; nil if it is not snoozed.
  public internal(set) var snoozedUntil: Int64?

  /// The value from which the next change is counted; nil before the first value, and for other conditions.
  public internal(set) var reference: UInt256?
  /// The values of the last while, for a change that has a time.
  var recent = RecentValues()

  /// Armed, and no value seen yet.
  public init() {}

  /// The value from which a change at a reading is counted; nil where none was seen before it, and for other conditions.
  func origin<Subject>(of rule: AlertRule<Subject>, at reading: AlertReading) -> UInt256? {
    guard let window = rule.condition.window else { return reference }
    let edges = recent.edges(within: window, at: reading.time)
    return edges.first { rule.condition.isMet(by: reading.value, from: $0) } ?? edges.first
  }

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
    let origin = origin(of: rule, at: reading) ?? value
    if let window = condition.window { recent.add(value, at: now, within: window) }
    if condition.isChange, reference == nil { reference = value }
    if phase == .fired {
      guard condition.rearms(at: value, margin: UInt256(max(0, rule.margin))) else { return false }
      enter(.armed, now)
    }
    guard condition.isMet(by: value, from: origin) else {
      if phase == .holding { enter(.armed, now) }
      return false
    }
    if phase == .armed || gap { enter(.holding, now) }
    guard now &- since >= rule.hold, now >= snoozedUntil ?? .min,
      lastFired.map({ now &- $0 >= rule.coolDown || now < $0 }) ?? true
    else { return false }
    snoozedUntil = nil
    lastFired = now
    if condition.isChange { reference = value }
    if let window = condition.window { recent = RecentValues(value, at: now, within: window) }
    // The next change is counted from here: nothing has to go back first.
    enter(condition.isChange ? .armed : .fired, now)
    return true
  }

  private mutating func enter(_ phase: Phase, _ now: Int64) {
    self.phase = phase
    since = now
  }
}
