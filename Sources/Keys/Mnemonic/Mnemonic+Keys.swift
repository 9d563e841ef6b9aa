extension Mnemonic {
  /// The master key of the mnemonic (BIP-39, then BIP-32).
  ///
  /// - Throws: `parametersRefused` for a passphrase above 64 KiB, `invalidSeed` (once in 2^127), `cryptographyFailed`.
  public func masterKey(passphrase: String = "") throws(KeysError) -> ExtendedKey {
    try ExtendedKey(seed: seed(passphrase: passphrase))
  }

  /// The key at the end of a path.
  ///
  /// - Throws: what ``masterKey(passphrase:)`` throws, `invalidChild` (once in 2^127), `tooDeep`.
  public func privateKey(at path: DerivationPath, passphrase: String = "") throws(KeysError) -> PrivateKey {
    try masterKey(passphrase: passphrase).derive(path: path).privateKey
  }
}
