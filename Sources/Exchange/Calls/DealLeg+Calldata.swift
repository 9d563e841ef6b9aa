import ContractABI
import Keys
import Orders
import Primitives

extension DealLeg {
  /// Reads the orders of a transaction out of its calldata: what an earlier run sent for a deal.
  ///
  /// - Parameter chainID: The chain, which orders of version 4 are for.
  /// - Throws: `wrongContract` for calldata that fills no orders.
  public init(calldata: Bytes, at exchange: Address, on chainID: UInt256) throws {
    let reader = FillReader(exchange: exchange, chainID: chainID)
    guard let leg = (try? reader.versionOne(calldata)) ?? (try? reader.versionFour(calldata)) else {
      throw ExchangeError.wrongContract(exchange, "the transaction fills no orders there")
    }
    self = leg
  }
}

/// Reads what ``ExchangeCalls`` writes.
private struct FillReader {
  let exchange: Address
  let chainID: UInt256

  private struct Unreadable: Error {}

  func versionOne(_ calldata: Bytes) throws -> DealLeg {
    typealias Functions = ExchangeV1.Functions
    let single: [(ABIFunction, FillMethod)] = [
      (Functions.fillOrder, .single), (Functions.fillOrKillOrder, .singleExactly),
    ]
    for (function, method) in single where calldata.starts(with: function.selector.bytes) {
      let values = try function.decodeCall(calldata)
      let flags = method == .single ? 1 : 0
      guard values.count == 6 + flags else { throw Unreadable() }
      let order = try order(values[0], values[1], values[3 + flags], values[4 + flags], values[5 + flags])
      return leg(.v1, [(order, try Self.uint(values[2]))], method)
    }
    let several: [(ABIFunction, FillMethod)] = [
      (Functions.fillOrdersUpTo, .upTo), (Functions.batchFillOrders, .batch),
      (Functions.batchFillOrKillOrders, .batchExactly),
    ]
    for (function, method) in several where calldata.starts(with: function.selector.bytes) {
      let values = try function.decodeCall(calldata)
      let flags = method == .batchExactly ? 0 : 1
      guard values.count == 6 + flags else { throw Unreadable() }
      let lists = try [0, 1, 3 + flags, 4 + flags, 5 + flags].map { try Self.list(values[$0]) }
      guard Set(lists.map(\.count)).count == 1 else { throw Unreadable() }
      let orders = try lists[0].indices.map { index in
        try order(lists[0][index], lists[1][index], lists[2][index], lists[3][index], lists[4][index])
      }
      if method == .upTo { return upTo(orders, try Self.uint(values[2])) }
      let amounts = try Self.list(values[2]).map(Self.uint)
      guard amounts.count == orders.count else { throw Unreadable() }
      return leg(.v1, Array(zip(orders, amounts)), method)
    }
    throw Unreadable()
  }

  func versionFour(_ calldata: Bytes) throws -> DealLeg {
    typealias Functions = NativeOrders.Functions
    let single: [(ABIFunction, FillMethod)] = [
      (Functions.fillLimitOrder2, .single), (Functions.fillOrKillLimitOrder, .singleExactly),
    ]
    for (function, method) in single where calldata.starts(with: function.selector.bytes) {
      let values = try function.decodeCall(calldata)
      guard values.count == 3 else { throw Unreadable() }
      return leg(.v4, [(try limitOrder(values[0], values[1]), try Self.uint(values[2]))], method)
    }
    guard calldata.starts(with: Functions.batchFillLimitOrders.selector.bytes) else { throw Unreadable() }
    let values = try Functions.batchFillLimitOrders.decodeCall(calldata)
    guard values.count == 4, case .bool(let isExact) = values[3] else { throw Unreadable() }
    let lists = try values[0...2].map { try Self.list($0) }
    guard Set(lists.map(\.count)).count == 1 else { throw Unreadable() }
    let parts = try lists[0].indices.map { index in
      (try limitOrder(lists[0][index], lists[1][index]), try Self.uint(lists[2][index]))
    }
    return leg(.v4, parts, isExact ? .batchExactly : .batch)
  }

