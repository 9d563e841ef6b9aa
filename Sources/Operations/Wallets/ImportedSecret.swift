import Keys

/// A secret from elsewhere, told apart by its form.
package enum ImportedSecret: Sendable {
  /// The words of a phrase.
  case phrase(Mnemonic)
  /// A private key.
  case privateKey(PrivateKey)
  /// A private key with its address, as wallets of Klaytn wrote them.
  case walletKey(KlaytnWalletKey)

  /// The shortest wallet key of Klaytn has so many characters.
  private static let walletKeyLength = 110

  /// Reads a secret: several words are a phrase, one is a key.
  ///
  /// - Parameter text: Without blanks around it.
  /// - Throws: `KeysError`; of a phrase it names the word that is in no list.
  package init(_ text: String) throws(KeysError) {
    self =
      if text.contains(where: \.isWhitespace) {
        .phrase(try Mnemonic(phrase: text))
      } else if text.utf8.count >= Self.walletKeyLength {
        .walletKey(try KlaytnWalletKey(text))
      } else {
        .privateKey(try PrivateKey(hex: text))
      }
  }
}
