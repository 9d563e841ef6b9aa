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
  /// The way back that the value has to go, in per cent of the threshold, before it can cross again.
  public let margin: Int64
  /// A text of the one who added it, which stands in its notices.
  public let note: String?
  /// Whether it is removed once it has fired.
  public let isOnce: Bool

  /// The longest time in it, in seconds.
  static var longest: Int64 { 366 * 86_400 }
  /// The widest margin, in per cent.
  static var widest: Int64 { 1000 }
  /// The longest time of a change, in seconds.
  static var longestWindow: Int64 { 86_400 }
  /// The longest note, in bytes of UTF-8.
  static var longestNote: Int { 400 }

  /// A rule whose condition, times and note are within their bounds.
  ///
  /// - Throws: `invalidAlert`.
  public init(
    _ subject: Subject, _ condition: AlertCondition, hold: Int64 = 0, coolDown: Int64 = 0, margin: Int64 = 2,
    note: String? = nil, isOnce: Bool = false
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
    guard condition.window.map({ (1...Self.longestWindow).contains($0) }) ?? true else {
      throw AlertsError(
        .invalidAlert, "A change takes from a second to a day.", about: Subject.topic, facts: .window)
    }
    guard note.map({ Self.isNote($0) }) ?? true else {
      throw AlertsError(
        .invalidAlert, "The alert's note is no line of text.", about: Subject.topic,
        reason: "It has something in it, 400 bytes at most, and no control characters.", facts: .note)
    }
    (self.subject, self.condition, self.hold) = (subject, condition, hold)
    (self.coolDown, self.margin, self.note, self.isOnce) = (coolDown, margin, note, isOnce)
  }

  private static func isNote(_ text: String) -> Bool {
    let isBlank = text.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
    let hasControls = text.unicodeScalars.contains {
      // Control characters, line breaks, and what turns the direction of letters around.
      [.control, .lineSeparator, .paragraphSeparator, .format].contains($0.properties.generalCategory)
        && $0.value != 0x200D
    }
    return !isBlank && !hasControls && text.utf8.count <= longestNote
  }
}
