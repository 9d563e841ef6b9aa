import ContractClient
import Devnet
import Exchange
import Foundation
import NodeRPC
import OrderBook
import Orders
import Primitives
import Relay
import StrictJSON

/// The relay of the demo on a port of its own, asked over HTTP as anybody's.
struct DemoRelay: Sendable {
  let server: RelayServer
  let chain: Devnet
  let v1: RelayClient
  let v4: RelayClient
  private let states: ChainStateSource

  /// Starts it; its book is in memory.
  static func start(for exchange: DemoExchange, on chain: Devnet) async throws -> DemoRelay {
    guard let v1 = exchange.contracts.exchange(of: .v1), let v4 = exchange.contracts.exchange(of: .v4) else {
      throw CommandFailure(.other, "The demo's exchanges were not deployed.")
    }
    var options = RelayServer.Options(clock: { UInt64(max(0, Date().timeIntervalSince1970 * 1000)) })
    options.port = 0
    options.pollInterval = .milliseconds(20)
    let server = try await RelayServer.start(
      rules: exchange.rules, node: exchange.connection.node, store: nil, options)
    do {
      return DemoRelay(
        server: server, chain: chain, v1: try RelayClient(server.url, .v0, for: v1),
        v4: try RelayClient(server.url, .v4, for: v4),
        states: ChainStateSource(exchange.contracts, from: exchange.connection.node))
    } catch {
      await server.stop()
      throw error
    }
  }

  /// Posts a signed order.
  func post(_ order: AnySignedOrder) async throws {
    let client = order.api == .v0 ? v1 : v4
    if let error = await client.post(order).error { throw error }
  }

  /// Waits until the book is as of the chain's newest block.
  func catchUp() async throws {
    let height = await chain.blockNumber
    for _ in 0..<3_000 {
      let status = try await get("/relay/v1/status")
      if status["ready"] == true, status["head"]?["number"]?.int ?? -1 >= Int(height) { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw CommandFailure(.other, "The demo's relay does not follow its chain.")
  }

  /// The orders that both interfaces show, with what the chain says can be filled of them: asks from the lowest price,
  /// bids from the highest.
  func book(of pair: TokenPair) async throws -> [BookEntry] {
    let books = [try await v1.book(of: pair), try await v4.book(of: pair)]
    for book in books { if let invalidOrder = book.findings.invalidOrder { throw invalidOrder } }
    let orders = books.flatMap { $0.asks + $0.bids }.map(\.signed)
    let candidates = try await states.states(of: orders).candidates
    let entries = candidates.compactMap { BookEntry($0.order, remaining: $0.remaining, in: pair) }
    return entries.filter { $0.side == .ask }.sorted { $0.price < $1.price }
      + entries.filter { $0.side == .bid }.sorted { $1.price < $0.price }
  }

  /// The trades of a pair, the first first, as the relay's own route has them.
  func trades(of pair: TokenPair) async throws -> [JSON] {
    let answer = try await get(
      "/relay/v1/trades?base=\(pair.base.lowercaseHex)&quote=\(pair.quote.lowercaseHex)")
    return (answer["records"]?.array ?? []).reversed()
  }

  private func get(_ path: String) async throws -> JSON {
    let answer = try await HTTPExchange(of: "relay", timeout: .seconds(60), mostBytes: 1 << 20).get(
      try Endpoint(server.url + path), headers: ["Accept: application/json"])
    return try JSON(parsing: answer.body)
  }

  /// An order in the book, and what can be filled of it.
  struct BookEntry: Sendable {
    let order: AnySignedOrder
    let side: OrderSide
    let price: Fraction
    let base: UInt256
    let quote: UInt256

    init?(_ signed: AnySignedOrder, remaining: UInt256, in pair: TokenPair) {
      let order = signed.order
      guard let side = pair.side(of: order), let price = pair.price(of: order),
        let given = try? PartialAmount.floor(of: order.makerAmount, remaining, outOf: order.takerAmount)
      else { return nil }
      self.order = signed
      self.side = side
      self.price = price
      (base, quote) = side == .ask ? (given, remaining) : (remaining, given)
    }
  }
}
