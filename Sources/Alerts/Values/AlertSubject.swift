import Primitives

/// Something whose value alerts watch, as in the price of gas at a speed on a chain.
///
/// Its values are whole numbers of the smallest unit that it is counted in.
public protocol AlertSubject: Sendable, Hashable {
  /// The words for alerts on such subjects.
  static var topic: AlertTopic { get }

  /// Whether there are values of it: a number crosses a limit. A subject without is something that has happened.
  static var hasValues: Bool { get }

  /// The name that all subjects share that one process watches together, as in a chain's number: letters and digits.
  var scope: String { get }
  /// The rest of it, in one text.
  var stored: String { get }
  /// Reads a subject that was stored; nil for what is none.
  init?(scope: String, stored: String)

  /// Its parts for programs, by name and in order: members of a webhook's JSON, and variables of a command.
  var facts: [(name: String, text: String)] { get }
  /// The unit of ``text(of:)``, as in `wei`.
  var unit: String { get }
  /// A value for programs, in ``unit``.
  func text(of value: UInt256) -> String
}

extension AlertSubject {
  /// Subjects have values.
  public static var hasValues: Bool { true }
}

/// The value of a subject at a time.
public struct AlertReading: Sendable, Hashable {
  /// In the subject's smallest unit.
  public let value: UInt256
  /// The time of the reading, in seconds since 1970.
  public let time: Int64
  /// Seconds since the reading before for which the value is taken to have stayed; after more nobody knows how it was.
  public let patience: Int64

  /// A reading as it is given.
  public init(_ value: UInt256, at time: Int64, patience: Int64 = 60) {
    (self.value, self.time, self.patience) = (value, time, patience)
  }
}
