import Orders
import Primitives
import StrictJSON

/// Orders as the relay gives them, each of them checked.
extension RelayClient {
  /// The book of a pair.
  ///
  /// - Parameter own: Accounts whose orders are left out and named among those that are not used.
  /// - Throws: `unreachable`, `busy`, `refused`, `tooLarge`, `malformed`; false single orders are among the findings.
  public func book(
    of pair: TokenPair, leavingOut own: Set<Address> = []
  ) async throws(RelayClientError) -> RelayBook {
    let names = api.pairNames
    let reading = try await readPages(
      of: routes.orderBook, [(names.base, pair.base.lowercaseHex), (names.quote, pair.quote.lowercaseHex)], .sides)
    var sorting = Sorting(self, reading)
    let sides = [OrderSide.bid, .ask]
    var orders: [[RelayedOrder]] = []
    for (side, records) in zip(sides, reading.lists) {
      orders.append(
        try await sorting.orders(in: records, leavingOut: own, isSorted: true) { order in
          switch pair.side(of: order) {
          case side: nil
          case nil: (.notAsked, "it is of another pair")
          case let other?: (.wrongSide, "it is \(other == .ask ? "an ask" : "a bid") among the \(side.rawValue)s")
          }
        })
    }
    return RelayBook(
      pair: pair, bids: RelayBook.sorted(orders[0]), asks: RelayBook.sorted(orders[1]), findings: sorting.findings)
  }

  /// Open orders, in the relay's order.
  ///
  /// - Throws: `unreachable`, `busy`, `refused`, `tooLarge`, `malformed`; false single orders are among the findings.
  public func orders(_ filter: RelayFilter = RelayFilter()) async throws(RelayClientError) -> RelayOrderList {
    let reading = try await readPages(of: routes.orders, filter.query(api, exchange), .one)
    var sorting = Sorting(self, reading)
    let orders = try await sorting.orders(in: reading.lists[0], isSorted: false) { order in
      filter.admits(order) ? nil : (.notAsked, "it is not among those that were asked for")
    }
    return RelayOrderList(orders: orders, findings: sorting.findings)
  }

  /// The order of a hash, also one that is over; nil where the relay has none.
  ///
  /// - Parameter signers: Accounts that are known to sign for the maker beside the maker (v4).
  /// - Throws: `lied` where it gives another order, or one that its maker did not sign for this exchange;
  ///   `unreachable`, `refused`, `tooLarge`, `malformed`.
  public func order(
    _ hash: Hash32, signers: Set<Address> = []
  ) async throws(RelayClientError) -> RelayedOrder? {
    guard let answer = try await get(routes.order(hash)) else { return nil }
    var lookups = OrderCheck.Lookups()
    switch await check.find(in: answer.json, due: hash, signers: signers, &lookups) {
    case .good(let order):
      return answer.state.map { RelayedOrder(order.signed, toldRemaining: order.toldRemaining, reportedState: $0) }
        ?? order
    case .dropped(let order) where order.reason.isLie: throw RelayClientError(invalidOrder: order, of: address)
    case .dropped(let order): throw RelayClientError.malformed(address, order.words)
    }
  }
}

/// The good orders of lists, separated from the rest.
private struct Sorting {
  private let client: RelayClient
  private var lookups = OrderCheck.Lookups()
  private var hashes: Set<Hash32> = []
  var findings: RelayFindings

  init(_ client: RelayClient, _ reading: RelayReading) {
    self.client = client
    findings = RelayFindings(
      relay: client.address, version: client.api.version, sequence: reading.sequence)
    findings.flaws = reading.flaws
  }

  /// - Parameters:
  ///   - isSorted: Whether the best price has to come first.
  ///   - fault: The reason for which an order is not what was asked for.
  mutating func orders(
    in records: [JSON], leavingOut own: Set<Address> = [], isSorted: Bool,
    fault: (any ExchangeOrder) -> (DroppedOrder.Reason, String)?
  ) async throws(RelayClientError) -> [RelayedOrder] {
    var good: [RelayedOrder] = []
    var last: OrderPrice?
    for record in records {
      guard !Task.isCancelled else {
        throw RelayClientError(.cancelled, "The relay's orders were not checked.", about: client.address)
      }
      switch await client.check.find(in: record, &lookups) {
      case .dropped(let order): findings.dropped.append(order)
      case .good(let order):
        let terms = order.signed.order
        if let (reason, words) = fault(terms) {
          findings.dropped.append(DroppedOrder(order.hash, reason, words))
          continue
        }
        if let dropped = client.check.fault(ofTerms: order) {
          findings.dropped.append(dropped)
        } else if !hashes.insert(order.hash).inserted {
          findings.dropped.append(DroppedOrder(order.hash, .repeated, "it was there before"))
        } else if own.contains(terms.maker) {
          findings.dropped.append(DroppedOrder(order.hash, .own, "it is of an account of the user's own"))
        } else {
          good.append(order)
        }
        guard isSorted, let price = terms.price else { continue }
        if let last, price < last { findings.flaws.insert(.unsorted) }
        last = price
      }
    }
    return good
  }
}
