import Orders
import Primitives

extension BookStep {
  /// The step for those who follow.
  var update: BookUpdate {
    var update = BookUpdate(sequence: change.sequence)
    (update.head, update.undoneAbove, update.isAnew) = (change.head, change.undoneAbove, isAnew)
    (update.funds, update.evicted) = (change.funds, evicted)
    let seen = Dictionary(changes.map { ($0.entry.hash, $0) }) { $1 }
    update.entries = change.entries.map { entry in
      BookUpdate.Entry(
        hash: entry.hash, booking: entry.booking, isStopped: entry.isStopped, status: entry.status,
        endedAt: entry.endedAt, sequence: seen[entry.hash]?.sequence, before: seen[entry.hash]?.before)
    }
    update.trades = change.trades.map {
      BookUpdate.TradePlace(block: $0.blockNumber, logIndex: $0.logIndex, blockHash: $0.blockHash)
    }
    return update
  }
}

extension BookUpdate {
  /// Makes the change in a book in memory.
  ///
  /// - Parameter terms: Orders that the book does not have yet, with their terms.
  /// - Returns: The differences that can be seen.
  func apply(to book: inout LiveBook, terms: [Hash32: BookEntry]) -> [BookChange] {
    var changes: [BookChange] = []
    if let head { book.move(to: head) }
    for (key, amounts) in funds { book.set(amounts, for: key) }
    for item in entries {
      guard let old = book[item.hash] ?? terms[item.hash] else { continue }
      let entry = BookEntry(
        old.order, arrival: old.arrival, added: old.added, booking: item.booking, isStopped: item.isStopped,
        status: item.status, endedAt: item.endedAt)
      book.put(entry)
      if let number = item.sequence {
        changes.append(BookChange(entry: entry, before: item.before, sequence: number))
      }
    }
    for hash in evicted { book.remove(hash) }
    book.sequence = sequence
    return changes
  }
}
