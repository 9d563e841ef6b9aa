import Primitives

/// The side of a book that an order stands on.
public enum OrderSide: String, Sendable, Hashable, CaseIterable {
  /// The maker gives the quote token for the base token.
  case bid
  /// The maker gives the base token for the quote token.
  case ask
}

/// Two tokens that are traded for one another; prices are quote for base.
public struct TokenPair: Sendable, Hashable {
  /// The token that is bought and sold.
  public let base: Address
  /// The quote token, in which prices are given.
  public let quote: Address

  /// A pair of two tokens.
  public init(base: Address, quote: Address) { (self.base, self.quote) = (base, quote) }

  /// The side that an order stands on; nil where it is of other tokens.
  public func side(of order: some ExchangeOrder) -> OrderSide? {
    switch (order.makerToken, order.takerToken) {
    case (base, quote): .ask
    case (quote, base): .bid
    default: nil
    }
  }

  /// The price of an order in smallest units of the quote token for one of the base token, without fees; nil where it is
  /// of other tokens or an amount is zero.
  public func price(of order: some ExchangeOrder) -> Fraction? {
    switch side(of: order) {
    case .ask: order.price?.fraction
    case .bid: order.price?.inverse
    case nil: nil
    }
  }
}
