import Orders
import Primitives

/// The orders that somebody wants to see; what is nil leaves all.
public struct OrderFilter: Sendable, Hashable {
  /// The version of the protocol.
  public var version: OrderVersion?
  /// The exchange contract.
  public var exchange: Address?
  /// The token that makers give.
  public var makerToken: Address?
  /// The token that makers ask for.
  public var takerToken: Address?
  /// A token on either side.
  public var token: Address?
  /// The token on the other side than ``token``.
  public var otherToken: Address?
  /// The account that offers.
  public var maker: Address?
  /// The only account that may fill; zero for orders that anybody may.
  public var taker: Address?
  /// The maker or the taker.
  public var trader: Address?
  /// The account that receives the fees.
  public var feeRecipient: Address?
  /// Whether orders that only one account may fill are among them, although nobody asked for that taker.
  public var includesPrivate: Bool
  /// Whether those are wanted that cannot be filled now and are not in the book.
  public var includesHidden: Bool

  /// All orders in the book that anybody may fill.
  public init() { (includesPrivate, includesHidden) = (false, false) }

  /// A copy with some members changed.
  public func with(_ change: (inout OrderFilter) -> Void) -> OrderFilter {
    var copy = self
    change(&copy)
    return copy
  }

  /// The direction that it leaves alone, if it does.
  var direction: TokenDirection? {
    guard let makerToken, let takerToken else { return nil }
    return TokenDirection(makerToken: makerToken, takerToken: takerToken)
  }

  /// Whether orders that only one account may fill can be among those.
  var admitsPrivate: Bool { includesPrivate || taker != nil || trader != nil || maker != nil }

  /// Whether version and direction, and that anybody may fill, are all that it asks for.
  var isPlain: Bool {
    (exchange, token, otherToken, maker) == (nil, nil, nil, nil) && (taker, trader, feeRecipient) == (nil, nil, nil)
      && !includesHidden && (makerToken == nil) == (takerToken == nil)
  }

  /// Whether an entry is one of those.
  public func admits(_ entry: BookEntry) -> Bool {
    let (order, tokens) = (entry.order.order, entry.order.direction)
    guard includesHidden || entry.status.state.isInBook else { return false }
    guard admitsPrivate || order.taker == .zero else { return false }
    if let version, version != entry.order.version { return false }
    if let exchange, exchange != entry.order.exchange { return false }
    if let makerToken, makerToken != tokens.makerToken { return false }
    if let takerToken, takerToken != tokens.takerToken { return false }
    if let token, token != tokens.makerToken, token != tokens.takerToken { return false }
    if let otherToken {
      let others = token == tokens.makerToken ? [tokens.takerToken] : [tokens.makerToken]
      if !(token == nil ? [tokens.makerToken, tokens.takerToken] : others).contains(otherToken) { return false }
    }
    if let maker, maker != entry.order.maker { return false }
    if let taker, taker != order.taker { return false }
    if let trader, trader != entry.order.maker, trader != order.taker { return false }
    if let feeRecipient, feeRecipient != order.feeRecipient { return false }
    return true
  }
}

/// A page of a longer list.
public struct PageRequest: Sendable, Hashable {
  /// The page's number, from 1.
  public let page: Int
  /// The most entries on it.
  public let size: Int

  /// A page; numbers below 1 count as 1.
  public init(_ page: Int = 1, size: Int = 20) { (self.page, self.size) = (max(1, page), max(1, size)) }

  /// The number of entries before the page; nil where there can be none so far behind.
  var offset: Int? {
    let (offset, overflow) = (page - 1).multipliedReportingOverflow(by: size)
    return overflow ? nil : offset
  }
}

/// A page of orders.
public struct BookPage: Sendable, Hashable {
  /// The orders with what is known of them.
  public let entries: [BookEntry]
  /// The number of entries on all pages.
  public let total: Int
  /// The page that was asked for.
  public let request: PageRequest
  /// The book's sequence number: pages with another one are of another state.
  public let sequence: UInt64
}
