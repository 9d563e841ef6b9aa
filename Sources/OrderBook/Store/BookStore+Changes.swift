import Database
import Orders
import Primitives

/// A book as its file has it.
struct StoredBook: Sendable {
  var blocks: [ChainBlock]
  var entries: [BookEntry]
  var funds: [FundsKey: MakerFunds]
  var sequence: UInt64
  var lastArrival: UInt64
  var sweptAt: UInt64
  /// The height of the block with which the book began.
  var start: UInt64?
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
      let meta = MetaTable(database: db)
      return StoredBook(
        blocks: blocks, entries: entries, funds: try MakerTable(database: db).all(),
        sequence: try meta.number("sequence") ?? 0,
        lastArrival: max(try orders.lastArrival(), try meta.number("arrival") ?? 0),
        sweptAt: try meta.number("swept") ?? 0, start: try meta.number("start"))
    }
  }

  /// Makes a change; it is on the disk when this returns.
  ///
  /// - Parameter head: The block that the book is as of after the change.
  func commit(_ change: StoreChange, head: ChainBlock, lastArrival: UInt64) async throws(OrderBookError) {
    try await write { db in
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
