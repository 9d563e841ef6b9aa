import Keys

/// Somebody who can be asked: a person at a terminal, or a test.
package protocol Prompter: Sendable {
  /// Shows lines and then a prompt, and reads a line without its newline; nil at the end of the input.
  func answer(_ lines: [StyledText], prompt: StyledText) async throws -> String?

  /// Shows a prompt and reads a line that is not shown; nil at the end of the input.
  func secret(prompt: StyledText) async throws -> SecretBytes?
}
