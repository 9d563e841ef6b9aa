import WalletBook

extension WalletBookErrors: CommandFailureDomain {
  static let subject = "book"

  static func status(of error: WalletBookError) -> ExitStatus {
    switch error.code {
    case .invalidName, .notFound, .badRequest, .unsupportedRequest: .usage
    case .bookExposed: .settings
    default: .failure
    }
  }

  static func nextStep(after error: WalletBookError) -> String? {
    switch error.code {
    case .notFound: "Those there are: lectures contact list"
    default: nil
    }
  }
}
