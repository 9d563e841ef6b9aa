import ArgumentParser
import Keystores

/// The cost of guessing the password of a file that is written.
struct EncryptionOptions: ParsableArguments, Sendable {
  @Flag(
    name: .customLong("light"),
    help: "Encrypt lightly (scrypt, n = 4096): opens at once, for the throw-away keys of a test chain only.")
  var isLight = false

  var kdf: KDF { isLight ? .light : .standard }
}
