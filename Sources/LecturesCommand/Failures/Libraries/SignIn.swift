import Operations

extension SignInErrors: CommandFailureDomain {
  static let subject = "signIn"

  static func status(of error: SignInError) -> ExitStatus {
    switch error.code {
    case .publicURL: .settings
    case .nonce, .time: .failure
    default: .locked
    }
  }
}
