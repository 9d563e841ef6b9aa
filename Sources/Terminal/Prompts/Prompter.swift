import Keys

/// A person at a terminal who can be asked, or a test in his place.
package protocol Prompter: Sendable {
  /// Shows lines and then a prompt, and reads a line without its newline; nil at the end of the input.
  func answer(_ lines: [StyledText], prompt: StyledText) async throws -> String?

  /// Shows lines and a prompt on a screen of their own, where the terminal has one, and reads a line as
  /// ``answer(_:prompt:)`` does; then all of it is gone from the terminal.
  func reveal(_ lines: [StyledText], prompt: StyledText) async throws -> String?

  /// Shows a prompt and reads a line that is not shown; nil at the end of the input.
  func secret(prompt: StyledText) async throws -> SecretBytes?

  /// Does work while nothing that is typed is shown, between secrets too; what was typed ahead of a question is thrown away.
  func silently<Value>(
    isolation: isolated (any Actor)?, _ work: () async throws -> Value
  ) async rethrows -> Value
}

extension Prompter {
  /// Does the work alone, where nothing typed is shown anyway.
  package func silently<Value>(
    isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Value
  ) async rethrows -> Value {
    try await work()
  }

  /// As an answer, where there is no screen to go back from.
  package func reveal(_ lines: [StyledText], prompt: StyledText) async throws -> String? {
    try await answer(lines, prompt: prompt)
  }
}
