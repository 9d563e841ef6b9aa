import Orders
import Primitives
import StrictJSON
import Testing
import WireSupport

@testable import Relay

@Suite("The Standard Relayer API, version 0, over HTTP")
struct StandardRoutesTests {
  @Test("an order goes in and is found by hash, by filters and in the book, byte for byte as it was signed")
  func inAndOut() async throws {
    let relay = try await RelayFixture()
    let chain = relay.chain
    let signed = try await relay.post(chain.orderV1())
    let byHash = try await relay.get("/v0/order/\(signed.hash)")
    #expect(byHash.status == 200 && byHash.json == signed.json)
    #expect(byHash.header("x-order-state") == nil)
    #expect(try await relay.get("/v0/orders").json == .array([signed.json]))
    let book = try await relay.get("/v0/orderbook?baseTokenAddress=\(chain.base)&quoteTokenAddress=\(chain.quote)")
    #expect(book.json == ["bids": [], "asks": .array([signed.json])])
    let other = try await relay.get("/v0/orderbook?baseTokenAddress=\(chain.quote)&quoteTokenAddress=\(chain.base)")
    #expect(other.json == ["bids": .array([signed.json]), "asks": []])
    #expect(book.header("x-book-sequence") == "1")
    #expect(try await relay.get("/orderbook/v1/order/\(signed.hash)").status == 404)
    await relay.server.stop()
  }
}
