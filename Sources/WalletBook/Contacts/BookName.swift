import Keys
import Primitives

/// The rules for titles and contacts' names, and for which of them look like one another.
public enum BookName {
  /// A name has so many bytes at most.
  static let longest = 100

  /// - Throws: `invalidName` for what could be taken for an option, a file or an address, or has characters that
  ///   nobody sees.
  public static func check(_ name: String) throws(WalletBookError) {
    guard let objection = objection(to: name) else { return }
    throw WalletBookError(
      .invalidName, "`\(TerminalSafe.name(name))` cannot be a name.", reason: "Because \(objection).",
      advice: "Choose letters, digits, spaces, `-`, `_` or `.`.")
  }

  private static func objection(to name: String) -> String? {
    if name.isEmpty { return "it is empty" }
    if name.utf8.count > longest { return "it is longer than \(longest) bytes" }
    if name.hasPrefix("-") { return "it begins with `-`, as an option does" }
    if name.hasPrefix(".") { return "it begins with a dot" }
    if name.first?.isWhitespace ?? false || name.last?.isWhitespace ?? false { return "it begins or ends with a space" }
    for scalar in name.unicodeScalars {
      if "/\\:".unicodeScalars.contains(scalar) { return "it has a `\(scalar)`" }
      // The blank of Braille is no character to see either.
      if !TerminalSafe.isPrintable(scalar) || scalar == "\u{2800}" { return "it has an invisible character" }
    }
    return looksLikeAddress(name) ? "it reads as an address" : nil
  }

  /// Whether somebody could take it for an address, in whole or shortened: `0x…`, forty digits, `5CbD…07FB`.
  ///
  /// Letters of other scripts count as the ones that they look like, wide ones as the ones that they mean.
  static func looksLikeAddress(_ name: String) -> Bool {
    let text = Lookalike.latin(name)
    if text.hasPrefix("0x") { return true }
    // An O for the zero is only one before digits.
    let rest = text.dropFirst(2).filter { $0 != "…" && $0 != "." }
    if text.hasPrefix("ox"), rest.allSatisfy(\.isHexDigit), rest.contains(where: \.isNumber) { return true }
    let parts = text.split { $0 == "…" || $0 == "." }
    let digits = parts.joined()
    guard digits.utf8.count >= 8, digits.allSatisfy(\.isHexDigit) else { return false }
    return parts.count > 1 || digits.utf8.count >= 40
  }

  /// Whether it reads as a name of a service of names, such as ENS, which is not asked here: `vitalik.eth`. An address of
  /// e-mail, by which old key files are named, is none.
  public static func looksLikeService(_ name: String) -> Bool {
    guard !name.contains("@"), let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
    let ending = name[name.index(after: dot)...]
    return ending.count >= 2 && ending.allSatisfy(\.isLetter) && !name.contains(" ")
  }
}
