import Files
import Keys
import Keystores
import Primitives

/// An account that was made of a phrase.
package struct PhraseAccount: Sendable {
  /// Its key file.
  package let entry: KeystoreEntry
  /// The place of its key below the phrase.
  package let path: DerivationPath
}

extension Mnemonic {
  /// The addresses of the phrase's keys.
  package func addresses(passphrase: String, at paths: [DerivationPath]) async throws -> [Address] {
    try await BlockingWork.run {
      let root = try ExtendedKey(seed: try seed(passphrase: passphrase))
      return try paths.map { try root.derive(path: $0).privateKey.address }
    }
  }
}
