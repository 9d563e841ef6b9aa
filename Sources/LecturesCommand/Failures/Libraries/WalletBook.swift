import WalletBook

extension WalletBookError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    CommandFailure(.init("book.\(code)", status), message, reason: reason, advice: advice)
  }

  private var status: ExitStatus {
    switch code {
    case .invalidName, .notFound, .badRequest, .unsupportedRequest: .usage
    case .bookExposed: .settings
    default: .failure
    }
  }
}
