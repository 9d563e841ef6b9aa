/// Makes a list that shows a failure shorter.
enum Shrinking {
  /// Leaves out ever smaller parts as long as the rest still fails.
  ///
  /// - Complexity: O(n log n) plays where little matters, O(n²) at worst.
  static func shortest<Element: Sendable>(
    _ list: [Element], fails: ([Element]) async throws -> Bool
  ) async rethrows -> [Element] {
    var list = list
    var size = max(1, list.count / 2)
    while true {
      var start = 0
      var isShorter = false
      while start < list.count {
        var shorter = list
        shorter.removeSubrange(start..<min(start + size, list.count))
        if try await fails(shorter) {
          list = shorter
          isShorter = true
        } else {
          start += size
        }
      }
      if size == 1, !isShorter { return list }
      size = max(1, size / 2)
    }
  }
}
