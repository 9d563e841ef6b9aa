import Terminal

extension PromptError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    switch code {
    case .noTerminal: CommandFailure(.needsConfirmation, message, reason: reason)
    case .echoStays:
      CommandFailure(
        .noPassword, message, reason: reason, advice: "Give it with --password-file or --password-fd.")
    case .interrupted: CommandFailure(.interrupted, message, reason: reason)
    default: CommandFailure(.other, message, reason: reason)
    }
  }
}
