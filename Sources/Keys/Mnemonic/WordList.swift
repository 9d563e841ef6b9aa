/// The 2048 words of one language of BIP-39.
///
/// The lists are public data of the BIP-39 text and of the trezor/python-mnemonic repository (Russian, Turkish); they stand
/// here as published, one file a language.
struct WordList: Sendable, ExpressibleByStringLiteral {
  /// The words as published, in order.
  let words: [String]
  /// The number of each word, by its form KD.
  private let numbers: [String: Int]

  init(stringLiteral text: StaticString) {
    words = text.withUTF8Buffer { buffer in
      buffer.split(whereSeparator: { $0 <= 0x20 }).map { String(decoding: $0, as: UTF8.self) }
    }
    var numbers = [String: Int](minimumCapacity: words.count)
    for (number, word) in words.enumerated() { numbers[CompatibilityDecomposition.nfkd(word)] = number }
    self.numbers = numbers
  }

  /// The number of a word, which must be in form KD and lower case.
  func number(of word: String) -> Int? { numbers[word] }
}

extension Mnemonic {
  /// The languages that have a list of words.
  public enum Language: String, Sendable, Hashable, CaseIterable {
    /// The list that most wallets know; 100 of its words are in the French one too.
    case english
    /// Hangul in form KD: letters, not syllables.
    case korean
    /// Hiragana in form KD.
    case japanese
    /// Single characters; 1275 of them are in the traditional list too.
    case chineseSimplified
    /// Single characters; 1275 of them are in the simplified list too.
    case chineseTraditional
    /// Some words have accents, in form KD.
    case spanish
    /// Some words have accents, in form KD; 100 words are in the English list too.
    case french
    /// Letters of ASCII alone.
    case italian
    /// Letters of ASCII alone.
    case portuguese
    /// Letters of ASCII alone.
    case czech
    /// Cyrillic, of python-mnemonic and not BIP-39's own; its 1573rd word is damaged there, and mended here.
    case russian
    /// Of python-mnemonic and not BIP-39's own; letters such as `ü` are published composed.
    case turkish

    /// The 2048 words, as published.
    public var words: [String] { list.words }

    /// The separator of two words: the ideographic space in Japanese, a space elsewhere.
    public var separator: String { self == .japanese ? "\u{3000}" : " " }

    /// The list, made on first use.
    var list: WordList {
      switch self {
      case .english: WordList.english
      case .korean: WordList.korean
      case .japanese: WordList.japanese
      case .chineseSimplified: WordList.chineseSimplified
      case .chineseTraditional: WordList.chineseTraditional
      case .spanish: WordList.spanish
      case .french: WordList.french
      case .italian: WordList.italian
      case .portuguese: WordList.portuguese
      case .czech: WordList.czech
      case .russian: WordList.russian
      case .turkish: WordList.turkish
      }
    }

    /// The language's name in English, for messages.
    var name: String {
      switch self {
      case .chineseSimplified: "simplified Chinese"
      case .chineseTraditional: "traditional Chinese"
      default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
      }
    }
  }
}
