import Orders
import Primitives

/// The orders that can be filled, sorted: by price for each direction, and by arrival.
///
/// Versions stand apart, and so do orders that only one account may fill: the usual questions are about one of these,
/// and are answered without looking at any order that is not wanted.
struct SortedOrders: Sendable {
  /// The kind of orders on a shelf.
  private struct Kind: Hashable {
    let version: OrderVersion
    let isPrivate: Bool
  }

  /// The place of a shelf with orders of one direction.
  private struct Place: Hashable {
    let kind: Kind
    let direction: TokenDirection
  }

  /// An order by its arrival.
  private struct Arrival: Comparable, Sendable {
    let number: UInt64
    let hash: Hash32

    static func < (left: Arrival, right: Arrival) -> Bool { left.number < right.number }
  }

  private var sides: [Place: SortedChunks<OrderRank>] = [:]
  private var arrivals: [Kind: SortedChunks<Arrival>] = [:]
  private var counts: [TokenDirection: Int] = [:]

  /// Empty shelves.
  init() {}

  /// The shelves of orders of which each comes once, sorted at once: of those, the ones that can be filled.
  init(_ entries: [BookEntry]) {
    var (ranks, numbers) = ([Place: [OrderRank]](), [Kind: [Arrival]]())
    for entry in entries where entry.status.state.isInBook {
      guard let rank = entry.rank else { continue }
      let (kind, direction) = (Self.kind(of: entry), entry.order.direction)
      ranks[Place(kind: kind, direction: direction), default: []].append(rank)
      numbers[kind, default: []].append(Arrival(number: entry.arrival, hash: entry.hash))
      counts[direction, default: 0] += 1
    }
    sides = ranks.mapValues { SortedChunks(sorting: $0) }
    arrivals = numbers.mapValues { SortedChunks(sorting: $0) }
  }

  /// The number of all orders.
  var count: Int { arrivals.values.reduce(0) { $0 + $1.count } }

  /// The directions with orders.
  var directions: some Collection<TokenDirection> { counts.keys }

  /// The number of orders of a direction.
  func count(_ direction: TokenDirection) -> Int { counts[direction] ?? 0 }

  /// Puts an order in its places.
  mutating func insert(_ entry: BookEntry) {
    let (kind, direction) = (Self.kind(of: entry), entry.order.direction)
    guard let rank = entry.rank,
      arrivals[kind, default: SortedChunks()].insert(Arrival(number: entry.arrival, hash: entry.hash))
    else { return }
    sides[Place(kind: kind, direction: direction), default: SortedChunks()].insert(rank)
    counts[direction, default: 0] += 1
  }

  /// Takes an order out of its places.
  mutating func remove(_ entry: BookEntry) {
    let (kind, direction) = (Self.kind(of: entry), entry.order.direction)
    guard let rank = entry.rank, arrivals[kind]?.remove(Arrival(number: entry.arrival, hash: entry.hash)) == true
    else { return }
    let place = Place(kind: kind, direction: direction)
    sides[place]?.remove(rank)
    if sides[place]?.isEmpty == true { sides[place] = nil }
    counts[direction] = counts[direction].flatMap { $0 > 1 ? $0 - 1 : nil }
  }

  /// The hashes of the orders of a direction, the best first, behind the first so many.
  func byPrice(_ direction: TokenDirection, _ filter: OrderFilter, from offset: Int = 0) -> some Sequence<Hash32> {
    let lists = kinds(filter).compactMap { sides[Place(kind: $0, direction: direction)] }
    return MergedChunks(lists, from: offset).lazy.map(\.hash)
  }

  /// The hashes of the so many orders of a direction that are furthest from the best, of all kinds; the furthest last.
  func furthest(_ direction: TokenDirection, _ most: Int) -> [Hash32] {
    sides.filter { $0.key.direction == direction }.values.flatMap { $0.suffix(most) }.sorted().suffix(most).map(\.hash)
  }

  /// The hashes of the orders of all directions, the first first, behind the first so many.
  func byArrival(_ filter: OrderFilter, from offset: Int = 0) -> some Sequence<Hash32> {
    MergedChunks(kinds(filter).compactMap { arrivals[$0] }, from: offset).lazy.map(\.hash)
  }

  /// The number of orders that ``byPrice(_:_:from:)`` or ``byArrival(_:from:)`` goes through.
  func count(_ direction: TokenDirection?, _ filter: OrderFilter) -> Int {
    kinds(filter).reduce(0) { sum, kind in
      sum + (direction.map { sides[Place(kind: kind, direction: $0)]?.count ?? 0 } ?? arrivals[kind]?.count ?? 0)
    }
  }

  private func kinds(_ filter: OrderFilter) -> [Kind] {
    let versions = filter.version.map { [$0] } ?? OrderVersion.allCases
    return versions.flatMap { version in
      (filter.admitsPrivate ? [false, true] : [false]).map { Kind(version: version, isPrivate: $0) }
    }
  }

  private static func kind(of entry: BookEntry) -> Kind {
    Kind(version: entry.order.version, isPrivate: entry.order.order.taker != .zero)
  }
}
