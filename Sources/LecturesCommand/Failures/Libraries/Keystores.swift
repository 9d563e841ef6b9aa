import Keystores

extension KeystoreError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    CommandFailure(
      .init("keystore.\(code)", status), message, reason: reason.map(CommandFailure.sentence),
      advice: advice ?? nextStep)
  }

  /// The next step in the words of the command line.
  private var nextStep: String? {
    switch (code, facts) {
    case (.addressMismatch, .otherAccount(let account)):
      "Leave --address away to add it as the account that it says, or give the file of \(account)."
    default: nil
    }
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
