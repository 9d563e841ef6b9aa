import Devnet
import Listening
import Orders
import Primitives
import StrictJSON
import Testing
import WireSupport

@testable import Relay

@Suite("A relay's HTTP and its limits")
struct HTTPTests {
  @Test("methods, kinds and lengths that a place does not take are told so, and the connection goes on")
  func wrongRequests() async throws {
    let relay = try await RelayFixture()
    for (method, path, allowed) in [
      ("DELETE", "/v0/orders", "GET, HEAD, OPTIONS"), ("GET", "/v0/order", "POST, OPTIONS"),
      ("POST", "/v0/orderbook", "GET, HEAD, OPTIONS"), ("PUT", "/orderbook/v1/orders", "GET, HEAD, POST, OPTIONS"),
      ("GET", "/v0/fees", "POST, OPTIONS"), ("POST", "/healthz", "GET, HEAD, OPTIONS"),
    ] {
      let reply = try await relay.ask(method, path)
      #expect(reply.status == 405 && reply.header("allow") == allowed, "\(method) \(path)")
    }
    for path in ["/", "/v0", "/v0/order/a/b", "/v1/orders", "/orderbook", "/sra/v4", "/relay/v1", "//v0/../metrics"] {
      #expect(try await relay.get(path).status == 404, "\(path)")
    }
    #expect(try await relay.ask("POST", "/v0/order", "{}").status == 415)
    #expect(try await relay.ask("POST", "/v0/order", "{}", headers: ["Content-Type: text/plain"]).status == 415)
    let kind = ["Content-Type: Application/JSON; charset=utf-8"]
    #expect(try await relay.ask("POST", "/v0/order", "{}", headers: kind).status == 400)
    var conversation = try Conversation(relay.server.port)
    let long = String(repeating: " ", count: 9_000)
    let header = ["Content-Type: application/json"]
    await conversation.wire.send(Conversation.request(long, path: "/v0/order", headers: header))
    #expect(try await conversation.reply()?.status == 413)
    await conversation.wire.send(Conversation.request(long, path: "/orderbook/v1/orders", headers: header))
    #expect(try await conversation.reply()?.status == 400)
    await relay.server.stop()
  }

