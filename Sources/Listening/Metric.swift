/// A figure of a service in Prometheus' text format (0.0.4).
package struct Metric: Sendable {
  /// The kinds of figures.
  package enum Kind: String, Sendable { case counter, gauge, histogram }

  /// The kind of text that the format is.
  package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  private let name: String
  private let kind: Kind
  private let help: String
  /// The values, by what is behind the name.
  private let values: [(label: String, value: String)]

  /// A figure without labels.
  ///
  /// - Parameters:
  ///   - name: With the prefix of the service.
  ///   - help: The meaning, in one line.
  package init(_ name: String, _ kind: Kind, _ help: String, _ value: some CustomStringConvertible & Sendable) {
    (self.name, self.kind, self.help, values) = (name, kind, help, [("", value.description)])
  }

  /// A figure with several values, by what is between the braces.
  ///
  /// - Parameter values: Labels that the source has: of those that outsiders make up there would be without end.
  package init(_ name: String, _ kind: Kind, _ help: String, values: [(labels: String, value: String)]) {
    (self.name, self.kind, self.help) = (name, kind, help)
    self.values = values.map { ($0.labels.isEmpty ? "" : "{\($0.labels)}", $0.value) }
  }

  /// The time that something took.
  package init(_ name: String, _ help: String, _ times: Durations) {
    (self.name, kind, self.help) = (name, .histogram, help)
    var count = 0
    values =
      zip(Durations.bounds.map { "\($0)" } + ["+Inf"], times.counts).map { bound, more in
        count += more
        return ("_bucket{le=\"\(bound)\"}", "\(count)")
      } + [("_sum", "\(times.sum)"), ("_count", "\(count)")]
  }

  /// The lines of the format; none for a figure without values.
  package var text: String {
    guard !values.isEmpty else { return "" }
    let lines = values.map { "\(name)\($0.label) \($0.value)" }
    return (["# HELP \(name) \(help)", "# TYPE \(name) \(kind.rawValue)"] + lines).joined(separator: "\n") + "\n"
  }

  /// Times that something took, counted by their length.
  package struct Durations: Sendable, Hashable {
    /// The upper bounds in seconds.
    static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

    /// The number within each bound, and of those beyond the last.
    private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    private(set) var sum = 0.0

    /// Nothing yet.
    package init() {}

    /// Counts a time.
    package mutating func count(_ time: Duration) {
      let (seconds, attoseconds) = time.components
      let length = Double(seconds) + Double(attoseconds) * 1e-18
      counts[Self.bounds.firstIndex { length <= $0 } ?? Self.bounds.count] += 1
      sum += length
    }
  }
}

extension [Metric] {
  /// All of them in the text format.
  package var text: String { map(\.text).joined() }
}
