import Database
import Orders
import Primitives

/// The tables of fills, and of attempts that moved nothing.
struct TradeTable {
  let database: Connection

  private static let columns =
    "block, logIndex, blockHash, time, txHash, exchange, version, orderHash, maker, taker, feeRecipient, makerToken, "
    + "takerToken, makerAmount, takerAmount, makerFee, takerFee"

  /// All columns but those of the key, with what is kept in place of what was.
  private static let replacement = columns.split(separator: ", ").dropFirst(2).map { "\($0) = excluded.\($0)" }
    .joined(separator: ", ")

  /// Keeps a trade.
  func keep(_ trade: Trade) throws {
    let event = trade.event
    try database.execute(
      """
      INSERT INTO trade (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (block, logIndex) DO UPDATE SET \(Self.replacement)
      """,
      [
        trade.blockNumber.inFile, trade.logIndex.inFile, trade.blockHash.bytes, trade.time.inFile,
        trade.transaction.bytes, trade.exchange.bytes, trade.version.rawValue, event.orderHash.bytes,
        event.maker.bytes, event.taker.bytes, event.feeRecipient.bytes, event.direction.makerToken.bytes,
        event.direction.takerToken.bytes, event.fill.makerAmount.bigEndianBytes,
        event.fill.takerAmount.bigEndianBytes, event.fill.makerFee.bigEndianBytes,
        event.fill.takerFee.bigEndianBytes,
      ])
  }

  /// Keeps an attempt.
  func keep(_ attempt: FailedAttempt) throws {
    try database.execute(
      """
      INSERT INTO attempt (block, logIndex, txHash, orderHash, code) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (block, logIndex) DO UPDATE
      SET txHash = excluded.txHash, orderHash = excluded.orderHash, code = excluded.code
      """,
      [
        attempt.blockNumber.inFile, attempt.logIndex.inFile, attempt.transaction.bytes, attempt.orderHash.bytes,
        Int(attempt.errorID),
      ])
  }

  /// The attempts at an order, the first first.
  func attempts(at order: Hash32) throws -> [FailedAttempt] {
    try database.rows(
      "SELECT block, logIndex, txHash, code FROM attempt WHERE orderHash = ? ORDER BY block, logIndex", [order.bytes]
    ).map { row in
      var row = StoredRow(row)
      let (block, index, transaction) = (try row.number(), try row.number(), try row.hash())
      return FailedAttempt(
        orderHash: order, errorID: UInt8(clamping: try row.number()), blockNumber: block, logIndex: index,
        transaction: transaction)
    }
  }

  /// A page of trades, the latest first.
  func page(_ filter: TradeFilter, _ request: PageRequest) throws -> TradePage {
    let (condition, values) = Self.condition(filter)
    let total = try database.value("SELECT count(*) FROM trade WHERE \(condition)", values, as: Int.self) ?? 0
    guard let offset = request.offset else { return TradePage(trades: [], total: total, request: request) }
    let rows = try database.rows(
      "SELECT \(Self.columns) FROM trade WHERE \(condition) ORDER BY block DESC, logIndex DESC LIMIT ? OFFSET ?",
      values + [request.size, offset])
    return TradePage(trades: try rows.map(Self.trade), total: total, request: request)
  }

  /// Goes through trades in the order of the chain, or the other way; the body's false ends it.
  func forEach(_ filter: TradeFilter, backwards: Bool = false, _ body: (Trade) throws -> Bool) throws {
    let (condition, values) = Self.condition(filter)
    let order = backwards ? "block DESC, logIndex DESC" : "block, logIndex"
    do {
      try database.forEachRow("SELECT \(Self.columns) FROM trade WHERE \(condition) ORDER BY \(order)", values) { row in
        guard try body(Self.trade(row)) else { throw Enough() }
      }
    } catch is Enough { return }
  }

  /// The trade at a place; nil where it is not there any more.
  func trade(at place: BookUpdate.TradePlace) throws -> Trade? {
    try database.row(
      "SELECT \(Self.columns) FROM trade WHERE block = ? AND logIndex = ? AND blockHash = ?",
      [place.block.inFile, place.logIndex.inFile, place.blockHash.bytes]
    ).map(Self.trade)
  }

  /// The trades above a height, in the order of the chain.
  func trades(above height: UInt64) throws -> [Trade] {
    try database.rows(
      "SELECT \(Self.columns) FROM trade WHERE block > ? ORDER BY block, logIndex", [height.inFile]
    ).map(Self.trade)
  }

  /// The blocks with trades up to a height, each once, the highest first.
  func blocks() throws -> [(number: UInt64, hash: Hash32)] {
    try database.rows("SELECT DISTINCT block, blockHash FROM trade ORDER BY block DESC").map { row in
      var row = StoredRow(row)
      return (try row.number(), try row.hash())
    }
  }

  private struct Enough: Error {}

  private static func condition(_ filter: TradeFilter) -> (sql: String, values: [(any Storable)?]) {
    var (conditions, values) = (["1 = 1"], [(any Storable)?]())
    func add(_ condition: String, _ value: [(any Storable)?]) {
      conditions.append(condition)
      values += value
    }
    if let pair = filter.pair {
      let tokens = [pair.base.bytes, pair.quote.bytes]
      add(
        "((makerToken = ? AND takerToken = ?) OR (makerToken = ? AND takerToken = ?))",
        [tokens[0], tokens[1], tokens[1], tokens[0]])
    }
    if let maker = filter.maker { add("maker = ?", [maker.bytes]) }
    if let taker = filter.taker { add("taker = ?", [taker.bytes]) }
    if let hash = filter.orderHash { add("orderHash = ?", [hash.bytes]) }
    if let from = filter.from { add("time >= ?", [from.inFile]) }
    if let to = filter.to { add("time < ?", [to.inFile]) }
    if let last = filter.lastBlock { add("block <= ?", [last.inFile]) }
    return (conditions.joined(separator: " AND "), values)
  }

  private static func trade(_ row: Row) throws -> Trade {
    var row = StoredRow(row)
    let (block, index, blockHash, time) = (try row.number(), try row.number(), try row.hash(), try row.number())
    let (transaction, exchange) = (try row.hash(), try row.address())
    guard let version = OrderVersion(rawValue: try row.text()) else { throw DatabaseError.unreadable("version") }
    let (hash, maker, taker, recipient) = (try row.hash(), try row.address(), try row.address(), try row.address())
    let direction = TokenDirection(makerToken: try row.address(), takerToken: try row.address())
    let makerAmount = try row.word()
    return Trade(
      event: FillEvent(
        orderHash: hash, maker: maker, taker: taker, feeRecipient: recipient, direction: direction,
        fill: OrderFill(
          takerAmount: try row.word(), makerAmount: makerAmount, makerFee: try row.word(), takerFee: try row.word())),
      exchange: exchange, version: version, blockNumber: block, blockHash: blockHash, time: time,
      transaction: transaction, logIndex: index)
  }
}
