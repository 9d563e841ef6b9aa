import Keystores

extension KeystoreErrors: CommandFailureDomain {
  static let subject = "keystore"

  static func status(of error: KeystoreError) -> ExitStatus {
    switch error.code {
    case .invalidName: .usage
    case .exists, .io, .cryptography: .failure
    // Wrong password, damaged or refused file, no such account: the key cannot be used.
    default: .locked
    }
  }

  static func nextStep(after error: KeystoreError) -> String? {
    switch (error.code, error.facts) {
    case (.addressMismatch, .otherAccount(let account)):
      "Leave --address away to add it as the account that it says, or give the file of \(account)."
    case (.notFound, .unknownName(let name, _, _)) where isPath(name):
      "A key file that lies elsewhere is imported first: lectures wallet import NAME --keystore FILE"
    case (.io, .notWritable): "Make the folder writable, or keep the keys in another: --keystore-dir DIR"
    default: nil
    }
  }

  static func advice(for error: KeystoreError) -> String? { nextStep(after: error) ?? error.advice }

  /// Whether what names no key is the path of a file.
  static func isPath(_ name: String) -> Bool { name.contains("/") || name.hasSuffix(".json") }

  static func commandFailure(of error: KeystoreError) -> CommandFailure {
    CommandFailure(
      code(of: error), error.message, reason: error.reason.map(CommandFailure.sentence),
      advice: advice(for: error))
  }
}
