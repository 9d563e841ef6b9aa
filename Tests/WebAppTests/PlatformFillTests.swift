import ChainSupport
import ContractClient
import Exchange
import LectureKit
import Operations
import Primitives
import Relay
import StrictJSON
import Testing

@testable import WebApp

/// The outcome of deals that a wallet elsewhere sent.
@Suite("A deal of a wallet", .serialized) struct PlatformFillTests {
  private static let pair = MarketFixture.pair

  @Test("of which somebody else was faster to take a part says how much was filled")
  func partly() async throws {
    let market = try await MarketFixture()
    try await market.offer("sell", "20", at: "0.5", by: "teacher")
    let browser = try await PlatformFixture(market.own).browser(of: "student")
    let link = try #require(await browser.get(Self.pair).text.firstMatch(of: /fill\?order=(0x[0-9a-f]{64})/))
    let order = String(link.output.1)
    for name in ["student", "owner"] {
      let key = try #require(market.own.keys[name])
      let coin = WrappedCoin(address: market.coin, connection: market.own.client.connection)
      _ = try await coin.deposit(value: Amount(wei: MarketFixture.one * 50)).send(from: key)
      _ = try await coin.approve(
        guy: #require(market.contracts.v4), wad: MarketFixture.one * 50
      ).send(from: key)
    }
    let review = try #require(await browser.post("\(Self.pair)/fill", ["order": order]).location)
    let page = await browser.get(review)
    #expect(page.text.contains("buy 20 TKA for 10 WKLAY"), "\(page.text)")
    #expect(await browser.tell("\(review)/asked", ["shown": "0"]).json == ["ok": true])
    let other = try await market.own.browser()
    _ = await other.post("/settings", ["account": "owner"])
    let taken = try await market.send(other, "\(Self.pair)/fill", ["order": order, "amount": "4"])
    #expect(taken.text.contains("It is done"))
    let hash = try await market.own.send(page, by: "student", gas: 500_000)
    #expect(await browser.tell("\(review)/sent", ["hash": hash.hex]).json == ["ok": true])
    let done = await browser.get(review).text
    #expect(done.contains("Only a part was filled") && done.contains("Paid: 6 WKLAY. Received: 12 TKA."), "\(done)")
    await market.relay.stop()
  }
}
