import Orders
import Primitives

/// The result of a step, computed from a book, a step and a chain's state: what goes into the file, what becomes of the
/// book in memory, and what is published.
struct BookStep: Sendable {
  private(set) var change: StoreChange
  /// The differences that can be seen, in the order of the orders' arrival.
  private(set) var changes: [BookChange] = []
  /// The orders that leave the memory: they ended, and nothing can bring them back.
  private(set) var evicted: [Hash32] = []
  /// Whether nothing that was known before counts any more.
  private(set) var isAnew = false

  /// The seconds for which orders that ended are kept.
  private static let endedOrderRetention: UInt64 = 90 * 86_400

  /// Computes a step along a chain.
  init(_ step: ChainStep, in book: LiveBook, _ state: OrderChainState) {
    change = StoreChange(sequence: book.sequence)
    isAnew = step.isAnew
    let before = Before(book: book, undo: step.isAnew ? BookUndo() : step.undo)
    var affected = Set(state.bookings.keys)
    // Undone amounts are restored, and those that are read now replace them.
    for key in Set(state.funds.keys).union(before.undo.funds.keys) where book.draws(on: key) {
      let (old, now) = (before.funds(key), state.funds[key] ?? before.funds(key))
      guard now != book.funds[key] || now != old else { continue }
      affected.formUnion(book.hashes(drawingOn: key))
      guard let now else { continue }
      change.funds[key] = now
      if now != old, !step.isAnew { change.undo.note(old, of: key) }
    }
    affected.formUnion(before.undo.bookings.keys)
    affected.formUnion(book.expired(at: step.block.time))
    if let time = book.head?.time { affected.formUnion(book.unexpired(from: time, to: step.block.time)) }
    let funds = FundsNow(book: book, change: change.funds)
    for entry in affected.compactMap({ book[$0] }).sorted(by: { $0.arrival < $1.arrival }) {
      let old = before.booking(entry)
      let booking = state.bookings[entry.hash]?.applied(to: old ?? OrderBooking()) ?? old ?? entry.booking
      if booking != old, !step.isAnew { change.undo.note(old, of: entry.hash) }
      let lastKept = step.undoneAbove ?? .max
      add(entry, booking, funds: funds.of(entry.order), at: step.block, endedBy: lastKept, in: book)
    }
    change.head = step.block
    change.undoneAbove = step.undoneAbove
    change.trades = step.trades
    change.attempts = step.events.events.compactMap { FailedAttempt($0) }
    let depth = BookStore.depth
    change.finalBelow = step.isAnew ? step.block.number : step.block.number - min(step.block.number, depth)
    if step.isSweep || step.isAnew {
      change.sweptAt = step.block.number
      change.forgetEndedBefore = step.block.time - min(step.block.time, Self.endedOrderRetention)
    }
    evict(below: step.block.number - min(step.block.number, depth), from: book)
  }

  /// Computes the coming of orders at the block that the book is as of.
  ///
  /// - Parameters:
  ///   - orders: The orders with their readings at that block, in the order of their arrival.
  ///   - time: Milliseconds since 1970.
  init(adding orders: [(BookOrder, OrderReading)], after lastArrival: UInt64, at time: UInt64, to book: LiveBook) {
    change = StoreChange(sequence: book.sequence)
    guard let head = book.head else { return }
    var affected: Set<Hash32> = []
    for (order, reading) in orders {
      for (key, amounts) in book.keyed(reading.funds, of: order) where book.funds[key] != amounts {
        affected.formUnion(book.hashes(drawingOn: key))
        change.funds[key] = amounts
        change.undo.note(book.funds[key], of: key)
      }
    }
    let funds = FundsNow(book: book, change: change.funds)
    for entry in affected.compactMap({ book[$0] }).sorted(by: { $0.arrival < $1.arrival }) {
      add(entry, entry.booking, funds: funds.of(entry.order), at: head, endedBy: .max, in: book)
    }
    for (index, (order, reading)) in orders.enumerated() {
      change.undo.note(OrderBooking?.none, of: order.hash)
      let status = OrderStatus(
        of: order, booking: reading.booking, funds: reading.funds, at: head.time,
        minimum: book.minimums[order.direction])
      let entry = BookEntry(
        order, arrival: lastArrival + UInt64(index) + 1, added: time, booking: reading.booking, status: status,
        endedAt: status.state.isEnded ? head.number : nil)
      change.entries.append(entry)
      publish(entry, before: nil)
    }
  }

