import Devnet
import Listening
import Orders
import Primitives
import StrictJSON
import Testing
import WireSupport

@testable import Relay

@Suite("A relay's channels over WebSocket")
struct WebSocketTests {
  private func subscription(
    _ channel: String, id: JSON = 1, _ payload: JSONObject
  ) -> String {
    JSON.object(["type": "subscribe", "channel": .string(channel), "requestId": id, "payload": .object(payload)])
      .serialized()
  }

  private func pair(_ chain: RelayChain, _ others: JSONObject = [:]) -> JSONObject {
    var payload: JSONObject = [
      "baseTokenAddress": .string(chain.base.lowercaseHex), "quoteTokenAddress": .string(chain.quote.lowercaseHex),
    ]
    for (name, value) in others { payload[name] = value }
    return payload
  }

  @Test("version 0 tells the book first if asked, then every new order, byte for byte as it was signed")
  func version0() async throws {
    let relay = try await RelayFixture()
    let chain = relay.chain
    let first = try await relay.post(chain.orderV1())
    var client = try await WebSocketClient(relay.server.port, path: "/v0/ws")
    await client.send(subscription("orderbook", pair(chain, ["snapshot": true, "limit": 100])))
    #expect(
      try await client.message() == [
        "type": "snapshot", "channel": "orderbook", "requestId": 1,
        "payload": ["bids": [], "asks": .array([first.json])],
      ])
    let second = try await relay.post(chain.orderV1())
    #expect(
      try await client.message() == [
        "type": "update", "channel": "orderbook", "requestId": 1, "payload": second.json,
      ])
    // An order of version 4, and one that goes, have no word in version 0.
    try await relay.post(try chain.limitOrder())
    #expect(try await chain.cancel(first.order, 3_000, by: chain.accounts[1]))
    try await relay.advance()
    let third = try await relay.post(chain.orderV1())
    #expect(try await client.message()?["payload"] == third.json)
    await relay.server.stop()
  }

  @Test("who asks for more hears of orders that change or go, each with the book's number")
  func extended() async throws {
    let relay = try await RelayFixture(try await RelayChain())
    let chain = relay.chain
    var client = try await WebSocketClient(relay.server.port, path: "/v0/ws")
    await client.send(subscription("orderbook", id: "a", pair(chain, ["extended": true, "snapshot": true])))
    #expect(try await client.message()?["sequence"] == 0)
    let signed = try await relay.post(chain.orderV1())
    #expect(try await client.message()?["sequence"] == 1)
    #expect(try await chain.fill(signed, 300, by: chain.accounts[2]))
    try await relay.advance()
    #expect(
      try await client.message() == [
        "type": "remove", "channel": "orderbook", "requestId": "a", "sequence": 2,
        "payload": [
          "orderHash": .string(signed.hash.hex), "state": "partFilled", "remainingTakerTokenAmount": "2700",
        ],
      ])
    #expect(try await chain.cancel(signed.order, 2_700, by: chain.accounts[1]))
    try await relay.advance()
    let gone = try await client.message()
    #expect(gone?["payload"]?["state"] == "cancelled" && gone?["payload"]?["remainingTakerTokenAmount"] == "0")
    await relay.server.stop()
  }

  @Test("version 4 tells the states of orders", arguments: ["/orderbook/v1", "/sra/v4"])
  func version4(path: String) async throws {
    let relay = try await RelayFixture(try await RelayChain())
    let chain = relay.chain
    var client = try await WebSocketClient(relay.server.port, path: path)
    await client.send(subscription("orders", id: "u-1", ["makerToken": .string(chain.base.lowercaseHex)]))
    await client.send(subscription("orders", id: "u-2", ["makerToken": .string(chain.quote.lowercaseHex)]))
    await client.send(#"{"type":"unsubscribe","requestId":"u-0"}"#)
    // The answer to what is wrong comes after the subscriptions began.
    #expect(try await client.message()?["type"] == "error")
    let signed = try await relay.post(try chain.limitOrder())
    let added = try await client.message()
    #expect(added?["type"] == "update" && added?["channel"] == "orders" && added?["requestId"] == "u-1")
    #expect(added?["payload"]?[0]?["order"] == signed.json && added?["sequence"] == nil)
    #expect(added?["payload"]?[0]?["metaData"]?["state"] == "ADDED")
    try await chain.approve(chain.base, for: chain.exchangeV4, 0, by: chain.accounts[1])
    try await relay.advance()
    #expect(try await client.message()?["payload"]?[0]?["metaData"]?["state"] == "UNFUNDED")
    try await chain.approve(chain.base, for: chain.exchangeV4, 500_000, by: chain.accounts[1])
    try await relay.advance()
    #expect(try await client.message()?["payload"]?[0]?["metaData"]?["state"] == "FILLABILITY_INCREASED")
    await relay.server.stop()
  }

  @Test("a client that comes back hears all that it missed, or gets the book anew")
  func since() async throws {
    let relay = try await RelayFixture()
    let chain = relay.chain
    let orders = [
      try await relay.post(chain.orderV1()), try await relay.post(chain.orderV1()),
      try await relay.post(chain.orderV1()),
    ]
    var client = try await WebSocketClient(relay.server.port, path: "/v0/ws")
    // The feed hears of the last order a moment after it was answered.
    while await relay.server.service.feed.delivered < 3 { try await Task.sleep(for: .milliseconds(5)) }
    await client.send(subscription("orderbook", pair(chain, ["extended": true, "since": 1])))
    #expect(try await client.message()?["payload"] == orders[1].json)
    let last = try await client.message()
    #expect(last?["payload"] == orders[2].json && last?["sequence"] == 3)
    await client.send(subscription("orderbook", id: 2, pair(chain, ["extended": true, "since": 3])))
    await client.send(subscription("orderbook", id: 3, pair(chain, ["extended": true, "since": 77])))
    let anew = try await client.message()
    #expect(anew?["type"] == "snapshot" && anew?["requestId"] == 3 && anew?["sequence"] == 3)
    #expect(anew?["payload"]?["asks"]?.array?.count == 3)
    await relay.server.stop()
  }

  @Test("trades and candles come with the block")
  func markets() async throws {
    let relay = try await RelayFixture(try await RelayChain())
    let chain = relay.chain
    let signed = try await relay.post(chain.orderV1())
    let pair: JSONObject = ["base": .string(chain.base.lowercaseHex), "quote": .string(chain.quote.lowercaseHex)]
    var trades = try await WebSocketClient(relay.server.port, path: "/v0/ws")
    await trades.send(subscription("trades", pair))
    await trades.send(#"{"type":"x","requestId":9}"#)
    #expect(try await trades.message()?["type"] == "error")
    var candles = try await WebSocketClient(relay.server.port, path: "/orderbook/v1")
    var interval = pair
    interval["interval"] = "1h"
    await candles.send(subscription("candles", id: 2, interval))
    await candles.send(#"{"type":"x","requestId":9}"#)
    #expect(try await candles.message()?["type"] == "error")
    let snapshot = await chain.devnet.snapshot()
    #expect(try await chain.fill(signed, 300, by: chain.accounts[2]))
    try await relay.advance()
    let trade = try await trades.message()
    #expect(trade?["type"] == "update" && trade?["channel"] == "trades" && trade?["payload"]?[0]?["side"] == "ask")
    let candle = try await candles.message()
    #expect(candle?["channel"] == "candles" && candle?["payload"]?[0]?["quoteVolume"] == "300")
    #expect(try await chain.devnet.revert(to: snapshot))
    try await chain.devnet.mine(blocks: 3)
    try await relay.advance()
    let gone = try await trades.message()
    #expect(gone?["type"] == "remove" && gone?["payload"]?["aboveBlock"]?.int != nil)
    await relay.server.stop()
  }

  @Test("what cannot be understood is an error with the request's number, and the connection stays")
  func errors() async throws {
    let relay = try await RelayFixture { $0.limits.subscriptions = 1 }
    let chain = relay.chain
    var client = try await WebSocketClient(relay.server.port, path: "/v0/ws")
    for (text, code, part) in [
      ("{", 101, "Malformed JSON"), ("[]", 100, "requestId"), (#"{"type":"subscribe"}"#, 100, "requestId"),
      (#"{"type":"subscribe","requestId":1}"#, 100, "channel"),
      (#"{"type":"subscribe","requestId":1,"channel":"orderbook","payload":{}}"#, 100, "baseTokenAddress"),
      (#"{"type":"subscribe","requestId":1,"channel":"orderbook","payload":5}"#, 100, "payload"),
      (#"{"type":"subscribe","requestId":1,"channel":"candles","payload":{"interval":"2m"}}"#, 100, "interval"),
      (#"{"type":"subscribe","requestId":1,"channel":"orders","payload":{"makerToken":"0x1"}}"#, 100, "makerToken"),
      (#"{"type":"unsubscribe","requestId":1}"#, 100, "no subscription"),
    ] {
      await client.send(text)
      let answer = try await client.message()
      #expect(answer?["type"] == "error" && answer?["payload"]?["code"]?.int == code, "\(text)")
      #expect(answer?["payload"]?["reason"]?.string?.contains(part) == true, "\(text)")
    }
    await client.send(subscription("orderbook", pair(chain)))
    await client.send(subscription("orderbook", pair(chain)))
    #expect(try await client.message()?["payload"]?["reason"]?.string?.contains("already") == true)
    await client.send(subscription("orderbook", id: 2, pair(chain)))
    #expect(try await client.message()?["payload"]?["code"] == 103)
    await client.send(#"{"type":"unsubscribe","requestId":1}"#)
    await client.send(subscription("orderbook", id: 2, pair(chain, ["snapshot": true])))
    #expect(try await client.message()?["requestId"] == 2)
    let status = try await relay.get("/relay/v1/status").json
    #expect(status?["webSockets"] == 1 && status?["subscriptions"] == 1)
    await relay.server.stop()
  }

  @Test("a message that is too long ends the connection, and places without WebSocket say so")
  func bounds() async throws {
    let relay = try await RelayFixture()
    var client = try await WebSocketClient(relay.server.port, path: "/v0/ws")
    await client.send(String(repeating: " ", count: 70_000))
    #expect(try await client.frame()?.code == 1009)
    var other = try Conversation(relay.server.port)
    #expect(try await other.upgrade(path: "/v0/orders")?.status == 200)
    var wrong = try Conversation(relay.server.port)
    #expect(try await wrong.upgrade(path: "/v0/ws", ["Sec-WebSocket-Version: 12"])?.status == 426)
    await relay.server.stop()
  }

  @Test("messages count as readings of their address")
  func rates() async throws {
    let relay = try await RelayFixture { $0.limits.readsPerMinute = 2 }
    var client = try await WebSocketClient(relay.server.port, path: "/v0/ws")
    var codes: [Int?] = []
    for _ in 0..<3 {
      await client.send(#"{"type":"x","requestId":1}"#)
      codes.append(try await client.message()?["payload"]?["code"]?.int)
    }
    #expect(codes == [100, 100, 103])
    await relay.server.stop()
  }

  @Test("who does not read is turned away, and the others hear all")
  func slowReaders() async throws {
    let relay = try await RelayFixture { _ in
    } options: {
      $0.waiting.bytes = 20_000
      $0.bounds.farewellTime = .milliseconds(100)
    }
    let chain = relay.chain
    let feed = relay.server.service.feed
    var deaf: [WebSocketClient] = []
    for _ in 0..<3 {
      let client = try await WebSocketClient(relay.server.port, path: "/orderbook/v1")
      for id in 0..<20 { await client.send(subscription("orders", id: .number("\(id)"), [:])) }
      deaf.append(client)
    }
    while await feed.count < 60 { try await Task.sleep(for: .milliseconds(5)) }
    var hearing = try await WebSocketClient(relay.server.port, path: "/orderbook/v1")
    await hearing.send(subscription("orders", id: 7, ["extended": true]))
    while await feed.count < 61 { try await Task.sleep(for: .milliseconds(5)) }
    var rounds: UInt64 = 0
    while await feed.count > 1, rounds < 400 {
      rounds += 1
      try await relay.post(try chain.limitOrder(makerAmount: 100, takerAmount: 300))
      #expect(try await hearing.message()?["sequence"]?.int == Int(rounds))
    }
    #expect(await feed.count == 1)
    for client in deaf { _ = try? await client.conversation.wire.rest() }
    await relay.server.stop()
  }
}