  private func leg(
    _ version: OrderVersion, _ parts: [(AnySignedOrder, UInt256)], _ method: FillMethod
  ) -> DealLeg {
    DealLeg(
      version: version, exchange: exchange,
      parts: parts.flatMap { DealLeg(of: $0.0, takerAmount: $0.1).parts }, reserves: [], method: method)
  }

  /// The calldata of a total does not name the orders to be filled: those that it reaches, if all are.
  private func upTo(_ orders: [AnySignedOrder], _ total: UInt256) -> DealLeg {
    var (parts, reserves, missing) = ([DealPart](), [DealPart](), total)
    for order in orders {
      let amount = min(missing, order.order.takerAmount)
      missing -= amount
      let role: DealPart.Role = amount > 0 ? .first : .reserve
      let part = DealLeg(of: order, takerAmount: amount > 0 ? amount : order.order.takerAmount).parts[0]
      let own = DealPart(order: order, fill: part.fill, remaining: part.remaining, role: role)
      if amount > 0 { parts.append(own) } else { reserves.append(own) }
    }
    return DealLeg(version: .v1, exchange: exchange, parts: parts, reserves: reserves, method: .upTo)
  }

  private func order(
    _ addresses: ABIValue, _ values: ABIValue, _ v: ABIValue, _ r: ABIValue, _ s: ABIValue
  ) throws -> AnySignedOrder {
    let (names, numbers) = (try Self.list(addresses).map(Self.address), try Self.list(values).map(Self.uint))
    guard names.count == 5, numbers.count == 6 else { throw Unreadable() }
    let order = OrderV1(
      exchange: exchange, maker: names[0], taker: names[1], makerToken: names[2], takerToken: names[3],
      feeRecipient: names[4], makerAmount: numbers[0], takerAmount: numbers[1], makerFee: numbers[2],
      takerFee: numbers[3], expiry: numbers[4], salt: numbers[5])
    return .v1(try SignedOrder(order, signature: try Self.signature(v, r, s)))
  }

  private func limitOrder(_ order: ABIValue, _ signature: ABIValue) throws -> AnySignedOrder {
    guard case .tuple(let fields) = order, fields.count == 12, case .tuple(let parts) = signature, parts.count == 4
    else { throw Unreadable() }
    let terms = try LimitOrder(
      exchange: ExchangeContract(chainID: chainID, address: exchange), maker: try Self.address(fields[5]),
      taker: try Self.address(fields[6]), sender: try Self.address(fields[7]),
      makerToken: try Self.address(fields[0]), takerToken: try Self.address(fields[1]),
      feeRecipient: try Self.address(fields[8]), makerAmount: try Self.uint(fields[2]),
      takerAmount: try Self.uint(fields[3]), takerFee: try Self.uint(fields[4]), pool: try Self.hash(fields[9]),
      expiry: try Self.uint(fields[10]), salt: try Self.uint(fields[11]))
    guard let scheme = SignatureScheme(rawValue: UInt8(clamping: try Self.uint(parts[0]))) else { throw Unreadable() }
    return .v4(
      try SignedOrder(terms, scheme: scheme, signature: try Self.signature(parts[1], parts[2], parts[3])))
  }

  private static func signature(_ v: ABIValue, _ r: ABIValue, _ s: ABIValue) throws -> Signature {
    let number = UInt8(clamping: try uint(v))
    guard number == 27 || number == 28 else { throw Unreadable() }
    return try Signature(r: UInt256(try hash(r)), s: UInt256(try hash(s)), yParity: number - 27)
  }

  private static func list(_ value: ABIValue) throws -> [ABIValue] {
    guard case .array(let values) = value else { throw Unreadable() }
    return values
  }

  private static func uint(_ value: ABIValue) throws -> UInt256 {
    guard case .uint(let number) = value else { throw Unreadable() }
    return number
  }

  private static func address(_ value: ABIValue) throws -> Address {
    guard case .address(let address) = value else { throw Unreadable() }
    return address
  }

  private static func hash(_ value: ABIValue) throws -> Hash32 {
    guard case .fixedBytes(let bytes) = value else { throw Unreadable() }
    return try Hash32(bytes)
  }
}
