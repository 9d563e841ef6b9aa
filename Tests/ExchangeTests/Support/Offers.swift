import Exchange
import Keys
import Orders
import Primitives
import Testing

/// Orders and wishes that are only planned with, on no chain.
enum Offers {
  static let base = Address(truncating: 2)
  static let quote = Address(truncating: 3)
  static let feeToken = Address(truncating: 7)
  static let pair = TokenPair(base: base, quote: quote)
  static let taker = Address(truncating: 99)
  static let now: UInt64 = 1_800_000_000

  static func signature() throws -> Signature { try Signature(r: 1, s: 1, yParity: 0) }

  /// An ask of version 1 that gives base tokens.
  static func ask(
    _ base: UInt256, for quote: UInt256, salt: UInt256 = 0, fee: UInt256 = 0, maker: UInt256 = 1,
    taker: Address = .zero,
    expiry: UInt64 = now + 1_000
  ) throws -> AnySignedOrder {
    .v1(
      try SignedOrder(
        OrderV1(
          exchange: Address(truncating: 9), maker: Address(truncating: maker), taker: taker, makerToken: Self.base,
          takerToken: Self.quote, feeRecipient: fee > 0 ? Address(truncating: 4) : .zero, makerAmount: base,
          takerAmount: quote, takerFee: fee, expiry: UInt256(expiry), salt: salt),
        signature: try signature()))
  }

  /// A bid of version 1 that gives quote tokens.
  static func bid(_ base: UInt256, for quote: UInt256, salt: UInt256 = 0, fee: UInt256 = 0) throws -> AnySignedOrder {
    .v1(
      try SignedOrder(
        OrderV1(
          exchange: Address(truncating: 9), maker: Address(truncating: 1), makerToken: Self.quote,
          takerToken: Self.base, feeRecipient: fee > 0 ? Address(truncating: 4) : .zero, makerAmount: quote,
          takerAmount: base, takerFee: fee, expiry: UInt256(now + 1_000), salt: salt),
        signature: try signature()))
  }

  /// An ask of version 4, whose fee is in quote tokens.
  static func limitAsk(
    _ base: UInt256, for quote: UInt256, salt: UInt256 = 0, fee: UInt256 = 0, maker: UInt256 = 1
  ) throws -> AnySignedOrder {
    .v4(
      try SignedOrder(
        LimitOrder(
          exchange: ExchangeContract(chainID: 1337, address: Address(truncating: 8)), maker: Address(truncating: maker),
          makerToken: Self.base, takerToken: Self.quote, makerAmount: base, takerAmount: quote, takerFee: fee,
          expiry: UInt256(now + 1_000), salt: salt),
        signature: try signature()))
  }

  /// A candidate of which everything remains and is funded, unless it is said.
  static func candidate(
    _ order: AnySignedOrder, remaining: UInt256? = nil, fillable: UInt256? = nil, funds: UInt256? = nil
  ) -> DealCandidate {
    let whole = remaining ?? order.order.takerAmount
    return DealCandidate(order, remaining: whole, fillable: fillable ?? whole, makerFunds: funds)
  }

  /// A wish that takes fees.
  static func wish(_ amount: DealAmount, _ bound: DealBound = .slippage(percent(100))) -> DealRequest {
    var request = DealRequest(amount, of: pair, within: bound, by: taker)
    request.takesFees = true
    return request
  }

  static func percent(_ number: UInt256) -> Fraction { Fraction(number, over: 100) ?? .one }

  static func fraction(_ above: UInt256, _ below: UInt256) -> Fraction { Fraction(above, over: below) ?? .one }

  static func plan(
    _ request: DealRequest, _ candidates: [DealCandidate], costs: DealCosts = DealCosts()
  ) throws -> DealPlan {
    try DealPlanner(request, at: now, costs: costs).plan(candidates)
  }
}

/// The error that a body throws; nil if it throws none of this library's.
func failure<Value>(_ body: () throws -> Value) -> ExchangeError? {
  do {
    _ = try body()
    return nil
  } catch { return error as? ExchangeError }
}
