import Exchange
import Operations
import OrderBook
import Orders
import Platform
import Primitives

/// A signed order as the command line names it.
enum OrderName: Sendable {
  /// The hash of an order that the journal or a relay has.
  case hash(Hash32)
  /// A file with an order.
  case file(String)

  /// The order that a text names; nil for a text that is neither a hash nor a file, as a pair of tokens.
  init?(_ text: String) {
    if let hash = try? Hash32(text) {
      self = .hash(hash)
    } else if text.hasSuffix(".json") || access(text, F_OK) == 0 {
      self = .file(text)
    } else {
      return nil
    }
  }

  /// The order itself, which may be over.
  func signed(in market: ExchangeMarket, _ journal: OrderJournal) async throws -> AnySignedOrder {
    switch self {
    case .hash(let hash): try await OwnOrders(market, journal).order(hash)
    case .file(let path): try await OrderFile.read(path, for: market.exchanges.all.map(\.contract), at: 0)
    }
  }
}
