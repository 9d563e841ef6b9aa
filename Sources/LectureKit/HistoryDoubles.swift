import Primitives

/// The entries of one node's history that are told twice: a deed of one transaction about one run is one, and a run is
/// bought once until its price is taken back.
enum HistoryDoubles {
  private struct Deed: Hashable {
    let deed: HistoryEntry.Deed
    let (lecture, run): (UInt256?, UInt64?)
    let transaction: Hash32
  }

  private struct Seat: Hashable {
    let (lecture, run): (UInt256?, UInt64?)
  }

  /// Each deed once, and those marked that cannot be.
  ///
  /// - Parameter entries: The oldest first.
  static func without(_ entries: [HistoryEntry]) -> [HistoryEntry] {
    var (kept, places, seats): ([HistoryEntry], [Deed: Int], [Seat: Int]) = ([], [:], [:])
    for entry in entries {
      let deed = Deed(deed: entry.deed, lecture: entry.lecture, run: entry.run, transaction: entry.transaction)
      if let place = places[deed] {
        kept[place].objections.insert(.toldTwice)
        if kept[place].amount != entry.amount { kept[place].amount = nil }
        continue
      }
      places[deed] = kept.count
      kept.append(entry)
      let seat = Seat(lecture: entry.lecture, run: entry.run)
      if entry.deed == .reclaimed { seats[seat] = nil }
      guard entry.deed == .bought else { continue }
      if let earlier = seats[seat] {
        for place in [earlier, kept.count - 1] { kept[place].objections.insert(.toldTwice) }
      }
      seats[seat] = kept.count - 1
    }
    return kept
  }
}
