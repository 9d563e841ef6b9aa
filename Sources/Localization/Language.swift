/// A language that people are spoken to in.
public enum Language: String, Sendable, Hashable, CaseIterable {
  /// English, which everything is written in first.
  case english = "en"
  /// Korean, in its polite form.
  case korean = "ko"
  /// Ukrainian, with a polite «ви».
  case ukrainian = "uk"

  /// Reads a language as people and systems write it: `uk`, `ko-KR`, `uk_UA.UTF-8`; `C` and `POSIX` are English.
  ///
  /// - Returns: Nil for any other language.
  public init?(_ text: some StringProtocol) {
    let word = text.prefix { !"-_.@".contains($0) }.lowercased()
    switch word {
    case "c", "posix": self = .english
    default: self.init(rawValue: word)
    }
  }

  /// The language of a system's variables: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set decides; English
  /// where none is, or where it is a language that is not known here.
  public static func ofSystem(_ variables: [String: String]) -> Language {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    return locale.flatMap { Language($0) } ?? .english
  }
}
