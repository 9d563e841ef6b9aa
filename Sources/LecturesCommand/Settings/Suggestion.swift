/// What somebody may have meant who mistyped a word.
enum Suggestion {
  /// The closest of the candidates, if it is close enough to be meant.
  static func closest(to word: String, among candidates: some Sequence<String>) -> String? {
    let typed = Array(word.lowercased().prefix(64))
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let letters = Array(candidate.lowercased().prefix(64))
      let distance = distance(typed, letters)
      // One slip in three letters; a beginning of at least two letters is an abbreviation.
      let isBeginning = typed.count >= 2 && letters.starts(with: typed)
      guard isBeginning || distance <= max(1, max(typed.count, letters.count) / 3) else { continue }
      let rank = isBeginning ? min(distance, 1) : distance
      if best.map({ rank < $0.distance }) ?? true { best = (candidate, rank) }
    }
    return best?.candidate
  }

  /// " Did you mean 'x'?", or nothing.
  static func phrase(for word: String, among candidates: some Sequence<String>) -> String {
    closest(to: word, among: candidates).map { " Did you mean '\($0)'?" } ?? ""
  }

  /// How many letters have to be added, left out, replaced or swapped with their neighbour (optimal string alignment).
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in 1...left.count {
      var current = [row] + [Int](repeating: 0, count: right.count)
      for column in 1...right.count {
        let isSame = left[row - 1] == right[column - 1]
        var best = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
        if row > 1 && column > 1 && left[row - 1] == right[column - 2] && left[row - 2] == right[column - 1] {
          best = min(best, beforeLast[column - 2] + 1)
        }
        current[column] = best
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
