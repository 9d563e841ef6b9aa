import Primitives

/// An alert of a book.
public struct Alert<Subject: AlertSubject>: Sendable, Hashable {
  /// Its number in the book.
  public let id: Int64
  /// The rule that decides when it fires.
  public let rule: AlertRule<Subject>
  /// Where it stood after the last value it saw.
  public internal(set) var state: AlertState
  /// The number of times that the value has crossed; the journal has the deliveries of that.
  public let crossings: Int64
  /// The channels by which it is delivered; a crossing is one delivery over each of them.
  public let channels: [AlertChannel]
}

/// The delivery of an alert over one channel, in the journal from the crossing on.
public struct Delivery<Subject: AlertSubject>: Sendable, Hashable {
  /// Never given twice: a receiver knows duplicates by this.
  public let id: String
  /// The number of its alert, which may be gone from the book.
  public let alert: Int64
  /// The how manieth crossing of the alert it is.
  public let crossing: Int64
  /// When, in seconds since 1970.
  public let time: Int64
  /// The alert's subject.
  public let subject: Subject
  /// The alert's condition.
  public let condition: AlertCondition
  /// The value from which a change was counted; nil for other conditions.
  public let reference: UInt256?
  /// The value that crossed, in the subject's smallest unit.
  public let value: UInt256
  /// One line, with the note of the person who added the alert.
  public let message: String
  /// The note of the person who added the alert.
  public let note: String?
  /// The channel, as the alert had it at the crossing.
  public let channel: AlertChannel
  /// The state of its delivery.
  public let state: DeliveryState
  /// The number of times that its delivery was begun.
  public let attempts: Int64
  /// Not to be delivered before.
  public let due: Int64
  /// Why it was not delivered the last time.
  public let problem: String?

  /// The numbers of the condition for programs, by name and in order.
  var limits: [(name: String, text: String)] {
    switch condition {
    case .above(let threshold), .below(let threshold): [("threshold", subject.text(of: threshold))]
    case .change(let percent, let window):
      [("percent", "\(percent)"), ("reference", subject.text(of: reference ?? value))]
        + (window.map { [("within", "\($0)")] } ?? [])
    }
  }
}

/// The progress of a delivery.
public enum DeliveryState: String, Sendable, Hashable, CaseIterable {
  /// The message waits for its turn, the first or another.
  case waiting
  /// The message is being delivered.
  case begun
  /// The message was delivered, and the channel gave no error.
  case delivered
  /// The message was given up.
  case failed
  /// The process that delivered it ended meanwhile; nobody can tell whether it arrived.
  case unclear
}
