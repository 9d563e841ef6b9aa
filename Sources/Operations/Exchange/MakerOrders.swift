import Exchange
import NodeRPC
import OrderBook
import Orders
import Primitives

/// The limit orders of accounts that keep no journal here, as relays give them and the user's own node has them.
package struct MakerOrders: Sendable {
  private let market: ExchangeMarket

  /// The orders at a market; nothing is asked yet.
  package init(at market: ExchangeMarket) { self.market = market }

  /// The open orders of a maker at all relays, and what kept relays from telling; a relay that fails hides none of
  /// another.
  package func atRelays(of maker: Address) async -> (orders: [AnySignedOrder], failures: [RelayClientError]) {
    var (orders, failures): ([AnySignedOrder], [RelayClientError]) = ([], [])
    for reading in await market.relays.sideBySide({ await Self.reading($0, maker) }) {
      switch reading {
      case .success(let found):
        for order in found where !orders.contains(where: { $0.hash == order.hash }) { orders.append(order) }
      case .failure(let failure):
        if !failures.contains(where: { $0.hasSameFacts(as: failure) }) { failures.append(failure) }
      }
    }
    return (orders, failures)
  }

  private static func reading(
    _ relay: RelayClient, _ maker: Address
  ) async -> Result<[AnySignedOrder], RelayClientError> {
    do throws(RelayClientError) {
      return .success(try await relay.orders(RelayFilter(maker: maker)).orders.map(\.signed))
    } catch {
      return .failure(error)
    }
  }

  /// The signed order of a hash, as a relay has it.
  ///
  /// - Throws: `ExchangeError` `orderGone` where none has it; `RelayClientError`.
  package func order(_ hash: Hash32) async throws -> AnySignedOrder {
    var failure: RelayClientError?
    for relay in market.relays {
      do throws(RelayClientError) {
        if let order = try await relay.order(hash) { return order.signed }
      } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
    throw ExchangeError(
      .orderGone, "There is no order \(hash).", reason: "Neither the journal nor a relay has it.",
      facts: .unknownOrder(hash))
  }

  /// The states of orders at the newest block, by the user's own node.
  ///
  /// - Throws: `OrderBookError`; a `NodeError`.
  package func statuses(of orders: [AnySignedOrder]) async throws -> [OrderStatus] {
    let block = try await market.newest()
    let known = orders.map { BookOrder(checked: $0) }
    let readings = try await market.reader.read(known, at: block)
    return zip(known, readings).map { order, reading in
      OrderStatus(of: order, booking: reading.booking, funds: reading.funds, at: block.time)
    }
  }

  /// Orders with their states, but those that are over.
  ///
  /// - Throws: as ``statuses(of:)``.
  package func open(_ orders: [JournalOrder]) async throws -> [OwnOrder] {
    let known = orders.filter { order in
      order.signed.map { market.exchanges[$0.exchangeAddress] != nil } ?? false
    }
    let statuses = try await statuses(of: known.compactMap(\.signed))
    return zip(known, statuses).compactMap { order, status in
      status.state.isEnded ? nil : OwnOrder(order: order, status: status)
    }
  }
}
