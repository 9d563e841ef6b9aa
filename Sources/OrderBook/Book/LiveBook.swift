import Orders
import Primitives

/// The books of all pairs in memory, as of one block: a value that stays as it was read.
public struct LiveBook: Sendable {
  /// A number that grows with every change of any book.
  public internal(set) var sequence: UInt64 = 0
  /// The block as of which the book is; nil before the first.
  public internal(set) var head: ChainBlock?
  /// The exchanges whose orders are in it.
  public let exchanges: KnownExchanges
  /// The least that may be filled of orders.
  public let minimums: OrderMinimums
  private(set) var entries: [Hash32: BookEntry] = [:]
  private(set) var funds: [FundsKey: MakerFunds] = [:]
  private(set) var shelves = SortedOrders()
  private var byMaker: [Address: Set<Hash32>] = [:]
  private var byFunds: [FundsKey: Set<Hash32>] = [:]
  private var keysOfToken: [Address: Int] = [:]
  private var expiries = ExpiryHeap()
  private var openByMaker: [Address: Int] = [:]
  private var promises = PromisedTokens()
  private var ended: Set<Hash32> = []

  /// A book without orders.
  public init(exchanges: KnownExchanges, minimums: OrderMinimums = OrderMinimums()) {
    (self.exchanges, self.minimums) = (exchanges, minimums)
  }

  // MARK: Looking

  /// The number of orders that can be filled.
  public var openCount: Int { shelves.count }

  /// The number of orders that are watched, in the book or hidden, and of those that ended lately.
  public var watchedCount: Int { entries.count }

  /// An order that is watched, in the book or hidden, or that ended lately; nil for any other.
  public subscript(hash: Hash32) -> BookEntry? { entries[hash] }

  /// The watched orders of a maker, in any order.
  public func entries(of maker: Address) -> [BookEntry] { (byMaker[maker] ?? []).compactMap { entries[$0] } }

  /// The number of a maker's orders that can be filled.
  public func openCount(of maker: Address) -> Int { openByMaker[maker] ?? 0 }

  /// The number of orders of one side that can be filled.
  public func openCount(_ direction: TokenDirection) -> Int { shelves.count(direction) }

  /// The maker tokens that the open orders of a maker still promise of one token; no more than 256 bits hold.
  public func promised(of maker: Address, token: Address) -> UInt256 {
    promises[TokenOwner(owner: maker, token: token)]
  }

  /// The hashes of the orders that draw on a maker's funds.
  func hashes(drawingOn key: FundsKey) -> Set<Hash32> { byFunds[key] ?? [] }

  /// The orders that ended or were stopped.
  var endedEntries: [BookEntry] { ended.compactMap { entries[$0] } }

  /// The keys of all funds that orders draw on.
  var fundsKeys: some Collection<FundsKey> { byFunds.keys }

  /// The tokens that makers give or pay fees with.
  var tokens: some Collection<Address> { keysOfToken.keys }

  /// Whether any order draws on a maker's funds.
  func draws(on key: FundsKey) -> Bool { byFunds[key] != nil }

  /// The money for an order, as it is known.
  func funds(of order: BookOrder) -> OrderFunds {
    guard let exchange = exchanges[order.exchange] else { return OrderFunds(maker: .none) }
    return OrderFunds(
      maker: funds[exchange.fundsKey(of: order)] ?? .none,
      fee: exchange.feeKey(of: order).map { funds[$0] ?? .none })
  }

  /// The keys of the funds that an order draws on.
  func keys(of order: BookOrder) -> [FundsKey] {
    guard let exchange = exchanges[order.exchange] else { return [] }
    return [exchange.fundsKey(of: order)] + [exchange.feeKey(of: order)].compactMap(\.self)
  }

  // MARK: Changing

  /// Puts an entry in place of the one with its hash, if there is one.
  mutating func put(_ entry: BookEntry) {
    let wasShown = note(entry)?.status.state.isInBook ?? false
    guard wasShown != entry.status.state.isInBook else { return }
    if wasShown { shelves.remove(entry) } else { shelves.insert(entry) }
  }

  /// Puts entries into a book that has none, each of another order; they are sorted meanwhile.
  mutating func fill(_ entries: [BookEntry]) async {
    async let sorted = SortedOrders(entries)
    for entry in entries { note(entry) }
    shelves = await sorted
  }

  /// Puts an entry everywhere but on the shelves.
  ///
  /// - Returns: The one with its hash until now.
  @discardableResult
  private mutating func note(_ entry: BookEntry) -> BookEntry? {
    let old = entries.updateValue(entry, forKey: entry.hash)
    if old == nil {
      byMaker[entry.order.maker, default: []].insert(entry.hash)
      for key in keys(of: entry.order) {
        if byFunds[key] == nil { keysOfToken[key.token, default: 0] += 1 }
        byFunds[key, default: []].insert(entry.hash)
      }
      expiries.insert(entry.hash, expiry: entry.order.order.expiry)
    }
    if entry.endedAt == nil { ended.remove(entry.hash) } else { ended.insert(entry.hash) }
    count(entry, from: old?.status.state.isInBook ?? false, to: entry.status.state.isInBook)
    promises.replace(old, with: entry)
    return old
  }

  /// Forgets an order, and the funds that no other draws on.
  mutating func remove(_ hash: Hash32) {
    guard let entry = entries.removeValue(forKey: hash) else { return }
    ended.remove(hash)
    if entry.status.state.isInBook { shelves.remove(entry) }
    count(entry, from: entry.status.state.isInBook, to: false)
    promises.replace(entry, with: nil)
    Self.remove(hash, from: &byMaker, entry.order.maker)
    for key in keys(of: entry.order) {
      Self.remove(hash, from: &byFunds, key)
      guard byFunds[key] == nil else { continue }
      funds[key] = nil
      keysOfToken[key.token] = keysOfToken[key.token].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
  }

  /// Notes a maker's money; nil where it is not known any more.
  mutating func set(_ amounts: MakerFunds?, for key: FundsKey) { funds[key] = amounts }

  /// The orders that are over in a block of a time and were not in the one before.
  func expired(at time: UInt64) -> [Hash32] { expiries.expired(at: time) }

  /// The orders that were over at a time and are not any more at an earlier one.
  func unexpired(from time: UInt64, to earlier: UInt64) -> [Hash32] {
    guard earlier < time else { return [] }
    return entries.values.filter { entry in
      let expiry = entry.order.order.expiry
      return expiry > UInt256(earlier) && expiry <= UInt256(time)
    }.map(\.hash)
  }

  /// Moves the time from that of the head to that of another block.
  mutating func move(to head: ChainBlock) {
    for hash in unexpired(from: self.head?.time ?? 0, to: head.time) {
      if let entry = entries[hash] { expiries.insert(hash, expiry: entry.order.order.expiry) }
    }
    expiries.removeExpired(at: head.time)
    self.head = head
  }

  /// Counts an order among its maker's that can be filled, or no longer.
  private mutating func count(_ entry: BookEntry, from wasShown: Bool, to isShown: Bool) {
    guard wasShown != isShown else { return }
    let count = openCount(of: entry.order.maker) + (isShown ? 1 : -1)
    openByMaker[entry.order.maker] = count > 0 ? count : nil
  }

  private static func remove<Key: Hashable>(_ hash: Hash32, from sets: inout [Key: Set<Hash32>], _ key: Key) {
    sets[key]?.remove(hash)
    if sets[key]?.isEmpty == true { sets[key] = nil }
  }
}
