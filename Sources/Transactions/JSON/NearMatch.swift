/// Finds what somebody probably meant to write.
enum NearMatch {
  /// The candidate nearest to a mistyped name, if one is near: at most a third of its letters wrong, case ignored.
  static func suggestion(for name: String, among candidates: [String]) -> String? {
    let typed = Array(name.lowercased().utf8.prefix(64))
    let nearest = candidates.map { ($0, distance(typed, Array($0.lowercased().utf8))) }.min { $0.1 < $1.1 }
    guard let (candidate, distance) = nearest, distance <= max(1, candidate.utf8.count / 3) else { return nil }
    return candidate
  }

  /// How many letters must be inserted, deleted, replaced or swapped with their neighbour.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var best = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
