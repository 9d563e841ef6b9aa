import Terminal

extension PromptErrors: CommandFailureDomain {
  static let subject = "prompt"

  static func commandFailure(of error: PromptError) -> CommandFailure {
    let code: CommandFailure.Code =
      switch error.code {
      case .noTerminal: .needsConfirmation
      case .echoStays: .noPassword
      case .interrupted: .interrupted
      case .tooLong: .usage
      default: .other
      }
    return CommandFailure(
      code, error.message, reason: error.reason,
      advice: error.code == .echoStays ? "Give it with --password-file or --password-fd." : nil)
  }
}
