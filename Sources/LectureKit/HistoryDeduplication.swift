import Primitives

/// The entries of one node's history that are reported twice: an action of one transaction about one run is one, and a
/// run is bought once until its price is taken back.
enum HistoryDeduplication {
  private struct Key: Hashable {
    let kind: HistoryEntry.Kind
    let (lecture, run): (UInt256?, UInt64?)
    let transaction: Hash32
  }

  private struct Run: Hashable {
    let (lecture, run): (UInt256?, UInt64?)
  }

  /// Each action once, and those marked that cannot be.
  ///
  /// - Parameter entries: The oldest first.
  static func applied(to entries: [HistoryEntry]) -> [HistoryEntry] {
    var (kept, places, purchases): ([HistoryEntry], [Key: Int], [Run: Int]) = ([], [:], [:])
    for entry in entries {
      let key = Key(kind: entry.kind, lecture: entry.lecture, run: entry.run, transaction: entry.transaction)
      if let place = places[key] {
        kept[place].objections.insert(.toldTwice)
        if kept[place].amount != entry.amount { kept[place].amount = nil }
        continue
      }
      places[key] = kept.count
      kept.append(entry)
      let run = Run(lecture: entry.lecture, run: entry.run)
      if entry.kind == .reclaimed { purchases[run] = nil }
      guard entry.kind == .bought else { continue }
      if let earlier = purchases[run] {
        for place in [earlier, kept.count - 1] { kept[place].objections.insert(.toldTwice) }
      }
      purchases[run] = kept.count - 1
    }
    return kept
  }
}
