import Database
import Orders
import Primitives

/// A book as its store has it.
struct StoredBook: Sendable {
  var blocks: [ChainBlock]
  var entries: [BookEntry]
  var funds: [FundsKey: MakerFunds]
  var counts: StoredCounts
  /// The number of the last news for those who follow.
  var lastUpdate: UInt64
}

/// The single numbers of a book in its store.
struct StoredCounts: Sendable {
  var sequence: UInt64
  var lastArrival: UInt64
  var sweptAt: UInt64
  /// The height of the block with which the book began.
  var start: UInt64?

  /// Reads the numbers.
  init(in database: Connection) throws {
    let meta = MetaTable(database: database)
    sequence = try meta.number("sequence") ?? 0
    lastArrival = max(try OrderTable(database: database).lastArrival(), try meta.number("arrival") ?? 0)
    (sweptAt, start) = (try meta.number("swept") ?? 0, try meta.number("start"))
  }
}

/// The part of a change that is for others who share the book.
struct SharedChange: Sendable {
  /// The lease without which nothing is changed.
  let lease: Lease
  /// The number of the news.
  let number: UInt64
  let update: BookUpdate
}

extension BookStore {
  /// The number of blocks that can be undone.
  static let depth: UInt64 = 256

  /// Reads the book: the orders that are watched, and those whose end can be undone.
  func load() async throws(OrderBookError) -> StoredBook {
    try await read { db in
      let blocks = try BlockTable(database: db).all()
      let height = blocks.last?.number ?? 0
      var entries: [BookEntry] = []
      let orders = OrderTable(database: db)
      try orders.forEach(endedFrom: height - min(height, Self.depth)) { entries.append($0) }
      return StoredBook(
        blocks: blocks, entries: entries, funds: try MakerTable(database: db).all(), counts: try StoredCounts(in: db),
        lastUpdate: try UpdateTable(database: db).last())
    }
  }

  /// Makes a change; it is on the disk when this returns.
  ///
  /// - Parameters:
  ///   - head: The block that the book is as of after the change.
  ///   - shared: The part for others who share the book; nil where nobody does.
  /// - Throws: `storeFailed`; `notKeeper`.
  func commit(
    _ change: StoreChange, head: ChainBlock, lastArrival: UInt64, shared: SharedChange? = nil
  ) async throws(OrderBookError) {
    try await write { db in
      if let shared {
        try shared.lease.fence(in: db)
        try UpdateTable(database: db).keep(shared.update, as: shared.number)
      }
      let (blocks, orders, makers) = (
        BlockTable(database: db), OrderTable(database: db), MakerTable(database: db)
      )
      let (trades, meta) = (TradeTable(database: db), MetaTable(database: db))
      if let height = change.undoneAbove { try blocks.remove(above: height) }
      if let head = change.head { try blocks.keep(head) }
      try blocks.keep(change.undo, of: head.number)
      for entry in change.entries { try orders.keep(entry, at: head.time) }
      for (key, amounts) in change.funds { try makers.keep(amounts, for: key) }
      for key in change.forgotten { try makers.forget(key) }
      for trade in change.trades { try trades.keep(trade) }
      for attempt in change.attempts { try trades.keep(attempt) }
      if let height = change.finalBelow { try blocks.forget(below: height) }
      if let time = change.forgetEndedBefore { try orders.forget(endedBefore: time) }
      if try meta.number("start") == nil { try meta.set("start", head.number) }
      if let height = change.sweptAt { try meta.set("swept", height) }
      try meta.set("sequence", change.sequence)
      try meta.set("arrival", lastArrival)
    }
  }

  /// The state before all blocks above a height.
  func undo(above height: UInt64) async throws(OrderBookError) -> BookUndo {
    try await read { try BlockTable(database: $0).undo(above: height) }
  }
}
