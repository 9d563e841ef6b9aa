import NodeRPC
import OrderBook
import Orders
import Primitives

/// The states of orders as a node reports them, all at one block.
public struct ChainStateSource: OrderStateSource {
  private let reader: OrderReader<NodeClient>
  private let node: NodeClient

  /// A source that reads the orders of a network's exchanges from a node; nothing is asked yet.
  public init(_ contracts: ExchangeContracts, from node: NodeClient) {
    var exchanges: [KnownExchange] = []
    if let v1 = contracts.v1, let contract = contracts.exchange(of: .v1) {
      exchanges.append(KnownExchange(contract, .v1(proxy: v1.proxy, feeToken: v1.feeToken)))
    }
    if let contract = contracts.exchange(of: .v4) { exchanges.append(KnownExchange(contract, .v4)) }
    reader = OrderReader(node, exchanges: KnownExchanges(exchanges))
    self.node = node
  }

  /// The states of orders at the newest block.
  ///
  /// - Throws: `OrderBookError` where the node leaves anything open, or an order is of another exchange; a `NodeError`.
  public func states(of orders: [AnySignedOrder]) async throws -> OrderStates {
    guard let newest = try await node.block(.latest) else {
      throw ExchangeError(.orderGone, "The node does not give its newest block; nothing was sent.")
    }
    let block = ChainBlock(newest)
    let known = orders.map { BookOrder($0, signer: Self.otherSigner(of: $0)) }
    let readings = try await reader.read(known, at: block)
    let candidates = zip(known, readings).map { order, reading in
      Self.candidate(order, reading, at: block)
    }
    return OrderStates(block: block.number, hash: block.hash, time: block.time, candidates: candidates)
  }

  private static func candidate(_ order: BookOrder, _ reading: OrderReading, at block: ChainBlock) -> DealCandidate {
    let status = OrderStatus(of: order, booking: reading.booking, funds: reading.funds, at: block.time)
    let isThere = status.state.isInBook && reading.tokensWithoutCode.isEmpty
    let isUnfunded = status.state == .unfunded
    return DealCandidate(
      order.signed, remaining: isThere || isUnfunded ? status.remaining : 0,
      fillable: isThere ? status.fillable : 0,
      makerFunds: reading.funds.maker.available)
  }

  /// The account that signed for the maker; nil where that is the maker itself, or unknown.
  private static func otherSigner(of order: AnySignedOrder) -> Address? {
    guard case .v4(let signed) = order, let signer = try? signed.signer() else { return nil }
    return signer == signed.order.maker ? nil : signer
  }
}
