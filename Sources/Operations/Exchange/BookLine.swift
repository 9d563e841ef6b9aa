import Exchange
import OrderBook
import Orders
import Primitives
import Tokens

/// An order of a pair's book.
public struct BookLine: Sendable, Hashable {
  /// The order and its signature.
  public let signed: AnySignedOrder
  /// Whether the order buys or sells the base token.
  public let side: OrderSide
  /// The price, in quote tokens for a base token.
  public let price: PairPrice
  /// The base tokens that can be traded.
  public let base: TokenAmount
  /// The quote tokens that can be traded.
  public let quote: TokenAmount
  /// The state by the user's own node; nil where nobody asked it.
  public let state: OrderState?
  /// Whether the maker's money reaches for all that remains; nil where nobody asked.
  public let isFunded: Bool?
  /// The relays that show it.
  public let relays: [String]

  /// An order of which some taker tokens can be traded; nil for one of another pair.
  init?(
    _ signed: AnySignedOrder, of pair: DirectoryPair, takerAmount: UInt256, state: OrderState? = nil,
    isFunded: Bool? = nil, relays: [String]
  ) {
    let order = signed.order
    guard let side = pair.tokens.side(of: order), let price = pair.tokens.price(of: order),
      let given = order.makerShare(of: takerAmount)
    else { return nil }
    (self.signed, self.side, self.price) = (signed, side, PairPrice(price, of: pair))
    base = TokenAmount(side == .ask ? given : takerAmount, of: pair.base)
    quote = TokenAmount(side == .ask ? takerAmount : given, of: pair.quote)
    (self.state, self.isFunded, self.relays) = (state, isFunded, relays)
  }
}

extension CheckedBook {
  /// The orders of a side, the best first; those that cannot be filled are not among them.
  public func lines(_ side: OrderSide) -> [BookLine] {
    entries(side).compactMap { entry in
      let status = entry.status
      return BookLine(
        entry.order.signed, of: pair, takerAmount: status.fillable, state: status.state,
        isFunded: status.funded >= status.remaining, relays: relays[entry.hash] ?? [])
    }
  }
}

/// A pair's book as its relays tell it: hashes and signatures are checked, and neither states nor money.
public struct RelayedBook: Sendable {
  /// The two tokens of all orders, as the directory knows them.
  public let pair: DirectoryPair
  /// The orders, the best first.
  public let lines: [BookLine]
  /// The orders that are not used, with the reasons.
  public let dropped: [DroppedOrder]
  /// The relays that lied about an order, and those that did not answer.
  public let failures: [RelayClientError]

  /// The orders of a side, the best first.
  public func lines(_ side: OrderSide) -> [BookLine] { lines.filter { $0.side == side } }

  /// Reads the book of a pair from the relays of a market; the user's own node is not asked for any order.
  ///
  /// - Throws: `OperationError` `.noRelay`; `RelayClientError` where no relay answers; `ExchangeError` `wrongContract`
  ///   where the own contract is no exchange.
  public static func read(_ pair: DirectoryPair, at market: ExchangeMarket) async throws -> RelayedBook {
    guard !market.relays.isEmpty else { throw OperationError.noBook }
    let merged = await MergedBook.read(pair.tokens, from: market.relays)
    if merged.findings.isEmpty, let failure = merged.failures.first { throw failure }
    try await market.judgeOwnContracts(before: merged)
    let lines = (merged.asks + merged.bids).compactMap { order in
      let signed = order.order.signed
      return BookLine(
        signed, of: pair, takerAmount: order.order.toldRemaining ?? signed.order.takerAmount, relays: order.relays)
    }
    return RelayedBook(
      pair: pair, lines: lines, dropped: merged.dropped,
      failures: merged.findings.compactMap(\.invalidOrder) + merged.failures)
  }
}

extension OperationError {
  /// The error of a book where no relay is configured.
  static var noBook: OperationError {
    OperationError(
      .noRelay, "No relay is configured for this network.", reason: "Order books are read from relays.")
  }

  /// The error of an order to be posted where no relay is configured.
  public static var nowhereToPost: OperationError {
    OperationError(
      .noRelay, "No relay is configured for this network.", reason: "Signed orders are posted to relays.")
  }
}
