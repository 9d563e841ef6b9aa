/// Finds the word that somebody probably meant.
package enum NearMatch {
  /// Longer words are cut before they are compared: nobody mistypes the seventieth letter.
  private static let longest = 64

  /// The closest of the candidates, if it is close enough to be meant; case is ignored, the first of equals wins.
  ///
  /// Close is one slip in three letters (a letter more, less or another, or two neighbours swapped), or a beginning of at
  /// least two letters.
  ///
  /// - Complexity: O(n · k²) for n candidates of k letters.
  package static func closest(to word: String, among candidates: some Sequence<String>) -> String? {
    let typed = Array(word.lowercased().prefix(longest))
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let letters = Array(candidate.lowercased().prefix(longest))
      let reach = max(1, max(typed.count, letters.count) / 3)
      // The whole of a short word may not be wrong.
      let slips = distance(typed, letters, atMost: min(reach, letters.count - 1))
      let distance = typed.count >= 2 && letters.starts(with: typed) ? min(slips ?? 1, 1) : slips
      if let distance, best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// " Did you mean 'x'?", or nothing.
  package static func phrase(for word: String, among candidates: some Sequence<String>) -> String {
    closest(to: word, among: candidates).map { " Did you mean '\($0)'?" } ?? ""
  }

  /// The number of letters to add, leave out, change or swap with their neighbour to make one word of another (optimal
  /// string alignment); nil if more than `limit`.
  ///
  /// - Complexity: O(m · n) for words of m and n letters.
  package static func distance<Letter: Equatable>(
    _ first: [Letter], _ second: [Letter], atMost limit: Int
  ) -> Int? {
    guard abs(first.count - second.count) <= limit else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for i in first.indices {
      var row = [i + 1]
      row.reserveCapacity(second.count + 1)
      for j in second.indices {
        var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (first[i] == second[j] ? 0 : 1))
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          best = min(best, beforeLast[j - 1] + 1)
        }
        row.append(best)
      }
      guard row.contains(where: { $0 <= limit }) else { return nil }
      (beforeLast, last) = (last, row)
    }
    return last[second.count] <= limit ? last[second.count] : nil
  }
}
