import Orders
import Primitives

/// The orders that are asked for; of what is nil, any.
public struct RelayFilter: Sendable, Hashable {
  /// The token that makers give.
  public var makerToken: Address?
  /// The token that makers ask for.
  public var takerToken: Address?
  /// The account that offers.
  public var maker: Address?
  /// The only account that may fill.
  public var taker: Address?
  /// The account that is maker or taker.
  public var trader: Address?
  /// The account that receives the fees.
  public var feeRecipient: Address?

  /// A filter by its parts.
  public init(
    makerToken: Address? = nil, takerToken: Address? = nil, maker: Address? = nil, taker: Address? = nil,
    trader: Address? = nil, feeRecipient: Address? = nil
  ) {
    self.makerToken = makerToken
    self.takerToken = takerToken
    self.maker = maker
    self.taker = taker
    self.trader = trader
    self.feeRecipient = feeRecipient
  }

  /// Whether an order is among those that are asked for.
  public func admits(_ order: some ExchangeOrder) -> Bool {
    func fits(_ wanted: Address?, _ found: Address...) -> Bool { wanted.map(found.contains) ?? true }
    return fits(makerToken, order.makerToken) && fits(takerToken, order.takerToken) && fits(maker, order.maker)
      && fits(taker, order.taker) && fits(trader, order.maker, order.taker) && fits(feeRecipient, order.feeRecipient)
  }

  /// The parameters of a query, by an interface's names.
  func query(_ api: RelayAPI, _ exchange: ExchangeContract) -> [(String, String)] {
    let isV0 = api == .v0
    let parameters: [(String, Address?)] = [
      (isV0 ? "exchangeContractAddress" : "verifyingContract", exchange.address),
      (isV0 ? OrderV1.spelling.makerToken : LimitOrder.spelling.makerToken, makerToken),
      (isV0 ? OrderV1.spelling.takerToken : LimitOrder.spelling.takerToken, takerToken),
      ("maker", maker), ("taker", taker), ("trader", trader), ("feeRecipient", feeRecipient),
    ]
    return parameters.compactMap { name, address in address.map { (name, $0.lowercaseHex) } }
  }
}
