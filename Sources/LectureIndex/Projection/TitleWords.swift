import Foundation

/// A title as words that a full-text index takes, and a search as a question to it: parts of words are found in any script.
///
/// Each word gives one token for each of its letters: that letter with the next two, or as many as follow. Three letters
/// and more are looked for as tokens in a row, one and two as the beginning of a token. A token has four digits of base 36
/// for each scalar, so that no letter of a title or a search means anything to the full-text index.
enum TitleWords {
  /// The most scalars of a title that are found.
  private static let longestTitle = 400
  /// The most words of a search that count.
  private static let mostWords = 8
  /// The most scalars of a search that count.
  private static let longestSearch = 100
  private static let digits = 4

  /// The tokens of a title.
  static func tokens(of title: String) -> String {
    words(of: title, limit: longestTitle).flatMap { word in
      word.indices.map { token(word[$0..<min($0 + 3, word.count)]) }
    }
    .joined(separator: " ")
  }

  /// The question of a search, all of whose words have to be in a title; nil for a search without a word.
  static func question(of search: String) -> String? {
    let parts = words(of: search, limit: longestSearch).prefix(mostWords).map { word in
      word.count < 3
        ? token(word[...]) + "*"
        : "\"" + (0...word.count - 3).map { token(word[$0..<$0 + 3]) }.joined(separator: " ") + "\""
    }
    return parts.isEmpty ? nil : parts.joined(separator: " AND ")
  }

  /// The words in small letters and one form of Unicode's, without what cannot be seen.
  private static func words(of text: String, limit: Int) -> [[Unicode.Scalar]] {
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))
    return start.precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
      .filter { !$0.properties.isDefaultIgnorableCodePoint }
      .split { $0.properties.isWhitespace || $0.value < 0x20 }.map { Array($0) }
  }

  private static func token(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    scalars.map { scalar in
      let number = String(scalar.value, radix: 36)
      return String(repeating: "0", count: digits - number.count) + number
    }
    .joined()
  }
}
