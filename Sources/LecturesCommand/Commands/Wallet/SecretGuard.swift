import Terminal

/// Keeps secrets out of the arguments, where the shell's history and every other user of the machine can read them.
enum SecretGuard {
  /// - Throws: a misuse that does not repeat the word, if it looks like a private key.
  static func check(_ word: String) throws {
    guard !looksLikeKey(word) else { throw UsageRule.secretArgument(isKey: true) }
  }

  /// - Throws: a misuse, if there are words where none is due; words that may be a secret are not repeated.
  static func refuse(_ strays: [String]) throws {
    guard let first = strays.first else { return }
    // A phrase has a dozen words or more, or all of them in one.
    guard strays.count > 3 || strays.contains(where: { looksLikeKey($0) || $0.contains(" ") }) else {
      throw UsageRule.strayArgument(PlainText.escaped(first))
    }
    throw UsageRule.secretArgument(isKey: false)
  }

  private static func looksLikeKey(_ word: String) -> Bool {
    let digits = word.hasPrefix("0x") || word.hasPrefix("0X") ? word.dropFirst(2) : word[...]
    return digits.utf8.count >= 64 && digits.prefix(64).allSatisfy(\.isHexDigit)
  }
}
