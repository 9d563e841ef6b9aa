import ChainSupport
import ContractABI
import Devnet
import Foundation
import Locking
import NodeRPC
import OrderBook
import Orders
import Primitives
import StrictJSON
import Testing
import WireSupport

@testable import Relay

@Suite("A relay that starts, stops, and loses its node")
struct LifeTests {
  @Test("every order that was answered is there after a restart, ended ones with their state")
  func restart() async throws {
    let folder = try TemporaryFolder()
    let first = try await RelayFixture(try await RelayChain(), store: folder.file("relay.sqlite"))
    let chain = first.chain
    var orders: [SignedOrder<OrderV1>] = []
    for salt in 0..<20 { orders.append(try await first.post(chain.orderV1(salt: UInt256(salt)))) }
    await first.server.stop()
    // What happens meanwhile is caught up with.
    #expect(try await chain.cancel(orders[0].order, 3_000, by: chain.accounts[1]))
    let second = try await RelayFixture(chain, store: folder.file("relay.sqlite"), isReady: false)
    #expect(try await second.get("/v0/orders?per_page=100").json == .array(orders.map(\.json)))
    #expect(try await second.get("/readyz").status == 503)
    let early = try await second.post("/v0/order", orders[1].json)
    #expect(early.status == 503 && early.header("retry-after") != nil)
    try await second.advance()
    #expect(try await second.get("/v0/orders?per_page=100").json == .array(orders.dropFirst().map(\.json)))
    #expect(try await second.get("/v0/order/\(orders[0].hash)").header("x-order-state") == "cancelled")
    #expect(try await second.get("/v0/orders").header("x-book-sequence") == "21")
    #expect(try await second.post("/v0/order", orders[1].json).status == 201)
    await second.server.stop()
  }

