import Database
import Primitives

/// The table of the last blocks, and those with what was before each of them.
struct BlockTable {
  let database: Connection

  /// The blocks, the lowest first.
  func all() throws -> [ChainBlock] {
    try database.rows("SELECT number, hash, parent, time FROM block ORDER BY number").map { row in
      var row = StoredRow(row)
      return ChainBlock(number: try row.number(), hash: try row.hash(), parent: try row.hash(), time: try row.number())
    }
  }

  /// Keeps a block.
  func keep(_ block: ChainBlock) throws {
    try database.execute(
      """
      INSERT INTO block (number, hash, parent, time) VALUES (?, ?, ?, ?)
      ON CONFLICT (number) DO UPDATE SET hash = excluded.hash, parent = excluded.parent, time = excluded.time
      """,
      [block.number.inFile, block.hash.bytes, block.parent.bytes, block.time.inFile])
  }

  /// Keeps what was before a block, as far as nothing is kept yet.
  func keep(_ undo: BookUndo, of height: UInt64) throws {
    for (hash, booking) in undo.bookings {
      try database.execute(
        """
        INSERT INTO orderChange (block, hash, filled, cancelled, isCancelled, isSigned)
        VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (block, hash) DO NOTHING
        """,
        [
          height.inFile, hash.bytes, booking?.filled.bigEndianBytes, booking?.cancelled.bigEndianBytes,
          booking?.isCancelled, booking?.isSigned,
        ])
    }
    for (key, amounts) in undo.funds {
      try database.execute(
        """
        INSERT INTO makerChange (block, owner, token, spender, balance, allowance) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (block, owner, token, spender) DO NOTHING
        """,
        [height.inFile] + MakerTable.values(key)
          + [amounts?.balance.bigEndianBytes, amounts?.allowance.bigEndianBytes])
    }
  }

  /// The state before all blocks above a height.
  func undo(above height: UInt64) throws -> BookUndo {
    var undo = BookUndo()
    // The lowest block comes first: what was before it is what counts.
    try database.forEachRow(
      "SELECT hash, filled, cancelled, isCancelled, isSigned FROM orderChange WHERE block > ? ORDER BY block",
      [height.inFile]
    ) { row in
      var columns = StoredRow(row)
      let hash = try columns.hash()
      guard try row.optional("filled", as: Bytes.self) != nil else { return undo.note(nil, of: hash) }
      undo.note(
        OrderBooking(
          filled: try columns.word(), cancelled: try columns.word(), isCancelled: try columns.bool(),
          isSigned: try columns.bool()),
        of: hash)
    }
    try database.forEachRow(
      "SELECT owner, token, spender, balance, allowance FROM makerChange WHERE block > ? ORDER BY block",
      [height.inFile]
    ) { row in
      var columns = StoredRow(row)
      let key = FundsKey(owner: try columns.address(), token: try columns.address(), spender: try columns.address())
      guard try row.optional("balance", as: Bytes.self) != nil else { return undo.note(nil, of: key) }
      undo.note(MakerFunds(balance: try columns.word(), allowance: try columns.word()), of: key)
    }
    return undo
  }

  /// Forgets all blocks above a height and what came with them.
  func remove(above height: UInt64) throws {
    for (table, column) in [
      ("block", "number"), ("orderChange", "block"), ("makerChange", "block"), ("trade", "block"), ("attempt", "block"),
    ] { try database.execute("DELETE FROM \(table) WHERE \(column) > ?", [height.inFile]) }
  }

  /// Forgets blocks below a height, and what was before them.
  func forget(below height: UInt64) throws {
    for (table, column) in [("block", "number"), ("orderChange", "block"), ("makerChange", "block")] {
      try database.execute("DELETE FROM \(table) WHERE \(column) < ?", [height.inFile])
    }
  }
}
