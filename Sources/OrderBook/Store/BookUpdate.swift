import Database
import Orders
import Primitives

/// One change of a book for those who follow its keeper: enough to make it in their own memory.
struct BookUpdate: Sendable, Hashable {
  /// An order that came or changed; its terms are in the table of orders.
  struct Entry: Sendable, Hashable {
    let hash: Hash32
    let booking: OrderBooking
    let isStopped: Bool
    let status: OrderStatus
    let endedAt: UInt64?
    /// The sequence number of the difference that can be seen; nil where there is none.
    let sequence: UInt64?
    /// The status before that difference; nil of an order that came.
    let before: OrderStatus?
  }

  /// The place of a trade that came.
  struct TradePlace: Sendable, Hashable {
    let block: UInt64
    let logIndex: UInt64
    let blockHash: Hash32
  }

  /// The book's sequence number after the change.
  var sequence: UInt64
  /// The block that the book is as of from now on; nil where it stays.
  var head: ChainBlock?
  /// The height above which all blocks are undone; nil for none.
  var undoneAbove: UInt64?
  /// Whether nothing that was known before counts any more, so that the book is loaded.
  var isAnew = false
  var entries: [Entry] = []
  var funds: [FundsKey: MakerFunds] = [:]
  /// The orders that leave the memory.
  var evicted: [Hash32] = []
  var trades: [TradePlace] = []
}

// MARK: As bytes

extension BookUpdate {
  /// The news as the store has them: RLP.
  var bytes: Bytes {
    RLP.encode(
      .list([
        .uint(sequence), .optional(head.map { .block($0) }), .optional(undoneAbove.map { .uint($0) }), .flag(isAnew),
        .list(entries.map(\.item)),
        .list(
          funds.map { key, amounts in
            .list([
              .address(key.owner), .address(key.token), .address(key.spender), .uint(amounts.balance),
              .uint(amounts.allowance),
            ])
          }),
        .list(evicted.map { .hash($0) }),
        .list(trades.map { .list([.uint($0.block), .uint($0.logIndex), .hash($0.blockHash)]) }),
      ]))
  }

  /// Reads news.
  ///
  /// - Throws: `DatabaseError` `.unreadable`.
  init(_ bytes: Bytes) throws {
    do {
      var fields = try RLPFields(RLP.decode(bytes, limits: RLP.Limits(items: 20_000_000)), 8)
      sequence = try fields.next().uint64()
      head = try fields.optional { try ChainBlock($0) }
      undoneAbove = try fields.optional { try $0.uint64() }
      isAnew = try fields.flag()
      entries = try fields.next().list().map { try Entry($0) }
      for item in try fields.next().list() {
        var amounts = try RLPFields(item, 5)
        let key = FundsKey(
          owner: try amounts.next().address(), token: try amounts.next().address(),
          spender: try amounts.next().address())
        funds[key] = MakerFunds(balance: try amounts.next().uint256(), allowance: try amounts.next().uint256())
      }
      evicted = try fields.next().list().map { try $0.hash() }
      trades = try fields.next().list().map { item in
        var place = try RLPFields(item, 3)
        return TradePlace(
          block: try place.next().uint64(), logIndex: try place.next().uint64(), blockHash: try place.next().hash())
      }
    } catch { throw DatabaseError.unreadable("news") }
  }
}

extension BookUpdate.Entry {
  fileprivate var item: RLP.Item {
    .list([
      .hash(hash), .uint(booking.filled), .uint(booking.cancelled), .flag(booking.isCancelled),
      .flag(booking.isSigned), .flag(isStopped), .status(status), .optional(endedAt.map { .uint($0) }),
      .optional(sequence.map { .uint($0) }), .optional(before.map { .status($0) }),
    ])
  }

  fileprivate init(_ item: RLP.Item) throws {
    var fields = try RLPFields(item, 10)
    hash = try fields.next().hash()
    booking = OrderBooking(
      filled: try fields.next().uint256(), cancelled: try fields.next().uint256(), isCancelled: try fields.flag(),
      isSigned: try fields.flag())
    isStopped = try fields.flag()
    status = try OrderStatus(try fields.next())
    endedAt = try fields.optional { try $0.uint64() }
    sequence = try fields.optional { try $0.uint64() }
    before = try fields.optional { try OrderStatus($0) }
  }
}

extension OrderStatus {
  fileprivate init(_ item: RLP.Item) throws {
    var fields = try RLPFields(item, 3)
    let word = String(decoding: try fields.next().bytes(), as: UTF8.self)
    guard let state = OrderState(rawValue: word) else { throw DatabaseError.unreadable("state") }
    self.init(state: state, remaining: try fields.next().uint256(), funded: try fields.next().uint256())
  }
}

extension ChainBlock {
  /// Reads a block out of news.
  init(_ item: RLP.Item) throws {
    var fields = try RLPFields(item, 4)
    self.init(
      number: try fields.next().uint64(), hash: try fields.next().hash(), parent: try fields.next().hash(),
      time: try fields.next().uint64())
  }
}

extension RLP.Item {
  /// A block.
  static func block(_ block: ChainBlock) -> RLP.Item {
    .list([.uint(block.number), .hash(block.hash), .hash(block.parent), .uint(block.time)])
  }

  /// A list of the item, or an empty one.
  static func optional(_ item: RLP.Item?) -> RLP.Item { .list(item.map { [$0] } ?? []) }

  /// The number one for true, zero for false.
  static func flag(_ flag: Bool) -> RLP.Item { .uint(flag ? 1 as UInt64 : 0) }

  fileprivate static func status(_ status: OrderStatus) -> RLP.Item {
    .list([.bytes(Bytes(status.state.rawValue.utf8)), .uint(status.remaining), .uint(status.funded)])
  }
}

/// The items of a list, one after another.
struct RLPFields {
  private var items: ArraySlice<RLP.Item>

  /// The items of a list that has so many.
  init(_ item: RLP.Item, _ count: Int) throws {
    items = try item.list()[...]
    guard items.count == count else { throw DatabaseError.unreadable("list") }
  }

  /// The next item.
  mutating func next() throws -> RLP.Item {
    guard let item = items.popFirst() else { throw DatabaseError.unreadable("list") }
    return item
  }

  /// The next item's truth.
  mutating func flag() throws -> Bool { try next().uint64() != 0 }

  /// The item in the next one; nil where that is empty.
  mutating func optional<Value>(_ read: (RLP.Item) throws -> Value) throws -> Value? {
    try next().list().first.map { try read($0) }
  }
}
