import ArgumentParser
import Keystores

/// The cost of guessing the password of a file that is written.
struct EncryptionOptions: ParsableArguments, Sendable {
  @Flag(
    name: .customLong("light"),
    help:
      "Encrypt lightly (scrypt, n = 4096), so that the file opens at once: only for throw-away keys of a test chain.")
  var isLight = false

  var kdf: KDF { isLight ? .light : .standard }
}
