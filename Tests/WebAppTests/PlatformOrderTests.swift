import ChainSupport
import ContractClient
import DatabaseSupport
import Exchange
import Keys
import LectureKit
import NodeRPC
import Operations
import Orders
import Primitives
import Relay
import Sending
import StrictJSON
import Testing

@testable import WebApp

/// Limit orders that a wallet elsewhere signs.
@Suite("Limit orders with a wallet", .serialized, .overEachEngine)
struct PlatformOrderTests {
  private static let pair = MarketFixture.pair
  private static let fields = ["side": "sell", "amount": "10", "price": "0.5", "expires": "1h"]

  /// A market whose exchange may move the student's tokens, and the student's browser.
  private func market() async throws -> (MarketFixture, PlatformBrowser) {
    let market = try await MarketFixture()
    let browser = try await PlatformFixture(market.own).browser(of: "student")
    let student = try #require(market.own.keys["student"])
    let token = CampusToken(address: market.base, connection: market.own.client.connection)
    _ = try await token.approve(
      spender: #require(market.contracts.v4), amount: MarketFixture.one * 100
    ).send(from: student)
    try await market.settle()
    return (market, browser)
  }

  /// The typed data that a page asks the wallet to sign.
  private func typedData(_ page: PlatformBrowser.Reading) throws -> TypedData {
    let text = try #require(page.attribute("data-typed")).replacingOccurrences("&quot;", "\"")
    return try TypedData(json: try JSON(parsing: text))
  }

  /// The wallet's part: a signature of what a page shows.
  private func signature(
    _ market: MarketFixture, _ page: PlatformBrowser.Reading, by name: String = "student"
  ) async throws -> String {
    let key = try #require(market.own.keys[name])
    return try await key.sign(typedData: try typedData(page)).bytes65.hex
  }

  @Test("an order is made, signed and posted; the same signature again is harmless")
  func order() async throws {
    let (market, browser) = try await market()
    let review = try #require(await browser.post("\(Self.pair)/order", Self.fields).location)
    #expect(review.hasPrefix("/proposals/"))
    let page = await browser.get(review)
    #expect(page.text.contains("10 TKA") && page.text.contains("5 WKLAY") && page.attribute("data-to") == nil)
    // The wallet hashes what the exchange hashes.
    let hash = try typedData(page).digest()
    #expect(page.text.contains(hash.hex))
    #expect(await browser.tell("\(review)/asked", ["shown": "0"]).json == ["ok": true])
    let student = try #require(market.own.keys["student"])
    let before = try await market.own.chain.node.transactionCount(of: student.address, at: .latest)
    let signed = try await signature(market, page)
    #expect(await browser.tell("\(review)/signed", ["signature": signed]).json?["state"] == "done")
    #expect(await browser.get(review).text.contains("stands in the book until"))
    #expect(await market.openOrders == 1)
    // A second time, and by another form of the same signature.
    #expect(await browser.tell("\(review)/signed", ["signature": signed]).json?["state"] == "done")
    #expect(await market.openOrders == 1)
    #expect(try await market.own.chain.node.transactionCount(of: student.address, at: .latest) == before)
    let shown = await browser.get(Self.pair).text
    #expect(shown.contains("10 TKA for 5 WKLAY") && shown.contains(hash.hex))
    // The same wish once more is asked about.
    let again = await browser.post("\(Self.pair)/order", Self.fields)
    #expect(again.status == 422 && again.text.contains("name=\"another\""))
    #expect(await browser.get("/transactions").text.contains("Limit order: 10 TKA for 5 WKLAY"))
    await market.relay.stop()
  }

  @Test("the allowance comes first, and leads back to the order")
  func allowance() async throws {
    let market = try await MarketFixture()
    let browser = try await PlatformFixture(market.own).browser(of: "student")
    let step = try #require(await browser.post("\(Self.pair)/order", Self.fields).location)
    #expect(step.contains("/approve?") && step.contains("amount=10"))
    await market.relay.stop()
  }

