import Database

/// The ranges of old blocks that are compared: all of them, or some at random, of which half have events.
package enum PastRanges: Sendable, Hashable {
  case all
  case some(Int)

  /// The number of blocks of a range.
  private static var width: UInt64 { 1_000 }

  /// The ranges from the first block of an index to the oldest one that it could undo.
  package func ranges(of store: IndexStore) async throws -> [ClosedRange<UInt64>] {
    guard let first = try await store.firstBlock(), let oldest = try await store.window().last?.number,
      first < oldest
    else { return [] }
    let numbers = first / Self.width...(oldest - 1) / Self.width
    func range(_ number: UInt64) -> ClosedRange<UInt64> {
      max(first, number * Self.width)...min(oldest - 1, number * Self.width + Self.width - 1)
    }
    guard case .some(let count) = self, numbers.count > count else { return numbers.map(range) }
    let picked = (0..<count).map { _ in UInt64.random(in: first..<oldest) }
    let events = try await store.read { db in
      try picked.prefix(count / 2).compactMap { start in
        try db.value("SELECT min(block) FROM event WHERE block BETWEEN ? AND ?", [start, oldest - 1], as: UInt64.self)
      }
    }
    return Set((events + picked.dropFirst(count / 2)).map { $0 / Self.width }).sorted().map(range)
  }
}
