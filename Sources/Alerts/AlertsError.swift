@_exported import Failures

/// A failure to set up, keep or watch for alerts.
public typealias AlertsError = DomainError<AlertsErrors>

/// The domain of ``AlertsError``.
public enum AlertsErrors: ErrorDomain {
  /// Facts on which the next step depends beyond the code.
  public enum Facts: Sendable, Hashable {
    /// The alert has a threshold that no value crosses.
    case threshold
    /// The alert waits longer than alerts do, or its margin is out of bounds.
    case bounds
    /// The time of the alert's change is out of bounds.
    case window
    /// The alert's note cannot stand in a notice.
    case note
    /// The alert has nobody to tell.
    case noChannel
    /// The file whose first line was to be a webhook's secret is empty.
    case secret(path: String)
    /// The number that no alert has.
    case alert(Int64)
    /// The process that watches already; nil where it is not known.
    case watcher(process: Int?)
    /// The path of the file that says how the monitor does.
    case health(path: String)
    /// The path of the lock beside the book.
    case lock(path: String)
  }

  /// The kind of alerts that an error is about.
  public typealias Subject = AlertTopic
}

extension ErrorCode<AlertsErrors> {
  /// The file beside the book with the watcher's name cannot be opened.
  public static var bookFailed: Self { Self("bookFailed") }
  /// Another process watches and writes to the file.
  public static var watchedAlready: Self { Self("watchedAlready") }
  /// No alert has that number.
  public static var unknownAlert: Self { Self("unknownAlert") }
  /// An alert that could never be delivered or makes no sense.
  public static var invalidAlert: Self { Self("invalidAlert") }
}

/// The words that errors and notifications have for alerts of one kind.
public struct AlertTopic: Sendable, Hashable {
  /// The name, as in `gas`: the first part of codes, and the monitor's name.
  public let name: String
  /// The title of a notification, as in `Gas price`.
  public let title: String
  /// The words for what one process watches at a time, as in `this chain`.
  public let watched: String

  /// The words as they are given.
  public init(_ name: String, title: String, watched: String) {
    (self.name, self.title, self.watched) = (name, title, watched)
  }
}