  @Test("HEAD has the headers and no body; OPTIONS tells pages what they may")
  func headAndOptions() async throws {
    let relay = try await RelayFixture {
      $0.limits.readsPerMinute = 5
    } options: {
      $0.origins = ["https://app.example"]
    }
    var conversation = try Conversation(relay.server.port)
    await conversation.wire.send(
      Conversation.request("", method: "HEAD", path: "/v0/orders")
        + Conversation.request("", method: "GET", path: "/healthz"))
    let head = String(decoding: try #require(try await conversation.take(15)), as: UTF8.self)
    #expect(head == "HTTP/1.1 200 OK")
    let page = ["Origin: https://app.example"]
    let options = try await relay.ask("OPTIONS", "/v0/order", headers: page)
    #expect(options.status == 204 && options.header("access-control-allow-origin") == "https://app.example")
    #expect(options.header("access-control-allow-methods") == "POST, OPTIONS")
    #expect(try await relay.get("/v0/orders", headers: page).header("access-control-expose-headers") != nil)
    #expect(try await relay.get("/v0/orders", headers: ["Origin: https://evil.example"]).status == 403)
    #expect(try await relay.get("/v0/orders", headers: ["Host: evil.example"]).status == 403)
    #expect(try await relay.get("/v0/orders", headers: ["Host: localhost", "Host: localhost"]).status == 400)
    await relay.server.stop()
  }

  @Test("an address reads and posts so often in a minute, and the headers tell how often it still may")
  func rates() async throws {
    let relay = try await RelayFixture {
      $0.limits.readsPerMinute = 3
      $0.limits.postsPerMinute = 2
    }
    for remaining in ["2", "1", "0"] {
      let reply = try await relay.get("/v0/orders")
      #expect(reply.status == 200 && reply.header("x-ratelimit-remaining") == remaining)
      #expect(reply.header("x-ratelimit-limit") == "3" && reply.header("x-ratelimit-reset") != nil)
    }
    let refused = try await relay.get("/orderbook/v1/orders")
    #expect(refused.status == 429 && refused.json?["code"] == 103 && refused.header("retry-after") == "20")
    #expect(refused.header("x-ratelimit-remaining") == "0")
    // Those who watch it are not counted, and posts have a measure of their own.
    #expect(try await relay.get("/healthz").status == 200)
    #expect(try await relay.get("/readyz").status == 200)
    let signed = try await relay.post(relay.chain.orderV1())
    #expect(try await relay.post("/v0/order", signed.json).status == 201)
    #expect(try await relay.post("/v0/order", signed.json).status == 429)
    relay.now += 60_000
    #expect(try await relay.get("/v0/orders").status == 200)
    #expect(try await relay.post("/v0/order", signed.json).status == 201)
    await relay.server.stop()
  }

  @Test("a bad signature counts ten posts")
  func badSignatures() async throws {
    let relay = try await RelayFixture { $0.limits.postsPerMinute = 20 }
    let one = try await relay.chain.signed(relay.chain.orderV1())
    let bad = try SignedOrder(relay.chain.orderV1(), signature: one.signature)
    #expect(try await relay.post("/v0/order", bad.json).header("x-ratelimit-remaining") == "19")
    #expect(try await relay.post("/v0/order", one.json).header("x-ratelimit-remaining") == "9")
    #expect(try await relay.post("/v0/order", bad.json).status == 400)
    #expect(try await relay.post("/v0/order", one.json).status == 429)
    await relay.server.stop()
  }

  @Test("a maker posts so many new orders in a minute, and has so many open")
  func makers() async throws {
    let relay = try await RelayFixture {
      $0.limits.newOrdersPerMinute = 60
      $0.limits.newOrdersAtOnce = 3
      $0.limits.openOrdersOfMaker = 4
    }
    let chain = relay.chain
    for _ in 0..<3 { try await relay.post(chain.orderV1()) }
    let soon = try await relay.post("/v0/order", try await chain.signed(chain.orderV1()).json)
    #expect(soon.status == 429 && soon.json?["code"] == 103 && soon.header("retry-after") == "1")
    // Others are not held up.
    try await relay.post(chain.orderV1(maker: chain.accounts[2].address))
    relay.now += 3_000
    try await relay.post(chain.orderV1())
    let many = try await relay.post("/v0/order", try await chain.signed(chain.orderV1()).json)
    #expect(many.status == 429 && many.json?["reason"]?.string?.contains("open orders") == true)
    await relay.server.stop()
  }

  @Test("orders of a maker that ended, posted once more by anybody, take nothing from the new ones of that maker")
  func ended() async throws {
    let relay = try await RelayFixture {
      $0.limits.newOrdersPerMinute = 60
      $0.limits.newOrdersAtOnce = 3
    }
    let chain = relay.chain
    let cancelled = try await chain.signed(chain.orderV1())
    #expect(try await chain.cancel(cancelled.order, 3_000, by: chain.accounts[1]))
    try await relay.advance()
    for _ in 0..<6 {
      #expect(try await relay.post("/v0/order", cancelled.json).fieldErrors == ["takerTokenAmount 1004 CANCELLED"])
    }
    for _ in 0..<3 { try await relay.post(chain.orderV1()) }
    #expect(try await relay.post("/v0/order", try await chain.signed(chain.orderV1()).json).status == 429)
    await relay.server.stop()
  }

  @Test("above so many open orders the furthest from the best price goes, none of the first hundred of a side")
  func room() async throws {
    let relay = try await RelayFixture { $0.limits.openOrders = 105 }
    let chain = relay.chain
    var last: SignedOrder<LimitOrder>?
    for list in 0..<2 {
      var orders: [JSON] = []
      for place in 1...55 {
        let price = UInt256(3_000 + 55 * list + place)
        let signed = try await chain.signed(try chain.limitOrder(makerAmount: 1_000, takerAmount: price))
        orders.append(signed.json)
        last = signed
      }
      #expect(try await relay.post("/orderbook/v1/orders", .array(orders)).status == 200)
    }
    let all = try await relay.get("/orderbook/v1/orders?perPage=1000").json
    #expect(all?["total"] == 105)
    let gone = try await relay.get("/orderbook/v1/order/\(try #require(last).hash)")
    #expect(gone.header("x-order-state") == "stopped")
    let again = try await relay.post("/orderbook/v1/order", try #require(last).json)
    #expect(again.fieldErrors == ["takerAmount 1004 STOPPED"])
    await relay.server.stop()
  }

  @Test("behind a trusted server clients are told apart by the header, else the header is nothing")
  func proxies() async throws {
    let relay = try await RelayFixture {
      $0.limits.readsPerMinute = 1
    } options: {
      $0.trustedProxies = ["127.0.0.0/8"]
    }
    for client in ["192.0.2.1", "192.0.2.2", "2001:db8:1:1::1", "2001:db8:1:2::1"] {
      #expect(try await relay.get("/v0/orders", headers: ["X-Forwarded-For: 10.0.0.1, \(client)"]).status == 200)
    }
    let same = ["192.0.2.1", "192.0.2.1, 127.0.0.9", "2001:db8:1:1:ffff::9"]
    for client in same {
      #expect(try await relay.get("/v0/orders", headers: ["X-Forwarded-For: \(client)"]).status == 429)
    }
    let plain = try await RelayFixture(relay.chain) { $0.limits.readsPerMinute = 1 }
    #expect(try await plain.get("/v0/orders", headers: ["X-Forwarded-For: 192.0.2.1"]).status == 200)
    #expect(try await plain.get("/v0/orders", headers: ["X-Forwarded-For: 192.0.2.2"]).status == 429)
    let error = await #expect(throws: RelayError.self) {
      try await RelayFixture(relay.chain) { _ in
      } options: {
        $0.trustedProxies = ["10.0.0.0/40"]
      }
    }
    #expect(error?.code == .invalidProxy)
    await relay.server.stop()
    await plain.server.stop()
  }

  @Test("an address has so many connections, and one that sends nothing is closed")
  func connections() async throws {
    let relay = try await RelayFixture {
      $0.limits.connections = 2
    } options: {
      $0.bounds.firstRequestTime = .milliseconds(200)
    }
    var first = try Conversation(relay.server.port)
    await first.wire.send(Conversation.request("", method: "GET", path: "/healthz"))
    #expect(try await first.reply()?.status == 200)
    let silent = try Wire(relay.server.port)
    #expect(try await silent.rest() == [])
    let slow = try Wire(relay.server.port)
    await slow.send("GET /healthz HTTP/1.1\r\nHost: ")
    let third = try Wire(relay.server.port)
    #expect(try await third.rest() == [])
    #expect(try await slow.rest() == [])
    #expect(try await relay.get("/healthz").status == 200)
    await relay.server.stop()
  }

  @Test("a read-only relay shows and takes nothing")
  func readOnly() async throws {
    let relay = try await RelayFixture { _ in
    } options: {
      $0.isReadOnly = true
    }
    let signed = try await relay.chain.signed(relay.chain.orderV1())
    let reply = try await relay.post("/v0/order", signed.json)
    #expect(reply.status == 403 && reply.json == ["code": 102, "reason": "Order submission disabled"])
    #expect(try await relay.post("/orderbook/v1/orders", []).status == 403)
    #expect(try await relay.get("/v0/orders").json == [])
    #expect(try await relay.get("/relay/v1/status").json?["readOnly"] == true)
    await relay.server.stop()
  }
}
