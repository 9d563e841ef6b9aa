import WalletBook

extension WalletBookError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    CommandFailure(.init("book.\(code)", status), message, reason: reason, advice: advice ?? nextStep)
  }

  /// The next step in the words of the command line.
  private var nextStep: String? {
    switch code {
    case .notFound: "Those there are: lectures contact list"
    default: nil
    }
  }

  private var status: ExitStatus {
    switch code {
    case .invalidName, .notFound, .badRequest, .unsupportedRequest: .usage
    case .bookExposed: .settings
    default: .failure
    }
  }
}
