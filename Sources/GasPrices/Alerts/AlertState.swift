/// Where an alert stands: armed, holding until the price has stayed long enough, or fired until it has gone back.
public struct AlertState: Sendable, Hashable {
  /// The phases, in the order in which they follow one another.
  public enum Phase: String, Sendable, Hashable {
    /// It waits for the price to cross.
    case armed
    /// The price has crossed; it has to stay.
    case holding
    /// It has fired; the price has to go back first.
    case fired
  }

  /// Where it is in their order.
  public internal(set) var phase = Phase.armed
  /// When the phase began, in seconds since 1970.
  public internal(set) var since: Int64 = 0
  /// The time of the last price it saw.
  public internal(set) var lastSeen: Int64?
  /// When it fired last.
  public internal(set) var lastFired: Int64?
  /// It does not fire before.
  public internal(set) var snoozedUntil: Int64?

  /// Armed, and no price seen yet.
  public init() {}

  /// Takes a price in and says whether the alert fires.
  ///
  /// While it is snoozed or cools down it does not fire; if the rule is still met afterwards, it fires then. A gap in
  /// the samples longer than `patience` starts the holding anew, for nobody knows what the price did meanwhile.
  ///
  /// - Parameters:
  ///   - now: Seconds since 1970; a clock that was set back counts as no time.
  ///   - patience: Seconds.
  public mutating func step(_ rule: AlertRule, price: Int64, now: Int64, patience: Int64) -> Bool {
    let gap = lastSeen.map { now &- $0 > patience || now < $0 } ?? false
    lastSeen = now
    if phase == .fired {
      guard rule.rearms(at: price) else { return false }
      enter(.armed, now)
    }
    guard rule.isMet(by: price) else {
      if phase == .holding { enter(.armed, now) }
      return false
    }
    if phase == .armed || gap { enter(.holding, now) }
    guard now &- since >= rule.hold, now >= snoozedUntil ?? .min,
      lastFired.map({ now &- $0 >= rule.coolDown || now < $0 }) ?? true
    else { return false }
    snoozedUntil = nil
    lastFired = now
    enter(.fired, now)
    return true
  }

  private mutating func enter(_ phase: Phase, _ now: Int64) {
    self.phase = phase
    since = now
  }
}
