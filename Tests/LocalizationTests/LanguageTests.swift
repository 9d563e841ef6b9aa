import Localization
import Testing

@Suite("Choosing a language") struct LanguageTests {
  @Test(
    "Languages are read as people and systems write them",
    arguments: [
      ("uk", Language.ukrainian), ("uk_UA.UTF-8", .ukrainian), ("UK-ua", .ukrainian), ("ko", .korean),
      ("ko_KR.eucKR", .korean), ("ko@hanja", .korean), ("en", .english), ("en_GB.UTF-8", .english), ("C", .english),
      ("C.UTF-8", .english), ("POSIX", .english),
    ])
  func reads(text: String, language: Language) {
    #expect(Language(text) == language)
  }

  @Test(
    "Other languages are not guessed",
    arguments: ["", "de_DE.UTF-8", "ua", "ukr", "kor", "русский", "u", "_uk", "\u{202E}ku"])
  func unknown(text: String) {
    #expect(Language(text) == nil)
  }

  @Test("Of the system's variables the first that is set decides")
  func system() {
    #expect(Language.ofSystem([:]) == .english)
    #expect(Language.ofSystem(["LANG": "uk_UA.UTF-8"]) == .ukrainian)
    #expect(Language.ofSystem(["LC_MESSAGES": "ko_KR.UTF-8", "LANG": "uk_UA.UTF-8"]) == .korean)
    #expect(Language.ofSystem(["LC_ALL": "C", "LC_MESSAGES": "ko_KR.UTF-8", "LANG": "uk_UA.UTF-8"]) == .english)
    #expect(Language.ofSystem(["LC_ALL": "", "LANG": "ko_KR"]) == .korean)
    #expect(Language.ofSystem(["LC_ALL": "fr_FR.UTF-8", "LANG": "ko_KR"]) == .english)
  }
}
