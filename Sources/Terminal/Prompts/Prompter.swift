import Keys

/// A person at a terminal who can be asked, or a test in his place.
package protocol Prompter: Sendable {
  /// Shows lines and then a prompt, and reads a line without its newline; nil at the end of the input.
  func answer(_ lines: [StyledText], prompt: StyledText) async throws -> String?

  /// Shows a prompt and reads a line that is not shown; nil at the end of the input.
  func secret(prompt: StyledText) async throws -> SecretBytes?
}
