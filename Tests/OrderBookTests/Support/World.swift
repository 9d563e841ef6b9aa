import Keys
import Orders
import Primitives

@testable import OrderBook

/// The accounts, tokens and contracts of a model of a chain.
enum Cast {
  static let chainID: UInt256 = 1337
  static let v1 = KnownExchange(
    ExchangeContract(chainID: chainID, address: Address(truncating: 0xe1)), .v1(proxy: proxy, feeToken: tokens[2]))
  static let v4 = KnownExchange(ExchangeContract(chainID: chainID, address: Address(truncating: 0xe4)), .v4)
  static let proxy = Address(truncating: 0xe2)
  static let exchanges = [v1, v4]
  static let makers = (1...4).map { Address(truncating: UInt256($0)) }
  static let tokens = (0x71...0x73).map { Address(truncating: UInt256($0)) }
  static let taker = Address(truncating: 0xf1)
  static let recipient = Address(truncating: 0xf2)
  static let signer = Address(truncating: 0xf3)
  static let base = tokens[0]
  static let quote = tokens[1]
  static let pair = TokenPair(base: base, quote: quote)

  /// An order of version 1: base for quote unless it says otherwise.
  static func v1(
    _ makerAmount: UInt256 = 1000, for takerAmount: UInt256 = 300, by maker: Address = makers[0],
    _ direction: TokenDirection = TokenDirection(makerToken: base, takerToken: quote), taker: Address = .zero,
    makerFee: UInt256 = 0, expiry: UInt256 = 4_102_444_800, salt: UInt256 = 1
  ) throws -> BookOrder {
    let order = OrderV1(
      exchange: v1.contract.address, maker: maker, taker: taker, makerToken: direction.makerToken,
      takerToken: direction.takerToken, feeRecipient: makerFee > 0 ? recipient : .zero, makerAmount: makerAmount,
      takerAmount: takerAmount, makerFee: makerFee, expiry: expiry, salt: salt)
    return BookOrder(.v1(try SignedOrder(order, signature: try anySignature)))
  }

  /// A limit order of version 4: base for quote unless it says otherwise.
  static func v4(
    _ makerAmount: UInt256 = 1000, for takerAmount: UInt256 = 300, by maker: Address = makers[0],
    _ direction: TokenDirection = TokenDirection(makerToken: base, takerToken: quote), taker: Address = .zero,
    fee: UInt256 = 0, expiry: UInt256 = 4_102_444_800, salt: UInt256 = 1, signer: Address? = nil
  ) throws -> BookOrder {
    let order = try LimitOrder(
      exchange: v4.contract, maker: maker, taker: taker, makerToken: direction.makerToken,
      takerToken: direction.takerToken, feeRecipient: fee > 0 ? recipient : .zero, makerAmount: makerAmount,
      takerAmount: takerAmount, takerFee: fee, expiry: expiry, salt: salt)
    return BookOrder(.v4(try SignedOrder(order, signature: try anySignature)), signer: signer)
  }

  /// A signature that nobody has to have made: the book does not look at it.
  static var anySignature: Signature { get throws { try Signature(r: 1, s: 1, yParity: 0) } }
}

/// The state of a model of a chain, as far as exchanges and tokens have it.
struct World: Sendable {
  var progress: [Hash32: OrderProgress] = [:]
  var states: [Hash32: LimitOrderState] = [:]
  var salts: [SaltKey: UInt256] = [:]
  /// The makers whose registered signer may not sign any more.
  var revoked: Set<Address> = []
  var balances: [TokenOwner: UInt256] = [:]
  var allowances: [FundsKey: UInt256] = [:]

  struct SaltKey: Hashable {
    let maker: Address
    let direction: TokenDirection
  }

  /// The exchange's state of an order of version 4.
  func state(of order: LimitOrder, hash: Hash32) -> LimitOrderState {
    var state = states[hash] ?? LimitOrderState()
    let direction = TokenDirection(makerToken: order.makerToken, takerToken: order.takerToken)
    state.minimumSalt = salts[SaltKey(maker: order.maker, direction: direction)] ?? 0
    return state
  }

  /// The booking of an order as its exchange would tell it at a time at which the order is not over.
  func booking(of order: BookOrder) -> OrderBooking {
    switch order.signed {
    case .v1:
      let progress = progress[order.hash] ?? OrderProgress()
      return OrderBooking(filled: progress.filled, cancelled: progress.cancelled)
    case .v4(let signed):
      let state = state(of: signed.order, hash: order.hash)
      let isCancelled = signed.order.status(in: state, at: 0) == .cancelled
      return OrderBooking(
        filled: state.filled, isCancelled: isCancelled, isSigned: order.signer == nil || !revoked.contains(order.maker))
    }
  }

  func funds(_ key: FundsKey) -> MakerFunds {
    MakerFunds(
      balance: balances[TokenOwner(owner: key.owner, token: key.token)] ?? 0, allowance: allowances[key] ?? 0)
  }

  /// The status of an order, computed from this state alone.
  func status(of order: BookOrder, at time: UInt64, _ minimums: OrderMinimums = OrderMinimums()) throws
    -> OrderStatus
  {
    let exchange = try KnownExchanges(Cast.exchanges).exchange(of: order)
    return OrderStatus(
      of: order, booking: booking(of: order),
      funds: OrderFunds(maker: funds(exchange.fundsKey(of: order)), fee: exchange.feeKey(of: order).map { funds($0) }),
      at: time, minimum: minimums[order.direction])
  }
}
