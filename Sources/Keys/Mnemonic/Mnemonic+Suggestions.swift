import Primitives

extension Mnemonic {
  /// The words of a list that a mistyped word may have been meant to be, the nearest first.
  ///
  /// Near means: at most two letters inserted, left out, changed or swapped with their neighbour (one, in a word of up to
  /// three letters), or the beginning of the word. Korean is compared by its jamo. Chinese words are single characters, so
  /// nothing is near them.
  ///
  /// - Complexity: O(2048 · k²) for a word of k letters; words of more than 32 letters have no suggestions.
  public static func suggestions(for word: String, language: Language = .english, limit: Int = 4) -> [String] {
    let typed = Array(
      CompatibilityDecomposition.nfkd(String(word.unicodeScalars.prefix(64))).lowercased().unicodeScalars)
    guard typed.count > 1, typed.count <= 32, limit > 0 else { return [] }
    let reach = typed.count <= 3 ? 1 : 2
    var found: [(word: String, distance: Int, number: Int)] = []
    for (number, word) in language.words.enumerated() {
      let letters = Array(CompatibilityDecomposition.nfkd(word).unicodeScalars)
      let isBeginning = typed.count >= 3 && letters.starts(with: typed)
      let distance = isBeginning ? 1 : NearMatch.distance(typed, letters, atMost: reach)
      // A distance as large as the word itself tells of no likeness.
      if let distance, distance < letters.count { found.append((word, distance, number)) }
    }
    return found.sorted { ($0.distance, $0.number) < ($1.distance, $1.number) }.prefix(limit).map(\.word)
  }

  /// The error for the first word that no list, or not the right one, has.
  static func unknownWord(in words: [String], language: Language?) -> KeysError {
    // The language that most of the words belong to; the earlier one if in doubt.
    var likeliest = (language: Language.english, count: -1)
    for candidate in language.map({ [$0] }) ?? Language.allCases {
      let count = words.count { candidate.list.number(of: $0) != nil }
      if count > likeliest.count { likeliest = (candidate, count) }
    }
    let language = likeliest.language
    let position = words.firstIndex { language.list.number(of: $0) == nil } ?? 0
    let word = words.indices.contains(position) ? words[position] : ""
    let suggestions = suggestions(for: word, language: language)
    let choices = suggestions.map(quoted).joined(separator: ", ")
    return KeysError(
      .unknownWord,
      """
      cannot read the mnemonic: word \(position + 1), \(quoted(word)), is not in the \(language.name) list
      \(suggestions.isEmpty ? "compare it with what was written down" : "did you mean \(choices)?")
      """,
      about: position, facts: suggestions)
  }
}
