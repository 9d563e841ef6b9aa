import Orders
import Primitives

/// A step of a book from the block that it is as of to another: blocks that go away, and those that come.
struct ChainStep: Sendable {
  /// The block that the book is as of afterwards.
  let block: ChainBlock
  /// The height above which all blocks go away; nil for none.
  var undoneAbove: UInt64?
  /// The bookings and funds from before those blocks.
  var undo = BookUndo()
  /// The events of the blocks that come.
  var events = BlockEvents()
  /// The trades of the blocks that come.
  var trades: [Trade] = []
  /// Whether nothing that is known counts any more, and all is looked at anew.
  var isAnew = false
  /// Whether all funds are looked at, whatever tokens tell.
  var isSweep = false

  /// The orders and funds that have to be read at the block.
  struct Demand: Sendable {
    var orders: Set<Hash32> = []
    var keys: Set<FundsKey> = []
  }

  /// The orders and funds of a book that have to be read.
  func demand(in book: LiveBook) -> Demand {
    if isAnew { return Demand(orders: Set(book.entries.keys), keys: Set(book.fundsKeys)) }
    var demand = Demand()
    for (hash, booking) in undo.bookings where booking == nil && book[hash] != nil { demand.orders.insert(hash) }
    for (key, amounts) in undo.funds where amounts == nil && book.draws(on: key) { demand.keys.insert(key) }
    var touched = events.touched
    for logged in events.events { add(logged, in: book, to: &demand, &touched) }
    let spenders = book.exchanges.spenders
    for owner in touched.owners {
      for spender in spenders {
        let key = FundsKey(owner: owner.owner, token: owner.token, spender: spender)
        if book.draws(on: key) { demand.keys.insert(key) }
      }
    }
    if isSweep { demand.keys.formUnion(book.fundsKeys) }
    return demand
  }

  private func add(
    _ logged: LoggedEvent, in book: LiveBook, to demand: inout Demand, _ touched: inout TouchedFunds
  ) {
    func touch(_ hash: Hash32) { if book[hash] != nil { demand.orders.insert(hash) } }
    switch logged.event {
    case .filled(let fill):
      touch(fill.orderHash)
      // A token that moves without a word is looked at as well.
      let tokens =
        [fill.direction.makerToken, fill.direction.takerToken]
        + [book.exchanges[logged.exchange]?.feeToken]
        .compactMap(\.self)
      for owner in [fill.maker, fill.taker, fill.feeRecipient] {
        for token in tokens { touched.add(TokenOwner(owner: owner, token: token)) }
      }
    case .reduced(let hash, _, _), .cancelled(let hash, _), .failed(let hash, _): touch(hash)
    case .pairCancelled(let cancellation):
      for entry in book.entries(of: cancellation.maker)
      where entry.order.exchange == logged.exchange && entry.order.v4.map(cancellation.ends) ?? false {
        demand.orders.insert(entry.hash)
      }
    case .signerRegistered(let maker, let signer, _):
      for entry in book.entries(of: maker)
      where entry.order.exchange == logged.exchange && entry.order.signer == signer {
        demand.orders.insert(entry.hash)
      }
    }
  }
}