  /// Computes that orders are not watched any more, or are again.
  init(_ hashes: [Hash32], areStopped: Bool, in book: LiveBook) {
    change = StoreChange(sequence: book.sequence)
    guard let head = book.head else { return }
    for var entry in hashes.compactMap({ book[$0] }) where entry.isStopped != areStopped {
      entry.isStopped = areStopped
      add(entry, entry.booking, funds: book.funds(of: entry.order), at: head, endedBy: .max, in: book)
    }
  }

  /// Computes the orders of a book anew whose states do not follow from what is known, as after other rules.
  init(settling book: LiveBook) {
    change = StoreChange(sequence: book.sequence)
    guard let head = book.head else { return }
    for entry in book.entries.values.sorted(by: { $0.arrival < $1.arrival }) {
      add(entry, entry.booking, funds: book.funds(of: entry.order), at: head, endedBy: .max, in: book)
    }
  }

  /// Puts the result into the book in memory.
  func apply(to book: inout LiveBook) {
    if let head = change.head { book.move(to: head) }
    for (key, amounts) in change.funds { book.set(amounts, for: key) }
    for entry in change.entries { book.put(entry) }
    for hash in evicted { book.remove(hash) }
    book.sequence = change.sequence
  }

  // MARK: Entries

  private mutating func add(
    _ old: BookEntry, _ booking: OrderBooking, funds: OrderFunds, at head: ChainBlock, endedBy lastKept: UInt64,
    in book: LiveBook
  ) {
    var entry = old
    entry.booking = booking
    entry.status = OrderStatus(
      of: old.order, booking: booking, funds: funds, at: head.time, minimum: book.minimums[old.order.direction],
      isStopped: old.isStopped)
    let isOver = entry.status.state.isEnded || entry.status.state == .stopped
    entry.endedAt = isOver ? old.endedAt.flatMap { $0 <= lastKept ? $0 : nil } ?? head.number : nil
    guard let known = book[old.hash], entry != known else { return }
    change.entries.append(entry)
    if known.status.state != entry.status.state || known.status.fillable != entry.status.fillable {
      publish(entry, before: known.status)
    }
  }

  private mutating func publish(_ entry: BookEntry, before: OrderStatus?) {
    change.sequence += 1
    changes.append(BookChange(entry: entry, before: before, sequence: change.sequence))
  }

  private mutating func evict(below height: UInt64, from book: LiveBook) {
    let changed = Dictionary(change.entries.map { ($0.hash, $0) }) { $1 }
    for entry in book.endedEntries {
      let entry = changed[entry.hash] ?? entry
      if let endedAt = entry.endedAt, endedAt < height { evicted.append(entry.hash) }
    }
    let gone = Set(evicted)
    for key in Set(evicted.compactMap { book[$0] }.flatMap { book.keys(of: $0.order) })
    where book.hashes(drawingOn: key).isSubset(of: gone) {
      change.funds[key] = nil
      change.forgotten.append(key)
    }
  }
}

/// The bookings and funds of a book with blocks undone; nil where nothing was known before those.
private struct Before {
  let book: LiveBook
  let undo: BookUndo

  func booking(_ entry: BookEntry) -> OrderBooking? { undo.bookings[entry.hash] ?? entry.booking }

  func funds(_ key: FundsKey) -> MakerFunds? { undo.funds[key] ?? book.funds[key] }
}

/// The funds of a book after a change.
private struct FundsNow {
  let book: LiveBook
  let change: [FundsKey: MakerFunds]

  func of(_ order: BookOrder) -> OrderFunds {
    let keys = book.keys(of: order)
    let amounts = keys.map { change[$0] ?? book.funds[$0] ?? .none }
    return OrderFunds(maker: amounts.first ?? .none, fee: amounts.count > 1 ? amounts[1] : nil)
  }
}

extension LiveBook {
  /// The amounts of a reading by their keys.
  func keyed(_ funds: OrderFunds, of order: BookOrder) -> [(FundsKey, MakerFunds)] {
    zip(keys(of: order), [funds.maker] + [funds.fee].compactMap(\.self)).map { ($0, $1) }
  }
}

extension FailedAttempt {
  /// The attempt of a logged event; nil where it is none.
  init?(_ logged: LoggedEvent) {
    guard case .failed(let hash, let id) = logged.event else { return nil }
    self.init(
      orderHash: hash, errorID: id, blockNumber: logged.blockNumber, logIndex: logged.logIndex,
      transaction: logged.transaction)
  }
}
