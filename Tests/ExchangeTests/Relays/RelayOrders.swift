import Keys
import Orders
import Primitives

@testable import Exchange

/// Signed orders of one pair, for relays that tests make.
enum RelayOrders {
  static let v1 = ExchangeContract(chainID: 1337, address: Address(truncating: 0xe1))
  static let v4 = ExchangeContract(chainID: 1337, address: Address(truncating: 0xe4))
  static let pair = TokenPair(base: Address(truncating: 0xa), quote: Address(truncating: 0xb))
  /// Noon of 2026-11-23 in UTC, and a day after that.
  static let now: UInt64 = 1_795_435_200
  static let tomorrow = UInt256(now + 86_400)

  static func key(_ number: UInt8 = 1) throws -> PrivateKey {
    try PrivateKey(bytes: Bytes(repeating: 0, count: 31) + [number])
  }

  static func v1(
    _ side: OrderSide = .ask, base: UInt256 = 1000, quote: UInt256 = 300, pair: TokenPair = pair,
    exchange: Address = v1.address, maker: PrivateKey? = nil, expiry: UInt256 = tomorrow, salt: UInt256 = 1
  ) throws -> OrderV1 {
    let isAsk = side == .ask
    return OrderV1(
      exchange: exchange, maker: try (maker ?? key()).address, makerToken: isAsk ? pair.base : pair.quote,
      takerToken: isAsk ? pair.quote : pair.base, makerAmount: isAsk ? base : quote, takerAmount: isAsk ? quote : base,
      expiry: expiry, salt: salt)
  }

  static func v4(
    _ side: OrderSide = .ask, base: UInt256 = 1000, quote: UInt256 = 300, pair: TokenPair = pair,
    exchange: ExchangeContract = v4, maker: PrivateKey? = nil, expiry: UInt256 = tomorrow, salt: UInt256 = 1
  ) throws -> LimitOrder {
    let isAsk = side == .ask
    return try LimitOrder(
      exchange: exchange, maker: try (maker ?? key()).address, makerToken: isAsk ? pair.base : pair.quote,
      takerToken: isAsk ? pair.quote : pair.base, makerAmount: isAsk ? base : quote, takerAmount: isAsk ? quote : base,
      expiry: expiry, salt: salt)
  }

  static func signed(_ order: OrderV1, _ key: PrivateKey? = nil) async throws -> AnySignedOrder {
    .v1(try await order.signed(by: try key ?? self.key()))
  }

  static func signed(_ order: LimitOrder, _ key: PrivateKey? = nil) async throws -> AnySignedOrder {
    .v4(try await order.signed(by: try key ?? self.key()))
  }

  /// So many asks of a version, each dearer than the one before.
  static func asks(_ count: Int, _ api: RelayAPI) async throws -> [AnySignedOrder] {
    var orders: [AnySignedOrder] = []
    for number in 0..<count {
      let (quote, salt) = (300 + UInt256(number), UInt256(number))
      switch api {
      case .v0: orders.append(try await signed(v1(quote: quote, salt: salt)))
      case .v4: orders.append(try await signed(v4(quote: quote, salt: salt)))
      }
    }
    return orders
  }
}
