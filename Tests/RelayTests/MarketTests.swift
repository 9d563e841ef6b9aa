import Devnet
import Orders
import Primitives
import StrictJSON
import Testing
import WireSupport

@testable import Relay

@Suite("Trades, candles, depth and figures of a relay")
struct MarketTests {
  @Test("a fill is a trade with its side and exact price, and a candle")
  func trades() async throws {
    let relay = try await RelayFixture(try await RelayChain())
    let chain = relay.chain
    let signed = try await relay.post(chain.orderV1())
    #expect(try await chain.fill(signed, 300, by: chain.accounts[2]))
    try await relay.advance()
    let pair = "base=\(chain.base)&quote=\(chain.quote)"
    let page = try await relay.get("/relay/v1/trades?\(pair)").json
    let trade = try #require(page?["records"]?[0])
    #expect(page?["total"] == 1 && trade["orderHash"]?.string == signed.hash.hex)
    #expect(trade["side"] == "ask" && trade["baseAmount"] == "100" && trade["quoteAmount"] == "300")
    #expect(trade["price"] == ["numerator": "3", "denominator": "1"])
    #expect(trade["maker"]?.string == chain.accounts[1].address.lowercaseHex)
    #expect(trade["taker"]?.string == chain.accounts[2].address.lowercaseHex)
    let turned = try await relay.get("/relay/v1/trades?base=\(chain.quote)&quote=\(chain.base)").json?["records"]?[0]
    #expect(turned?["side"] == "bid" && turned?["price"] == ["numerator": "1", "denominator": "3"])
    #expect(try await relay.get("/relay/v1/trades").json?["records"]?[0]?["side"] == nil)
    #expect(try await relay.get("/relay/v1/trades?maker=\(chain.accounts[3].address)").json?["total"] == 0)
    #expect(try await relay.get("/relay/v1/trades?to=5").json?["total"] == 0)
    let candles = try await relay.get("/relay/v1/candles?\(pair)&interval=1m").json
    let candle = try #require(candles?.array?.last)
    let price: JSON = ["numerator": "3", "denominator": "1"]
    #expect(candle["open"] == price && candle["close"] == price && candle["count"] == 1)
    #expect(candle["baseVolume"] == "100" && candle["quoteVolume"] == "300")
    // What remains of the order is in the depth, at its price.
    let depth = try await relay.get("/relay/v1/depth?\(pair)&levels=5").json
    #expect(depth?["bids"] == [])
    #expect(
      depth?["asks"] == [["price": price, "baseAmount": "900", "quoteAmount": "2700", "orders": 1]])
    await relay.server.stop()
  }

  @Test("parameters that nobody knows are refused under the relay's own routes")
  func strictness() async throws {
    let relay = try await RelayFixture()
    let pair = "base=\(relay.chain.base)&quote=\(relay.chain.quote)"
    for (path, errors) in [
      ("trades?colour=red", ["colour 1006"]), ("trades?base=\(relay.chain.base)", ["quote 1000"]),
      ("candles?\(pair)", ["interval 1000"]), ("candles?\(pair)&interval=2m", ["interval 1001"]),
      ("candles?\(pair)&interval=1m&from=9&to=8", ["from 1004"]),
      ("candles", ["base 1000", "quote 1000", "interval 1000"]),
      ("depth?\(pair)&levels=0", ["levels 1004"]), ("depth?\(pair)&level=1", ["level 1006"]),
      ("status?x=1", ["x 1006"]),
    ] {
      let reply = try await relay.get("/relay/v1/\(path)")
      #expect(reply.status == 400 && reply.fieldCodes == errors, "\(path)")
    }
    await relay.server.stop()
  }

  @Test("status, readiness and figures tell where the book is")
  func figures() async throws {
    let relay = try await RelayFixture(try await RelayChain(), isReady: false)
    #expect(try await relay.get("/readyz").status == 503)
    #expect(try await relay.get("/healthz").json == ["healthy": true])
    #expect(try await relay.get("/relay/v1/status").json?["head"] == .null)
    try await relay.advance()
    #expect(try await relay.get("/readyz").json == ["ready": true])
    try await relay.post(relay.chain.orderV1())
    let status = try await relay.get("/relay/v1/status").json
    let number = await relay.chain.devnet.blockNumber
    #expect(status?["head"]?["number"]?.int == Int(number) && status?["lag"] == 0 && status?["ready"] == true)
    #expect(status?["chainId"]?.int == 31_337 && status?["sequence"] == 1 && status?["openOrders"] == 1)
    #expect(status?["exchanges"]?["v4"]?.string == relay.chain.exchangeV4.lowercaseHex)
    let metrics = try await relay.get("/metrics")
    let text = String(decoding: metrics.body, as: UTF8.self)
    #expect(metrics.header("content-type")?.hasPrefix("text/plain") == true)
    for line in [
      "lectures_relay_open_orders 1", "lectures_relay_posts_taken_total 1",
      "lectures_relay_answers_total{method=\"POST\",route=\"/v0/order\",status=\"201\"} 1",
      "# TYPE lectures_relay_ready gauge", "lectures_relay_ready 1",
    ] { #expect(text.contains(line + "\n"), "\(line)") }
    await relay.server.stop()
  }
}
