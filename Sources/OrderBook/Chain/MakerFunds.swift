import Orders
import Primitives

/// The money that counts for an order: that of an owner in a token, as far as a spender may take it.
public struct FundsKey: Sendable, Hashable {
  /// The account whose tokens they are.
  public let owner: Address
  /// The token that is held.
  public let token: Address
  /// The account that may take them: the proxy in version 1, the exchange in version 4.
  public let spender: Address

  /// A key of its parts.
  public init(owner: Address, token: Address, spender: Address) {
    (self.owner, self.token, self.spender) = (owner, token, spender)
  }
}

/// A balance and an allowance, in the token's smallest unit.
public struct MakerFunds: Sendable, Hashable {
  /// The tokens that the owner has.
  public let balance: UInt256
  /// The tokens that the spender may take.
  public let allowance: UInt256

  /// Amounts as the token tells them.
  public init(balance: UInt256, allowance: UInt256) { (self.balance, self.allowance) = (balance, allowance) }

  /// No money at all.
  public static let none = MakerFunds(balance: 0, allowance: 0)

  /// The lesser of both, which a fill can take.
  public var available: UInt256 { min(balance, allowance) }
}

/// The money of a maker that an order needs.
public struct OrderFunds: Sendable, Hashable {
  /// The funds in maker tokens.
  public let maker: MakerFunds
  /// The funds in the fee token; nil where the maker pays no fee, or where it is the maker token.
  public let fee: MakerFunds?

  /// Funds in maker tokens and, where a fee has to be paid in another token, in that.
  public init(maker: MakerFunds, fee: MakerFunds? = nil) { (self.maker, self.fee) = (maker, fee) }
}

extension KnownExchange {
  /// The key of the funds that an order gives its maker tokens from.
  public func fundsKey(of order: BookOrder) -> FundsKey {
    FundsKey(owner: order.maker, token: order.direction.makerToken, spender: spender)
  }

  /// The key of the funds that an order's maker pays its fee from; nil where there is no fee, and where one balance pays
  /// both.
  public func feeKey(of order: BookOrder) -> FundsKey? {
    guard let feeToken, let v1 = order.v1, v1.feeRecipient != .zero, v1.makerFee > 0, feeToken != v1.makerToken
    else { return nil }
    return FundsKey(owner: order.maker, token: feeToken, spender: spender)
  }
}
