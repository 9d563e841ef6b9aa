/// A failure to ask somebody at a terminal.
///
/// Two errors are equal when their codes are.
package struct PromptError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure; new kinds may be added at any time.
  package struct Code: Sendable, Hashable {
    private let name: String

    /// The terminal cannot be opened.
    package static let noTerminal = Code(name: "noTerminal")
    /// The terminal would show what is typed.
    package static let echoStays = Code(name: "echoStays")
    /// A signal came instead of an answer.
    package static let interrupted = Code(name: "interrupted")
    /// More was typed than an answer may have.
    package static let tooLong = Code(name: "tooLong")
  }

  /// The kind of failure.
  package let code: Code
  /// The failure, in a sentence.
  package let message: String
  /// The reason, in a sentence.
  package let reason: String?

  init(_ code: Code, _ message: String, reason: String? = nil) {
    (self.code, self.message, self.reason) = (code, message, reason)
  }

  package static func == (left: PromptError, right: PromptError) -> Bool { left.code == right.code }

  package func hash(into hasher: inout Hasher) { hasher.combine(code) }

  package var description: String { [message, reason].compactMap { $0 }.joined(separator: "\n") }
}