  @Test("a relay that stops in the middle of posts answers none that it does not have")
  func stopUnderLoad() async throws {
    let folder = try TemporaryFolder()
    let first = try await RelayFixture(store: folder.file("relay.sqlite"))
    let chain = first.chain
    var orders: [SignedOrder<LimitOrder>] = []
    for salt in 0..<60 { orders.append(try await chain.signed(try chain.limitOrder(salt: UInt256(salt)))) }
    let taken = await withTaskGroup(of: [Hash32].self) { group in
      for client in 0..<6 {
        let own = Array(orders[(client * 10)..<(client * 10 + 10)])
        group.addTask {
          let statuses = (try? await first.statuses(of: own.map(\.json), at: "/orderbook/v1/order")) ?? []
          return zip(own, statuses).filter { $1 == 200 }.map(\.0.hash)
        }
      }
      group.addTask {
        while await first.server.service.book.status.open < 10 { try? await Task.sleep(for: .milliseconds(1)) }
        await first.server.stop()
        return []
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(taken.count >= 4)
    await first.server.stop()
    await first.server.run()
    let second = try await RelayFixture(chain, store: folder.file("relay.sqlite"))
    for hash in taken { #expect(try await second.get("/orderbook/v1/order/\(hash)").status == 200) }
    #expect(first.events.withLock { $0.last == "stopped" && $0.contains("stopping") })
    await second.server.stop()
  }

  #if os(Linux)
    @Test("is not ready where its store cannot be written, and is again once it can")
    func fullDisk() async throws {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        let relay = try await RelayFixture(try await RelayChain(), store: folder.file("relay.sqlite"))
        #expect(try await relay.get("/readyz").status == 200)
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 0, rlim_max: .max)
        try #require(setrlimit(.init(RLIMIT_FSIZE.rawValue), &limit) == 0)
        while try await relay.get("/readyz").status == 200 { try await Task.sleep(for: .milliseconds(50)) }
        limit.rlim_cur = .max
        try #require(setrlimit(.init(RLIMIT_FSIZE.rawValue), &limit) == 0)
        while try await relay.get("/readyz").status != 200 { try await Task.sleep(for: .milliseconds(50)) }
        await relay.server.stop()
      }
    }
  #endif

  @Test("while the node is silent nothing is taken, and everything is shown")
  func silence() async throws {
    let relay = try await RelayFixture(try await RelayChain())
    let chain = relay.chain
    let known = try await relay.post(chain.orderV1())
    chain.isSilent = true
    let new = try await chain.signed(chain.orderV1())
    let reply = try await relay.post("/v0/order", new.json)
    #expect(reply.status == 503 && reply.json == ["reason": "The node does not answer"])
    #expect(reply.header("retry-after") == "5")
    #expect(try await relay.get("/v0/orders").json == .array([known.json]))
    await #expect(throws: OrderBookError.self) { try await relay.advance() }
    #expect(try await relay.get("/readyz").status == 503)
    #expect(try await relay.post("/v0/order", new.json).status == 503)
    chain.isSilent = false
    try await relay.advance()
    #expect(try await relay.post("/v0/order", new.json).status == 201)
    await relay.server.stop()
  }

  @Test("a relay starts while its node is silent, and shows the book as it was left")
  func startsAlone() async throws {
    let folder = try TemporaryFolder()
    let first = try await RelayFixture(try await RelayChain(), store: folder.file("relay.sqlite"))
    let chain = first.chain
    let signed = try await first.post(chain.orderV1())
    await first.server.stop()
    chain.isSilent = true
    await #expect(throws: OrderBookError.self) {
      try await RelayFixture(chain, store: folder.file("relay.sqlite"), isReady: false)
    }
    let settlement = SettlementV1(proxy: chain.proxy, feeToken: chain.feeToken)
    let second = try await RelayFixture(chain, store: folder.file("relay.sqlite"), isReady: false) {
      $0.settlementV1 = settlement
    }
    #expect(try await second.get("/v0/orders").json == .array([signed.json]))
    #expect(try await second.get("/readyz").status == 503)
    #expect(try await second.post("/v0/order", signed.json).status == 503)
    chain.isSilent = false
    try await second.advance()
    #expect(try await second.post("/v0/order", signed.json).status == 201)
    await second.server.stop()
    await #expect(throws: RelayError(.rules, "")) {
      try await RelayFixture(chain) { $0.settlementV1 = SettlementV1(proxy: chain.base, feeToken: chain.feeToken) }
    }
  }

  @Test("a block that goes away takes its fills and cancels with it")
  func reorganisation() async throws {
    let relay = try await RelayFixture(try await RelayChain())
    let chain = relay.chain
    let (filled, cancelled) = (try await relay.post(chain.orderV1()), try await relay.post(try chain.limitOrder()))
    let snapshot = await chain.devnet.snapshot()
    #expect(try await chain.fill(filled, 3_000, by: chain.accounts[2]))
    #expect(
      try await chain.send(
        "registerAllowedOrderSigner(address,bool)", [.address(chain.base), .bool(true)], to: chain.exchangeV4,
        by: chain.accounts[1]))
    try await chain.approve(chain.base, for: chain.exchangeV4, 0, by: chain.accounts[1])
    try await relay.advance()
    #expect(try await relay.get("/v0/order/\(filled.hash)").header("x-order-state") == "filled")
    #expect(try await relay.get("/orderbook/v1/order/\(cancelled.hash)").header("x-order-state") == "unfunded")
    #expect(try await relay.get("/relay/v1/trades").json?["total"] == 1)
    #expect(try await chain.devnet.revert(to: snapshot))
    try await chain.devnet.mine(blocks: 5)
    try await relay.advance()
    #expect(try await relay.get("/v0/orders").json == .array([filled.json]))
    #expect(try await relay.get("/orderbook/v1/orders").json?["total"] == 1)
    #expect(try await relay.get("/relay/v1/trades").json?["total"] == 0)
    await relay.server.stop()
  }

  @Test("it follows the chain by itself, and tells when the node is silent and when it is back")
  func following() async throws {
    let relay = try await RelayFixture(try await RelayChain(), isReady: false) { _ in
    } options: {
      $0.follows = true
      $0.pollInterval = .milliseconds(5)
    }
    func wait(for event: String, times: Int = 1) async throws {
      while relay.events.withLock({ events in events.count { $0.hasPrefix(event) } }) < times {
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    try await wait(for: "ready")
    let signed = try await relay.post(relay.chain.orderV1())
    #expect(try await relay.chain.cancel(signed.order, 3_000, by: relay.chain.accounts[1]))
    while try await relay.get("/v0/orders").json != [] { try await Task.sleep(for: .milliseconds(5)) }
    relay.chain.isSilent = true
    try await wait(for: "nodeFailed")
    relay.chain.isSilent = false
    try await wait(for: "ready", times: 2)
    await relay.server.stop()
    #expect(relay.events.withLock { $0.first?.hasPrefix("listening") == true && $0.last == "stopped" })
  }

  @Test("rules of another chain, a port that is taken and a list that is not there keep it from starting")
  func cannotStart() async throws {
    let relay = try await RelayFixture()
    let chain = relay.chain
    await #expect(throws: RelayError(.wrongChain, "")) {
      try await RelayFixture(chain) { $0.chainID = 5 }
    }
    let port = relay.server.port
    await #expect(throws: RelayError(.cannotListen, "")) {
      try await RelayFixture(chain) { _ in
      } options: {
        $0.port = port
      }
    }
    await #expect(throws: (any Error).self) {
      try await RelayFixture(chain) { $0.tokenLists = ["/nowhere/tokens.json"] }
    }
    await #expect(throws: OrderBookError.self) {
      try await RelayFixture(chain) { $0.exchangeV1 = chain.base }
    }
    await #expect(throws: RelayError(.rules, "")) {
      try await RelayFixture(chain) { $0.exchangeV4 = chain.accounts[0].address }
    }
    await relay.server.stop()
  }

  @Test("orders that new rules do not admit leave the book, and come back with a post when they are admitted again")
  func changedRules() async throws {
    let relay = try await RelayFixture()
    let chain = relay.chain
    let signed = try await relay.post(chain.orderV1())
    let rules = relay.server.service.policy.rules
    var others = rules
    others.blockedMakers = [chain.accounts[1].address]
    try await relay.server.change(to: others)
    #expect(try await relay.get("/v0/orders").json == [])
    #expect(try await relay.get("/v0/order/\(signed.hash)").header("x-order-state") == "stopped")
    #expect(try await relay.post("/v0/order", signed.json).fieldCodes == ["maker 1003"])
    try await relay.server.change(to: rules)
    #expect(try await relay.get("/v0/orders").json == [])
    #expect(try await relay.post("/v0/order", signed.json).status == 201)
    #expect(try await relay.get("/v0/orders").json == .array([signed.json]))
    await relay.server.stop()
  }

  @Test("tokens of a list that the rules name are traded")
  func tokenLists() async throws {
    let folder = try TemporaryFolder()
    let chain = try await RelayChain()
    let list = """
      {"name": "Campus", "timestamp": "2026-01-01T00:00:00Z", "version": {"major": 1, "minor": 0, "patch": 0},
       "tokens": [{"chainId": 31337, "address": "\(chain.feeToken)", "decimals": 18, "name": "Fees", "symbol": "ZRX"}]}
      """
    let path = try folder.write(list, to: "tokens.json")
    let relay = try await RelayFixture(chain) {
      $0.tokenLists = [path]
      $0.anyPair = true
    }
    try await relay.post(chain.orderV1(takerToken: chain.feeToken, makerAmount: 3_000, takerAmount: 1_000))
    #expect(try await relay.get("/v0/token_pairs").json?.array?.count == 2)
    await relay.server.stop()
  }
}
