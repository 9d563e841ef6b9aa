import Failures
import Logging

/// Writes each message of a log as one line: level, label, values by their names' order, and the text behind a colon.
///
/// ```
/// info fee-payer bytes=812 method=POST ms=41 request=00gk1q8s4m2a route=/api/signAsFeePayer status=200: answered
/// ```
///
/// Text from outside cannot begin a line, nor pass for a value: what is no printable character is escaped, values that are
/// more than a word are quoted, and the text comes last. The name of the request under work is among the values.
package struct LineLogHandler: LogHandler {
  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  private let label: String
  private let write: @Sendable (String) -> Void

  /// - Parameters:
  ///   - label: The service, in a word.
  ///   - level: The least level that is written.
  ///   - write: Gets each line, without its end.
  package init(label: String, level: Logger.Level, write: @escaping @Sendable (String) -> Void) {
    (self.label, logLevel, self.write) = (label, level, write)
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var values = metadata.merging(event.metadata ?? [:]) { $1 }
    if let error = event.error { values["error"] = "\(error)" }
    if let request = RequestID.current { values["request"] = "\(request)" }
    let words = values.sorted { $0.key < $1.key }.map { " \(Self.escaped($0.key))=\(Self.word("\($0.value)"))" }
    write("\(event.level) \(label)\(words.joined()): \(Self.escaped("\(event.message)"))")
  }

  /// A value as one word, quoted where it is none.
  private static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x21...0x7e).contains($0) && !#"="\"#.utf8.contains($0) }
    guard !isPlain || text.isEmpty else { return text }
    return "\"\(escaped(text).replacing("\"", with: "\\\""))\""
  }

  /// A text without an end of a line, a control, or what turns the direction of writing.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
        escaped += "\\u{\(String(scalar.value, radix: 16))}"
      default:
        if scalar == "\\" { escaped += "\\\\" } else { escaped.unicodeScalars.append(scalar) }
      }
    }
    return escaped
  }
}

extension Logger {
  /// A log as lines.
  package static func lines(
    _ label: String, level: Logger.Level, write: @escaping @Sendable (String) -> Void
  ) -> Logger {
    Logger(label: label) { LineLogHandler(label: $0, level: level, write: write) }
  }

  /// A log that nobody reads.
  package static var silent: Logger { Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() } }
}
