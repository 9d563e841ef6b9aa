import Locking

/// The counts of a relay since it began, for those who watch it.
struct RelayCounters: Sendable {
  /// A count at a moment.
  struct Counts: Sendable {
    /// Answers over HTTP, by status.
    var answers: [Int: Int] = [:]
    /// Orders that were answered as taken.
    var taken = 0
    /// Requests with orders that were refused.
    var refused = 0
    /// Requests that came too soon.
    var throttled = 0
    /// Connections of WebSocket that are open.
    var webSockets = 0
  }

  private let counts = Guarded(Counts())

  /// The counts now.
  var now: Counts { counts.withLock { $0 } }

  /// Changes the counts.
  func count(_ change: (inout Counts) -> Void) { counts.withLock { change(&$0) } }
}

/// A figure in Prometheus' text format.
struct Metric: Sendable {
  /// The kinds of figures.
  enum Kind: String, Sendable { case counter, gauge }

  /// The name, without the relay's prefix.
  let name: String
  /// The kind.
  let kind: Kind
  /// The meaning, in one line.
  let help: String
  /// The values, by what is between the braces; an empty text for none.
  let values: [(labels: String, value: String)]

  /// A figure without labels.
  init(_ name: String, _ kind: Kind, _ help: String, _ value: some BinaryInteger) {
    self.init(name, kind, help, values: [("", "\(value)")])
  }

  /// A figure with several values.
  init(_ name: String, _ kind: Kind, _ help: String, values: [(labels: String, value: String)]) {
    self.name = "lectures_relay_\(name)"
    self.kind = kind
    self.help = help
    self.values = values
  }

  /// The lines of the format.
  var text: String {
    let lines = values.map { $0.labels.isEmpty ? "\(name) \($0.value)" : "\(name){\($0.labels)} \($0.value)" }
    return (["# HELP \(name) \(help)", "# TYPE \(name) \(kind.rawValue)"] + lines).joined(separator: "\n") + "\n"
  }

  /// The kind of text that the format is.
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"
}
