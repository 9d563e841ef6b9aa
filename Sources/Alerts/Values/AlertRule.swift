import Primitives

/// The condition of an alert on a subject, and when it may fire again.
public struct AlertRule<Subject: AlertSubject>: Sendable, Hashable {
  /// The thing whose value it watches.
  public let subject: Subject
  /// The condition that the value has to meet.
  public let condition: AlertCondition
  /// Seconds for which the value has to stay there before the alert fires.
  public let hold: Int64
  /// The fewest seconds from one firing to the next.
  public let coolDown: Int64
  /// How far the value has to go back, in per cent of the threshold, before it can cross again.
  public let margin: Int64

  /// The longest time in it, in seconds.
  static var longest: Int64 { 366 * 86_400 }
  /// The widest margin, in per cent.
  static var widest: Int64 { 1000 }

  /// - Throws: `invalidAlert`.
  public init(
    _ subject: Subject, _ condition: AlertCondition, hold: Int64 = 0, coolDown: Int64 = 0, margin: Int64 = 2
  ) throws(AlertsError) {
    guard condition.isPossible else {
      throw AlertsError(
        .invalidAlert, "No value crosses that threshold.", about: Subject.topic, reason: "It is above 0.",
        facts: .threshold)
    }
    guard (0...Self.longest).contains(hold), (0...Self.longest).contains(coolDown), (0...Self.widest).contains(margin)
    else {
      throw AlertsError(
        .invalidAlert, "An alert waits for a year at most, and its margin is from 0 to 1000 per cent.",
        about: Subject.topic, facts: .bounds)
    }
    (self.subject, self.condition, self.hold) = (subject, condition, hold)
    (self.coolDown, self.margin) = (coolDown, margin)
  }
}
