import Keystores

extension KeystoreError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    CommandFailure(
      .init("keystore.\(code)", status), message, reason: reason.map(CommandFailure.sentence), advice: advice)
  }

  private var status: ExitStatus {
    switch code {
    case .invalidName: .usage
    case .exists, .io, .cryptography: .failure
    // Wrong password, damaged or refused file, no such account: the key cannot be used.
    default: .locked
    }
  }
}
