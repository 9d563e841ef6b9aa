import Database
import Devnet
import Listening
import Locking
import OrderBook
import Orders
import Primitives
import StrictJSON
import Testing
import WireSupport

@testable import Relay

/// A relay over HTTP for the exchanges of a chain, which looks for new blocks when it is told to.
final class RelayFixture: Sendable {
  let chain: RelayChain
  let server: RelayServer
  let events: Guarded<[String]>
  private let time: Guarded<UInt64>

  /// The relay's clock, in milliseconds since 1970.
  var now: UInt64 {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  init(
    _ chain: RelayChain? = nil, store: String? = nil, at place: DatabasePlace? = nil, isReady: Bool = true,
    rules change: @Sendable (inout RelayRules) -> Void = { _ in },
    options choose: @Sendable (inout RelayServer.Options) -> Void = { _ in }
  ) async throws {
    let chain = if let chain { chain } else { try await RelayChain.shared.value }
    self.chain = chain
    let (time, events) = (Guarded(RelayChain.now * 1000), Guarded<[String]>([]))
    (self.time, self.events) = (time, events)
    var rules = Self.rules(chain)
    change(&rules)
    var options = RelayServer.Options(clock: { time.withLock { $0 } })
    options.port = 0
    options.follows = false
    // On a busy machine a client may be silent for long.
    options.bounds.idleTime = .seconds(3_600)
    options.onEvent = { event in events.withLock { $0.append("\(event)") } }
    choose(&options)
    let book = place ?? store.map { .file($0) } ?? .memory
    server = try await RelayServer.start(rules: rules, node: chain.node, at: book, options)
    if isReady { try await advance() }
  }

  /// Rules for the pair of a chain, without fees.
  static func rules(_ chain: RelayChain) -> RelayRules {
    var rules = RelayRules(chainID: chain.chainID)
    rules.exchangeV1 = chain.exchangeV1
    rules.exchangeV4 = chain.exchangeV4
    rules.pairs = [
      PairRule(
        TokenRange(chain.base, minAmount: 10, maxAmount: 100_000, precision: 5),
        TokenRange(chain.quote, minAmount: 30, maxAmount: 300_000, precision: 4))
    ]
    rules.limits.readsPerMinute = 100_000
    rules.limits.postsPerMinute = 100_000
    rules.limits.newOrdersPerMinute = 60_000
    rules.limits.newOrdersAtOnce = 60_000
    return rules
  }

  /// Goes to the newest block.
  func advance() async throws { try await server.service.book.advance() }

  // MARK: HTTP

  func get(_ path: String, headers: [String] = []) async throws -> Conversation.Reply {
    try await ask("GET", path, headers: headers)
  }

  func post(_ path: String, _ body: JSON, headers: [String] = []) async throws -> Conversation.Reply {
    try await post(path, text: body.serialized(), headers: headers)
  }

  func post(_ path: String, text: String, headers: [String] = []) async throws -> Conversation.Reply {
    try await ask("POST", path, text, headers: ["Content-Type: application/json"] + headers)
  }

  /// Posts bodies one after the other on one connection, and gives the statuses until it ends.
  func statuses(of bodies: [JSON], at path: String) async throws -> [Int] {
    var conversation = try Conversation(server.port)
    var statuses: [Int] = []
    for body in bodies {
      await conversation.wire.send(
        Conversation.request(body.serialized(), path: path, headers: ["Content-Type: application/json"]))
      guard let reply = try await conversation.reply() else { break }
      statuses.append(reply.status)
    }
    return statuses
  }

  func ask(
    _ method: String, _ path: String, _ body: String = "", headers: [String] = []
  ) async throws -> Conversation.Reply {
    var conversation = try Conversation(server.port)
    await conversation.wire.send(Conversation.request(body, method: method, path: path, headers: headers))
    return try #require(try await conversation.reply())
  }

  /// Sends an order of version 1 that may be refused.
  func reply(to order: OrderV1) async throws -> Conversation.Reply {
    try await post("/v0/order", try await chain.signed(order).json)
  }

  /// Sends a limit order that may be refused.
  func reply(to order: LimitOrder) async throws -> Conversation.Reply {
    try await post("/orderbook/v1/order", try await chain.signed(order).json)
  }

  /// Posts an order of version 1 and gives it signed.
  @discardableResult
  func post(_ order: OrderV1) async throws -> SignedOrder<OrderV1> {
    let signed = try await chain.signed(order)
    let reply = try await post("/v0/order", signed.json)
    try #require(reply.status == 201, "\(String(decoding: reply.body, as: UTF8.self))")
    return signed
  }

  /// Posts a limit order and gives it signed.
  @discardableResult
  func post(_ order: LimitOrder) async throws -> SignedOrder<LimitOrder> {
    let signed = try await chain.signed(order)
    let reply = try await post("/orderbook/v1/order", signed.json)
    try #require(reply.status == 200, "\(String(decoding: reply.body, as: UTF8.self))")
    return signed
  }
}

extension Conversation.Reply {
  /// The errors of fields, each as `field code reason`.
  var fieldErrors: [String] {
    (json?["validationErrors"]?.array ?? []).map {
      "\($0["field"]?.string ?? "?") \($0["code"]?.int ?? 0) \($0["reason"]?.string ?? "?")"
    }
  }

  /// The same without reasons.
  var fieldCodes: [String] {
    (json?["validationErrors"]?.array ?? []).map { "\($0["field"]?.string ?? "?") \($0["code"]?.int ?? 0)" }
  }
}
