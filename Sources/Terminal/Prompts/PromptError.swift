@_exported import Failures

/// A failure to ask somebody at a terminal.
package typealias PromptError = DomainError<PromptErrors>

/// The domain of ``PromptError``.
package enum PromptErrors: ErrorDomain {}

extension ErrorCode<PromptErrors> {
  /// The terminal cannot be opened.
  package static var noTerminal: Self { Self("noTerminal") }
  /// The terminal would show what is typed.
  package static var echoStays: Self { Self("echoStays") }
  /// A signal came instead of an answer.
  package static var interrupted: Self { Self("interrupted") }
  /// More was typed than an answer may have.
  package static var tooLong: Self { Self("tooLong") }
}
