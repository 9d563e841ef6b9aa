import ContractClient
import Orders
import Primitives

extension ExchangeCalls {
  /// The transaction that cancels an order of version 1, or an amount of it.
  ///
  /// - Parameter amount: The taker tokens that shall not be filled any more; nil for all that remains, whatever that is.
  /// - Throws: `ContractABIError` for arguments that do not fit the ABI.
  public func cancel(_ order: OrderV1, amount: UInt256? = nil) throws -> ExchangeCall {
    let exchange = ExchangeV1(address: order.exchange, connection: connection)
    return ExchangeCall(
      .cancel, "cancel \(amount.map { "\($0) of an order" } ?? "an order")",
      try exchange.cancelOrder(
        orderAddresses: order.contractAddresses, orderValues: order.contractValues,
        cancelTakerTokenAmount: amount ?? order.takerAmount),
      key: Self.cancelKey(order.exchange, order.hash, amount), isGuarded: amount == nil)
  }

  /// The transaction that cancels orders of version 1, each whole.
  ///
  /// - Throws: `invalidDeal` for no orders, more than a transaction takes, or orders of several exchanges.
  public func cancel(_ orders: [OrderV1]) throws -> ExchangeCall {
    try Self.check(orders.map(\.exchange))
    guard orders.count > 1 else { return try cancel(orders[0]) }
    let exchange = ExchangeV1(address: orders[0].exchange, connection: connection)
    return ExchangeCall(
      .cancel, "cancel \(orders.count) orders",
      try exchange.batchCancelOrders(
        orderAddresses: orders.map(\.contractAddresses), orderValues: orders.map(\.contractValues),
        cancelTakerTokenAmounts: orders.map(\.takerAmount)),
      key: Self.cancelKey(orders[0].exchange, Self.digest(orders.map(\.hash)), nil), isGuarded: true)
  }

  /// The transaction that cancels orders of version 4 for ever.
  ///
  /// - Throws: `invalidDeal` for no orders, more than a transaction takes, or orders of several exchanges.
  public func cancel(_ orders: [LimitOrder]) throws -> ExchangeCall {
    try Self.check(orders.map(\.exchange.address))
    let exchange = NativeOrders(address: orders[0].exchange.address, connection: connection)
    guard orders.count > 1 else {
      return ExchangeCall(
        .cancel, "cancel an order", try exchange.cancelLimitOrder(order: NativeOrders.LimitOrder(orders[0])),
        key: Self.cancelKey(exchange.address, orders[0].hash, nil), isGuarded: true)
    }
    return ExchangeCall(
      .cancel, "cancel \(orders.count) orders",
      try exchange.batchCancelLimitOrders(orders: orders.map { NativeOrders.LimitOrder($0) }),
      key: Self.cancelKey(exchange.address, Self.digest(orders.map(\.hash)), nil), isGuarded: true)
  }

  /// The transaction that cancels all orders of its sender for a pair and direction with salts below a number, those to
  /// come as well (v4).
  ///
  /// - Throws: `noContract` where the network has no version 4.
  public func cancelPair(
    makerToken: Address, takerToken: Address, saltsBelow salt: UInt256
  ) throws(ExchangeError) -> ExchangeCall {
    guard let address = contracts.v4 else { throw ExchangeError.noContract(.v4) }
    let exchange = NativeOrders(address: address, connection: connection)
    return ExchangeCall(
      .cancel, "cancel all orders of \(makerToken) for \(takerToken) with salts below \(salt)",
      exchange.cancelPairLimitOrders(makerToken: makerToken, takerToken: takerToken, minValidSalt: salt),
      key: "cancel \(address.lowercaseHex) \(makerToken.lowercaseHex)/\(takerToken.lowercaseHex) below \(salt)",
      isGuarded: true)
  }

  private static func cancelKey(_ exchange: Address, _ hash: Hash32, _ amount: UInt256?) -> String {
    "cancel \(exchange.lowercaseHex) \(hash.hex) \(amount.map { "\($0)" } ?? "all")"
  }

  /// One hash for several, whatever their order.
  private static func digest(_ hashes: [Hash32]) -> Hash32 { Keccak256.hash(hashes.sorted().flatMap(\.bytes)) }

  private static func check(_ exchanges: [Address]) throws(ExchangeError) {
    guard (1...DealRequest.mostOrders).contains(exchanges.count) else {
      throw ExchangeError.invalidDeal(
        "\(exchanges.count) orders are to be cancelled, and a transaction takes 1 to \(DealRequest.mostOrders)")
    }
    guard Set(exchanges).count == 1 else { throw ExchangeError.invalidDeal("its orders are of several exchanges") }
  }
}
