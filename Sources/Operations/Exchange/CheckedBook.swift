import ContractClient
import Exchange
import NodeRPC
import OrderBook
import Orders
import Primitives
import Tokens

/// A pair's book of all relays, as far as the user's own node confirms it, all at one block.
public struct CheckedBook: Sendable {
  /// The two tokens of all orders, as the directory knows them.
  public let pair: DirectoryPair
  /// The block at which states and funds were read.
  public let block: ChainBlock
  /// The orders with their states.
  public let book: LiveBook
  /// The relays that gave an order, by its hash.
  public let relays: [Hash32: [String]]
  /// The orders that are not used, with the reasons.
  public let dropped: [DroppedOrder]
  /// The relays that lied about an order, and those that did not answer.
  public let failures: [RelayClientError]
  /// The reason for which no relay has an order of the pair, where that is a fault of theirs.
  let reasonForNone: RelayClientError?

  /// Whether it has no order for a fault of relays: which orders there are is not known.
  public var isUnread: Bool { reasonForNone != nil }

  /// Makes sure that a book without orders is one that relays say is empty.
  ///
  /// - Throws: `RelayClientError` of a relay that could not be read, or of whose orders none can be used.
  public func requireReadable() throws(RelayClientError) {
    if let reasonForNone { throw reasonForNone }
  }

  /// The orders of a side that can be filled, the best first.
  public func entries(_ side: OrderSide) -> [BookEntry] { book.entries(side, of: pair.tokens) }

  /// The best price of a side; nil where it is empty.
  public func best(_ side: OrderSide) -> PairPrice? {
    entries(side).first.flatMap { pair.tokens.price(of: $0.order.order) }.map { PairPrice($0, of: pair) }
  }

  /// The difference between the best prices of both sides; nil where a side is empty, or the book crosses.
  public var spread: PairPrice? { PairPrice.spread(bid: best(.bid), ask: best(.ask)) }

  /// The signed orders of both sides, for a deal.
  public var orders: [AnySignedOrder] { (entries(.ask) + entries(.bid)).map(\.order.signed) }

  /// The price levels of both sides, the best first; no maker's balance is counted twice.
  public func depth(levels: Int = 20) -> BookDepth { book.depth(of: pair.tokens, levels: levels) }
}

extension DirectoryPair {
  /// Both addresses.
  public var tokens: TokenPair { TokenPair(base: base.address, quote: quote.address) }
}

extension ExchangeMarket {
  /// Reads the book of a pair from all relays, and what the user's own node says of each of its orders.
  ///
  /// - Parameter others: Orders beside those of relays, as from a file.
  /// - Throws: `OperationError` `.noRelay` where none is configured; `RelayClientError` where none answers;
  ///   `ExchangeError` `wrongContract` where the own contract is no exchange; `OrderBookError` for a node that leaves
  ///   something open.
  public func book(of pair: DirectoryPair, beside others: [AnySignedOrder] = []) async throws -> CheckedBook {
    guard !relays.isEmpty || !others.isEmpty else { throw OperationError.noBook }
    let merged = await MergedBook.read(pair.tokens, from: relays)
    // A book that nobody showed is not an empty one.
    if merged.findings.isEmpty, others.isEmpty, let failure = merged.failures.first { throw failure }
    try await judgeOwnContracts(before: merged)
    var givers: [Hash32: [String]] = [:]
    var orders: [BookOrder] = []
    for order in merged.bids + merged.asks {
      givers[order.order.hash] = order.relays
      orders.append(BookOrder(checked: order.order.signed))
    }
    for other in others where givers[other.hash] == nil {
      givers[other.hash] = []
      orders.append(BookOrder(checked: other))
    }
    let block = try await newest()
    let readings = try await reader.read(orders, at: block)
    return CheckedBook(
      pair: pair, block: block, book: LiveBook(of: orders, readings, at: block, exchanges: exchanges), relays: givers,
      dropped: merged.dropped, failures: merged.findings.compactMap(\.invalidOrder) + merged.failures,
      reasonForNone: others.isEmpty ? merged.reasonForNone : nil)
  }

  /// Makes sure that the own contracts are exchanges where orders of relays do not fit them: by the address of another
  /// contract the orders of every honest relay are wrong.
  ///
  /// - Throws: `ExchangeError` `wrongContract`; a `NodeError`.
  func judgeOwnContracts(before book: MergedBook) async throws {
    for version in Set(book.findings.filter { $0.invalidOrder != nil }.map(\.version)) {
      _ = try await identity(of: version)
    }
  }

  /// The newest block of the user's own node.
  func newest() async throws -> ChainBlock {
    guard let block = try await connection.node.blocks([.latest]).first.flatMap({ $0 }) else {
      throw OrderBookError(.badAnswer, "The node does not tell its newest block.")
    }
    return block
  }
}

extension BookOrder {
  /// An order whose signature was verified.
  init(checked signed: AnySignedOrder) {
    guard case .v4(let order) = signed else {
      self.init(signed)
      return
    }
    self.init(signed, signer: try? order.signer())
  }
}
