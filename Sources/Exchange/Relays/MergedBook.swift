import Orders
import Primitives

/// An order that one or more relays gave.
public struct MergedOrder: Sendable, Hashable {
  /// The order, as the first of its relays gave it.
  public let order: RelayedOrder
  /// The addresses of all relays that gave it, without their secrets, in their order.
  public internal(set) var relays: [String]

  /// An order of relays.
  public init(order: RelayedOrder, relays: [String]) { (self.order, self.relays) = (order, relays) }
}

/// The books of a pair at several relays, of both versions of the protocol, as one: by hash, and sorted by price.
///
/// ```swift
/// let book = await MergedBook.read(pair, from: relays)
/// for failure in book.failures { print(failure) }
/// ```
public struct MergedBook: Sendable {
  /// The base and quote token of all orders.
  public let pair: TokenPair
  /// The orders that give the quote token, the best for a taker first.
  public let bids: [MergedOrder]
  /// The orders that give the base token, the best for a taker first.
  public let asks: [MergedOrder]
  /// The facts about each relay that answered, in the relays' order.
  public let findings: [RelayFindings]
  /// The failures of relays that did not, a relay's one for both of its interfaces; they hide nothing of the others.
  public let failures: [RelayClientError]

  /// Merges books and failures, each in the order of their relays.
  init(_ pair: TokenPair, books: [RelayBook], failures: [RelayClientError] = []) {
    self.pair = pair
    bids = Self.merged(books, .bid)
    asks = Self.merged(books, .ask)
    findings = books.map(\.findings)
    self.failures = failures
  }

  /// Reads the book of a pair from relays, side by side.
  ///
  /// - Parameter own: Accounts whose orders are left out and named among those that are not used.
  public static func read(
    _ pair: TokenPair, from relays: [RelayClient], leavingOut own: Set<Address> = []
  ) async -> MergedBook {
    var (books, failures): ([RelayBook], [RelayClientError]) = ([], [])
    for reading in await relays.sideBySide({ await reading(pair, $0, own) }) {
      switch reading {
      case .success(let book): books.append(book)
      case .failure(let failure):
        if !failures.contains(where: { $0.hasSameFacts(as: failure) }) { failures.append(failure) }
      }
    }
    return MergedBook(pair, books: books, failures: failures)
  }

  private static func reading(
    _ pair: TokenPair, _ relay: RelayClient, _ own: Set<Address>
  ) async -> Result<RelayBook, RelayClientError> {
    do throws(RelayClientError) {
      return .success(try await relay.book(of: pair, leavingOut: own))
    } catch {
      return .failure(error)
    }
  }

  /// The orders that buy or that sell the base token, the best for a taker first.
  public func orders(_ side: OrderSide) -> [MergedOrder] { side == .bid ? bids : asks }

  /// The orders that are not used, of all relays.
  public var dropped: [DroppedOrder] { findings.flatMap(\.dropped) }

  /// The reason for which there is no order although relays were asked: one could not be read, or of what it gave
  /// nothing can be used; nil where there are orders, and where the relays report that there are none.
  public var reasonForNone: RelayClientError? {
    guard bids.isEmpty, asks.isEmpty else { return nil }
    // A relay that speaks one of the interfaces only has no fault.
    let answering = Set(findings.map(\.relay))
    let failure = failures.first { failure in
      guard case .exchange(status: 404, _)? = failure.facts, let relay = failure.relay else { return true }
      return !answering.contains(relay)
    }
    return failure ?? findings.lazy.compactMap { $0.invalidOrder ?? $0.unusable }.first
  }

  private static func merged(_ books: [RelayBook], _ side: OrderSide) -> [MergedOrder] {
    var places: [Hash32: Int] = [:]
    var orders: [MergedOrder] = []
    for book in books {
      let relay = book.findings.relay
      for order in book.orders(side) {
        if let place = places[order.hash] {
          if !orders[place].relays.contains(relay) { orders[place].relays.append(relay) }
        } else {
          places[order.hash] = orders.count
          orders.append(MergedOrder(order: order, relays: [relay]))
        }
      }
    }
    return RelayBook.sorted(orders) { $0.order.signed }
  }
}
