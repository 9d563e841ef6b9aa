import Keys
import Orders
import Primitives

/// The versions of the 0x protocol whose orders a book takes.
public enum OrderVersion: String, Sendable, Hashable, CaseIterable {
  /// Orders with fees in a token of their own; their hash does not tell the chain.
  case v1
  /// Limit orders, typed data of one chain.
  case v4
}

/// A signed order of either version with the account that signed it, as a book keeps it: one reference, however large.
///
/// That there is one says nothing about its signature: whoever takes an order from outside verifies it first.
public struct BookOrder: Sendable {
  /// The order and its signature.
  public var signed: AnySignedOrder { box.signed }
  /// The order without its signature.
  public var order: any ExchangeOrder { box.order }
  /// The order's hash.
  public var hash: Hash32 { box.hash }
  /// The exchange contract that settles it.
  public var exchange: Address { box.exchange }
  /// The account that signed for the maker (v4); nil where that is the maker's own key.
  public var signer: Address? { box.signer }
  /// The version of the protocol that it is of.
  public var version: OrderVersion { box.version }
  /// The account that offers.
  public var maker: Address { box.maker }
  /// The token that the maker gives, and the one that the maker asks for.
  public var direction: TokenDirection { box.direction }

  /// An order and the account that signed it.
  ///
  /// - Parameter signer: An account that the maker registered with the exchange; nil where the maker itself signed.
  public init(_ signed: AnySignedOrder, signer: Address? = nil) { box = Box(signed, signer: signer) }

  /// The order of version 1; nil where it is of version 4.
  var v1: OrderV1? {
    guard case .v1(let signed) = signed else { return nil }
    return signed.order
  }

  /// The order of version 4; nil where it is of version 1.
  var v4: LimitOrder? {
    guard case .v4(let signed) = signed else { return nil }
    return signed.order
  }

  private let box: Box

  private final class Box: Sendable {
    let signed: AnySignedOrder
    let signer: Address?
    let order: any ExchangeOrder
    let hash: Hash32
    let exchange: Address
    let version: OrderVersion
    let maker: Address
    let direction: TokenDirection

    init(_ signed: AnySignedOrder, signer: Address?) {
      (self.signed, hash, order) = (signed, signed.hash, signed.order)
      switch signed {
      case .v1(let signed): (version, exchange) = (.v1, signed.order.exchange)
      case .v4(let signed): (version, exchange) = (.v4, signed.order.exchange.address)
      }
      maker = order.maker
      self.signer = signer == maker ? nil : signer
      direction = TokenDirection(makerToken: order.makerToken, takerToken: order.takerToken)
    }
  }
}

extension BookOrder: Hashable {
  /// Whether order, signature and signer are equal.
  public static func == (left: BookOrder, right: BookOrder) -> Bool {
    left.box === right.box || (left.signed == right.signed && left.signer == right.signer)
  }

  /// Hashes the order's hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// The tokens of an order: one side of a book.
public struct TokenDirection: Sendable, Hashable {
  /// The token that makers give.
  public let makerToken: Address
  /// The token that makers ask for.
  public let takerToken: Address

  /// A direction of two tokens.
  public init(makerToken: Address, takerToken: Address) {
    (self.makerToken, self.takerToken) = (makerToken, takerToken)
  }

  /// The side of a pair: its asks give the base, its bids the quote.
  public init(_ side: OrderSide, of pair: TokenPair) {
    switch side {
    case .ask: self.init(makerToken: pair.base, takerToken: pair.quote)
    case .bid: self.init(makerToken: pair.quote, takerToken: pair.base)
    }
  }

  /// The direction of the orders on the other side.
  public var reversed: TokenDirection { TokenDirection(makerToken: takerToken, takerToken: makerToken) }
}