  @Test("signatures of others and of other orders are refused, and nothing is posted")
  func wrongSignatures() async throws {
    let (market, browser) = try await market()
    let review = try #require(await browser.post("\(Self.pair)/order", Self.fields).location)
    let page = await browser.get(review)
    _ = await browser.tell("\(review)/asked", ["shown": "0"])
    var other = Self.fields
    other["amount"] = "11"
    let second = await browser.get(try #require(await browser.post("\(Self.pair)/order", other).location))
    let wrong = [
      try await signature(market, page, by: "teacher"), try await signature(market, second), "0x1234",
      "0x" + String(repeating: "00", count: 65),
    ]
    for signature in wrong {
      let answer = await browser.tell("\(review)/signed", ["signature": signature])
      #expect(answer.status == 422 && answer.text.contains("web.notSigned"), "\(signature): \(answer.text)")
    }
    #expect(await browser.tell("\(review)/signed", ["signature": "x"]).status == 400)
    // Another account cannot sign for this one.
    let teacher = try await PlatformFixture(market.own).browser(of: "teacher")
    #expect(
      await teacher.tell("\(review)/signed", ["signature": try await signature(market, page)]).status == 404)
    #expect(await market.openOrders == 0)
    // The right one is taken still.
    let right = try await signature(market, page)
    #expect(await browser.tell("\(review)/signed", ["signature": right]).json?["state"] == "done")
    await market.relay.stop()
  }

  @Test("an order whose time is over by then is not posted")
  func expired() async throws {
    let (market, browser) = try await market()
    let review = try #require(await browser.post("\(Self.pair)/order", Self.fields).location)
    let page = await browser.get(review)
    _ = await browser.tell("\(review)/asked", ["shown": "0"])
    try await market.own.chain.advance(seconds: 4000)
    let answer = await browser.tell("\(review)/signed", ["signature": try await signature(market, page)])
    #expect(answer.status == 409 && answer.text.contains("web.orderOver"), "\(answer.text)")
    #expect(await browser.get(review).text.contains("time is over"))
    await market.relay.stop()
  }

  @Test("an order that no relay takes stays signed, and is posted once a relay is there")
  func relayDown() async throws {
    let (market, browser) = try await market()
    let review = try #require(await browser.post("\(Self.pair)/order", Self.fields).location)
    let page = await browser.get(review)
    _ = await browser.tell("\(review)/asked", ["shown": "0"])
    await market.relay.stop()
    let signed = try await signature(market, page)
    #expect(await browser.tell("\(review)/signed", ["signature": signed]).json?["state"] == "sent")
    let shown = await browser.get(review)
    #expect(shown.text.contains("not posted yet") && shown.text.contains("\(review)/post"))
    #expect(await browser.post("\(review)/post").location == review)
    #expect(await browser.get(review).text.contains("not posted yet"))
  }

  @Test("an order that the relay refuses did not come into the book, and the relay's words say why")
  func refused() async throws {
    let (market, browser) = try await market()
    let review = try #require(await browser.post("\(Self.pair)/order", Self.fields).location)
    let page = await browser.get(review)
    _ = await browser.tell("\(review)/asked", ["shown": "0"])
    // The tokens go elsewhere before it is signed.
    let student = try #require(market.own.keys["student"])
    let token = CampusToken(address: market.base, connection: market.own.client.connection)
    _ = try await token.transfer(
      to: #require(market.own.keys["teacher"]).address, amount: MarketFixture.one * MarketFixture.holdings
    ).send(from: student)
    try await market.settle()
    let signed = try await signature(market, page)
    #expect(await browser.tell("\(review)/signed", ["signature": signed]).json?["state"] == "failed")
    let shown = await browser.get(review).text
    #expect(shown.contains("It failed") && shown.contains("The relay refused the order"))
    await market.relay.stop()
  }
}

extension String {
  /// The text with all occurrences of a part in it replaced.
  fileprivate func replacingOccurrences(_ part: String, _ other: String) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }
}
