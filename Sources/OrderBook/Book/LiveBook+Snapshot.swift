import Orders
import Primitives

/// A book that is read once and not kept, as a client of relays has it.
extension LiveBook {
  /// The book of orders as they were read at one block.
  ///
  /// - Parameters:
  ///   - orders: The orders, each once; those of exchanges that are not known are left out.
  ///   - readings: What was read of them, in their order.
  public init(
    of orders: [BookOrder], _ readings: [OrderReading], at block: ChainBlock, exchanges: KnownExchanges,
    minimums: OrderMinimums = OrderMinimums()
  ) {
    self.init(exchanges: exchanges, minimums: minimums)
    move(to: block)
    for (arrival, (order, reading)) in zip(orders, readings).enumerated() {
      guard let exchange = exchanges[order.exchange] else { continue }
      set(reading.funds.maker, for: exchange.fundsKey(of: order))
      if let key = exchange.feeKey(of: order) { set(reading.funds.fee, for: key) }
      // Nothing can be traded with what is no token.
      let status =
        reading.tokensWithoutCode.isEmpty
        ? OrderStatus(
          of: order, booking: reading.booking, funds: reading.funds, at: block.time,
          minimum: minimums[order.direction])
        : OrderStatus(state: .unfunded, remaining: reading.booking.remaining(of: order), funded: 0)
      put(
        BookEntry(
          order, arrival: UInt64(arrival), added: block.time * 1000, booking: reading.booking, status: status))
    }
  }

  /// The orders of a side of a pair that can be filled, the best first.
  public func entries(_ side: OrderSide, of pair: TokenPair) -> [BookEntry] {
    var entries: [BookEntry] = []
    funded(TokenDirection(side, of: pair)) { entry, _ in
      entries.append(entry)
      return true
    }
    return entries
  }

  /// The orders that are watched and cannot be filled, by hash.
  public var unfillable: [BookEntry] {
    entries.values.filter { !$0.status.state.isInBook }.sorted { $0.hash < $1.hash }
  }
}
