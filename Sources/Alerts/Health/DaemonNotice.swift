import Failures
import Primitives
import StrictJSON

/// A change of a daemon's health, as receivers of its alerts are notified of it.
public struct DaemonNotice: AlertSubject {
  /// The change.
  public let event: DaemonHealth.Event
  /// The daemon, as in `gas`.
  public let daemon: String
  /// The thing that it watches, for people: as in the name of a network; empty where there is but one.
  public let watched: String
  /// The time at which the failures began, in seconds since 1970.
  public let since: Int64
  /// The reason of the newest of them.
  public let problem: String
  /// The name of what one process watches.
  public let scope: String

  /// A notice as it is given.
  public init(
    _ event: DaemonHealth.Event, of daemon: String, watching watched: String, since: Int64, problem: String,
    scope: String
  ) {
    (self.event, self.daemon, self.watched, self.since) = (event, daemon, watched, since)
    (self.problem, self.scope) = (problem, scope)
  }

  // MARK: Alerts

  /// The words for notices about daemons.
  public static let topic = AlertTopic("daemon", title: "Monitor", watched: "all of it")

  /// A notice is of no value.
  public static let hasValues = false

  /// All of it but the scope, as JSON.
  public var stored: String {
    let json: JSON = [
      "event": .string(event.rawValue), "daemon": .string(daemon), "watched": .string(watched),
      "since": .string("\(since)"), "problem": .string(problem),
    ]
    return String(decoding: json.serializedBytes(), as: UTF8.self)
  }

  /// Reads it.
  public init?(scope: String, stored: String) {
    guard let json = try? JSON(parsing: Bytes(stored.utf8)),
      let event = (json["event"]?.string).flatMap(DaemonHealth.Event.init(rawValue:)),
      let daemon = json["daemon"]?.string, let watched = json["watched"]?.string,
      let since = (json["since"]?.string).flatMap({ Int64($0) }), let problem = json["problem"]?.string
    else { return nil }
    self.init(event, of: daemon, watching: watched, since: since, problem: problem, scope: scope)
  }

  /// The event, the daemon, what it watches, since when it fails, and why.
  public var facts: [(name: String, text: String)] {
    [
      ("event", event.rawValue), ("daemon", daemon), ("watched", watched), ("since", "\(since)"), ("problem", problem),
    ]
  }
  /// No unit.
  public var unit: String { "" }
  /// Nothing.
  public func text(of value: UInt256) -> String { "" }
}
