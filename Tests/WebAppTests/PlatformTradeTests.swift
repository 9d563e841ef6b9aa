import ChainSupport
import ContractClient
import DatabaseSupport
import Exchange
import LectureKit
import NodeDoubles
import Operations
import Primitives
import Relay
import StrictJSON
import Testing

@testable import WebApp

/// Trades that a wallet elsewhere signs.
@Suite("The exchange with a wallet", .serialized, .overEachEngine)
struct PlatformTradeTests {
  private static let pair = MarketFixture.pair

  /// Lets the wallet sign what a form leads to, and tells it; gives the page of what became of it.
  private func carryOut(
    _ market: MarketFixture, _ browser: PlatformBrowser, _ target: String, _ fields: [String: String],
    by name: String = "student"
  ) async throws -> PlatformBrowser.Reading {
    let review = try #require(await browser.post(target, fields).location)
    #expect(review.hasPrefix("/proposals/"), "\(review)")
    let page = await browser.get(review)
    #expect(page.status == 200 && page.text.contains("id=\"pay\""), "\(page.text)")
    let shown = try #require(page.attribute("data-shown"))
    #expect(await browser.tell("\(review)/asked", ["shown": shown]).json == ["ok": true])
    let hash = try await market.own.send(page, by: name)
    #expect(await browser.tell("\(review)/sent", ["hash": hash.hex]).json == ["ok": true])
    return await browser.get(review)
  }

  /// Lets the wallet allow what a form asks to be allowed first.
  private func allow(_ market: MarketFixture, _ browser: PlatformBrowser, _ location: String) async throws {
    let query = try #require(location.split(separator: "?").dropFirst().first)
    let given = try #require(FormFields(parsing: Array(query.utf8)))
    let names = ["token", "version", "amount", "then"]
    let fields = Dictionary(uniqueKeysWithValues: names.map { ($0, given[$0] ?? "") })
    let done = try await carryOut(market, browser, "\(Self.pair)/approve", fields)
    #expect(done.text.contains("It is done"), "\(done.text)")
  }

  @Test("tokens are bought: the allowance is a step of its own, and each is one transaction of the wallet")
  func marketDeal() async throws {
    let market = try await MarketFixture()
    try await market.offer("sell", "100", at: "0.5", by: "teacher")
    let browser = try await PlatformFixture(market.own).browser(of: "student")
    let shown = await browser.get(Self.pair).text
    #expect(shown.contains("\(Self.pair)/trade") && shown.contains("\(Self.pair)/fill?order="))
    let fields = ["side": "buy", "amount": "10", "slippage": "0.5"]
    let step = try #require(await browser.post("\(Self.pair)/trade", fields).location)
    #expect(step.contains("/approve?"))
    #expect(await browser.get(step).text.contains("exactly this amount"))
    try await allow(market, browser, step)
    let (had, paid) = (
      try await market.balance(market.base, "student"), try await market.balance(market.coin, "student")
    )
    let review = try #require(await browser.post("\(Self.pair)/trade", fields).location)
    let page = await browser.get(review)
    #expect(page.attribute("data-to") == market.contracts.v4?.checksummed)
    #expect(page.attribute("data-value") == "0x0" && page.attribute("data-fee") == "own")
    #expect(page.text.contains("buy 10 TKA for 5 WKLAY"))
    #expect(await browser.tell("\(review)/asked", ["shown": "0"]).json == ["ok": true])
    // A second wish like it leads to the first as long as that may have been sent.
    #expect(await browser.post("\(Self.pair)/trade", fields).location == review)
    let hash = try await market.own.send(page, by: "student")
    #expect(await browser.tell("\(review)/sent", ["hash": hash.hex]).json == ["ok": true])
    let done = await browser.get(review).text
    #expect(done.contains("It is done") && done.contains("Paid: 5 WKLAY. Received: 10 TKA."), "\(done)")
    #expect(try await market.balance(market.base, "student") == had + MarketFixture.one * 10)
    #expect(try await market.balance(market.coin, "student") == paid - MarketFixture.one * 5)
    #expect(await browser.get("/transactions").text.contains(": Buy 10 TKA"))
    await market.relay.stop()
  }

  @Test("a deal with another slippage has a review of its own, and one of both is carried out")
  func otherSlippage() async throws {
    let market = try await MarketFixture()
    try await market.offer("sell", "100", at: "0.5", by: "teacher")
    let browser = try await PlatformFixture(market.own).browser(of: "student")
    func review(_ slippage: String) async -> String? {
      await browser.post("\(Self.pair)/trade", ["side": "buy", "amount": "10", "slippage": slippage]).location
    }
    try await allow(market, browser, try #require(await review("0.5")))
    let first = try #require(await review("0.5"))
    #expect(await browser.tell("\(first)/asked", ["shown": "0"]).json == ["ok": true])
    #expect(await review("0.5") == first)
    let second = try #require(await review("2"))
    #expect(second != first && second.hasPrefix("/proposals/"))
    let page = await browser.get(second)
    #expect(page.text.contains("asked for this with other terms") && page.text.contains("id=\"pay\""))
    let shown = try #require(page.attribute("data-shown"))
    #expect(await browser.tell("\(second)/asked", ["shown": shown]).json == ["ok": true])
    // The first one leads to the second by now, and its button asks for nothing.
    #expect(await browser.get(first).location == second)
    let refused = await browser.tell("\(first)/asked", ["shown": "0"])
    #expect(refused.status == 409 && refused.text.contains("web.changed"), "\(refused.text)")
    let hash = try await market.own.send(page, by: "student")
    #expect(await browser.tell("\(second)/sent", ["hash": hash.hex]).json == ["ok": true])
    #expect(await browser.get(second).text.contains("It is done"))
    await market.relay.stop()
  }

  @Test(
    "a deal that went through with other terms is told as such: a second one says what it is, or is refused as that")
  func secondDeal() async throws {
    let market = try await MarketFixture()
    try await market.offer("sell", "100", at: "0.5", by: "teacher")
    let browser = try await PlatformFixture(market.own).browser(of: "student")
    func review(_ amount: String, _ slippage: String) async -> String? {
      await browser.post("\(Self.pair)/trade", ["side": "buy", "amount": amount, "slippage": slippage]).location
    }
    /// Asks for a deal, changes its terms, and sends the first one all the same; gives the second's review.
    func sendFirst(_ amount: String, _ slippage: String, then other: String) async throws -> String {
      let first = try #require(await review(amount, slippage))
      let page = await browser.get(first)
      let shown = try #require(page.attribute("data-shown"))
      #expect(await browser.tell("\(first)/asked", ["shown": shown]).json == ["ok": true])
      let second = try #require(await review(amount, other))
      let hash = try await market.own.send(page, by: "student")
      #expect(await browser.tell("\(first)/sent", ["hash": hash.hex]).json == ["ok": true])
      return second
    }
    // What the exchange may move is just enough for one.
    try await allow(market, browser, try #require(await review("10", "0.5")))
    let refused = try await sendFirst("10", "0.5", then: "2")
    for answer in [await browser.tell("\(refused)/asked", ["shown": "0"]), await browser.get(refused)] {
      #expect(answer.status == 409 && answer.text.contains("would be a second trade"), "\(answer.text)")
      #expect(answer.text.contains("too little for another"), "\(answer.text)")
    }
    #expect(await browser.tell("\(refused)/asked", ["shown": "0"]).text.contains("web.secondDeal"))
    // Where there is enough for two, the review says what a second one is.
    let plenty = ["token": market.coin.checksummed, "version": "v4", "amount": "100"]
    #expect(try await carryOut(market, browser, "\(Self.pair)/approve", plenty).text.contains("It is done"))
    let open = try await sendFirst("20", "0.5", then: "2")
    let page = await browser.get(open)
    #expect(page.text.contains("would be a second trade") && page.text.contains("id=\"pay\""), "\(page.text)")
    await market.relay.stop()
  }

  @Test("coins become tokens and back, and a closed tab is found by the bytes, once")
  func wrapping() async throws {
    let market = try await MarketFixture()
    let browser = try await PlatformFixture(market.own).browser(of: "student")
    #expect(await browser.get("/exchange").text.contains("/exchange/wrap"))
    let before = try await market.balance(market.coin, "student")
    let fields = ["way": "wrap", "amount": "2"]
    let review = try #require(await browser.post("/exchange/wrap", fields).location)
    let page = await browser.get(review)
    #expect(page.attribute("data-value") == (MarketFixture.one * 2).quantity)
    _ = await browser.tell("\(review)/asked", ["shown": "0"])
    _ = try await market.own.send(page, by: "student")
    // The wallet is not asked a second time: the chain shows that it sent.
    #expect(await browser.tell("\(review)/asked", ["shown": "0"]).json == ["ok": true, "state": "sent"])
    #expect(await browser.get(review).text.contains("It is done"))
    #expect(try await market.balance(market.coin, "student") == before + MarketFixture.one * 2)
    // The same once more is another wish.
    let second = try #require(await browser.post("/exchange/wrap", fields).location)
    #expect(second != review)
    let again = await browser.get(second)
    #expect(again.text.contains("id=\"pay\""))
    _ = await browser.tell("\(second)/asked", ["shown": "0"])
    #expect(await browser.get(second).text.contains("id=\"pay\""))
    // Nor is it done by the hash of the first.
    let hash = try #require(try await hash(of: review, browser))
    #expect(await browser.tell("\(second)/sent", ["hash": hash]).status == 409)
    let back = try await carryOut(market, browser, "/exchange/wrap", ["way": "unwrap", "amount": "1"])
    #expect(back.text.contains("It is done"))
    #expect(try await market.balance(market.coin, "student") == before + MarketFixture.one)
    await market.relay.stop()
  }

  /// The hash of a transaction that a page shows.
  private func hash(of review: String, _ browser: PlatformBrowser) async throws -> String? {
    let text = await browser.get(review).text
    return text.matches(of: /0x[0-9a-f]{64}/).first.map { String(text[$0.range]) }
  }

  @Test("an allowance that is there needs no wallet; one that was taken back is asked for again")
  func allowance() async throws {
    let market = try await MarketFixture()
    let browser = try await PlatformFixture(market.own).browser(of: "student")
    let token = market.base.checksummed
    #expect(await browser.get("\(Self.pair)/approve").text.contains("Which token"))
    let fields = ["token": token, "version": "v4", "amount": "7"]
    #expect(try await carryOut(market, browser, "\(Self.pair)/approve", fields).text.contains("It is done"))
    #expect(await browser.post("\(Self.pair)/approve", fields).location == Self.pair)
    let revoke = ["token": token, "version": "v4", "revoke": "yes"]
    #expect(try await carryOut(market, browser, "\(Self.pair)/approve", revoke).text.contains("It is done"))
    let again = await browser.post("\(Self.pair)/approve", revoke)
    #expect(again.status == 200 && again.text.contains("done already"))
    await market.relay.stop()
  }

  @Test("an order that somebody else filled meanwhile is not asked for, and one that is partly filled is shown anew")
  func goneOrder() async throws {
    let market = try await MarketFixture()
    try await market.offer("sell", "20", at: "0.5", by: "teacher")
    let platform = try PlatformFixture(market.own)
    let browser = try await platform.browser(of: "student")
    let link = try #require(await browser.get(Self.pair).text.firstMatch(of: /fill\?order=(0x[0-9a-f]{64})/))
    let order = String(link.output.1)
    let step = try #require(await browser.post("\(Self.pair)/fill", ["order": order]).location)
    try await allow(market, browser, step)
    let review = try #require(await browser.post("\(Self.pair)/fill", ["order": order]).location)
    #expect(await browser.get(review).text.contains("buy 20 TKA for 10 WKLAY"))
    // The teacher takes a part of it, and then the rest, by the same form.
    let teacher = try await market.own.browser()
    _ = await teacher.post("/settings", ["account": "owner"])
    let owner = try #require(market.own.keys["owner"])
    let coin = WrappedCoin(address: market.coin, connection: market.own.client.connection)
    _ = try await coin.deposit(value: Amount(wei: MarketFixture.one * 50)).send(from: owner)
    _ = try await coin.approve(
      guy: #require(market.contracts.v4), wad: MarketFixture.one * 50
    ).send(from: owner)
    #expect(
      try await market.send(teacher, "\(Self.pair)/fill", ["order": order, "amount": "4"]).text.contains("It is done"))
    #expect(await browser.tell("\(review)/asked", ["shown": "0"]).status == 409)
    let changed = await browser.get(review)
    #expect(changed.status == 409 && changed.text.contains("buy 12 TKA for 6 WKLAY"))
    #expect(await browser.tell("\(review)/asked", ["shown": "1"]).json == ["ok": true])
    #expect(
      try await market.send(teacher, "\(Self.pair)/fill", ["order": order, "amount": "6"]).text.contains("It is done"))
    #expect(await browser.tell("\(review)/asked", ["shown": "1"]).status == 409)
    let over = await browser.get(review)
    #expect(over.text.contains("It failed") && over.text.contains("Nothing is left of the order"))
    await market.relay.stop()
  }

  @Test("other bytes than were shown are found out: another spender, another amount, another order's")
  func otherBytes() async throws {
    let market = try await MarketFixture()
    let browser = try await PlatformFixture(market.own).browser(of: "student")
    let token = market.base.checksummed
    func review(_ amount: String) async throws -> String {
      try #require(
        await browser.post(
          "\(Self.pair)/approve", ["token": token, "version": "v4", "amount": amount]
        ).location)
    }
    let (wanted, other) = (try await review("7"), try await review("8"))
    let shown = await browser.get(other)
    _ = await browser.tell("\(wanted)/asked", ["shown": "0"])
    let hash = try await market.own.send(shown, by: "student")
    _ = await browser.tell("\(wanted)/sent", ["hash": hash.hex])
    let page = await browser.get(wanted)
    #expect(page.text.contains("It failed") && page.text.contains("something else"))
    // Another spender, and another account.
    for (index, spender) in [market.coin, try #require(market.contracts.v4)].enumerated() {
      let name = index == 0 ? "student" : "teacher"
      let target = try await review("\(20 + index)")
      _ = await browser.tell("\(target)/asked", ["shown": "0"])
      let contract = CampusToken(address: market.base, connection: market.own.client.connection)
      let receipt = try await contract.approve(
        spender: spender, amount: MarketFixture.one * UInt256(UInt64(20 + index))
      ).send(from: try #require(market.own.keys[name]))
      _ = await browser.tell("\(target)/sent", ["hash": receipt.hash.hex])
      #expect(await browser.get(target).text.contains("something else"))
    }
    await market.relay.stop()
  }

  @Test(
    "a node that lies about what the wallet sent makes nothing of it",
    arguments: [PlatformTrustTests.Lie.value, .call, .sender])
  func lyingNode(_ lie: PlatformTrustTests.Lie) async throws {
    let market = try await MarketFixture()
    let path = market.own.folder.file("platform.sqlite")
    let honest = try await PlatformFixture(market.own, storeAt: path).browser(of: "student")
    let review = try #require(await honest.post("/exchange/wrap", ["way": "wrap", "amount": "2"]).location)
    let page = await honest.get(review)
    _ = await honest.tell("\(review)/asked", ["shown": "0"])
    let hash = try await market.own.send(page, by: "student")
    let liar = try PlatformTrustTests.liar(market.own, [lie])
    let deceived = honest.at(try PlatformFixture(market.own, storeAt: path, values: [.endpoint: [liar.url]]))
    #expect(!(await deceived.get(review).text.contains("It is done")))
    _ = await honest.tell("\(review)/sent", ["hash": hash.hex])
    let told = await deceived.get(review).text
    #expect(told.contains("no node knows yet") && !told.contains("It is done") && !told.contains("something else"))
    #expect(await honest.get(review).text.contains("It is done"))
    await market.relay.stop()
  }

  @Test("an own order is shown and cancelled, once")
  func cancelling() async throws {
    let market = try await MarketFixture()
    try await market.offer("sell", "30", at: "0.7", by: "student")
    let platform = try PlatformFixture(market.own)
    let browser = try await platform.browser(of: "student")
    let page = await browser.get(Self.pair).text
    #expect(page.contains("30 TKA for 21 WKLAY") && !page.contains("\(Self.pair)/post"))
    let hash = String(try #require(page.firstMatch(of: /name="order" value="(0x[0-9a-f]{64})"/)).output.1)
    // It is nobody else's to cancel.
    #expect(try await platform.browser(of: "teacher").post("\(Self.pair)/cancel", ["order": hash]).status == 404)
    #expect(
      try await carryOut(market, browser, "\(Self.pair)/cancel", ["order": hash]).text.contains("It is done"))
    try await market.settle()
    #expect(await browser.get(Self.pair).text.contains("You have no open order"))
    let again = await browser.post("\(Self.pair)/cancel", ["order": hash])
    #expect(again.status == 409 && again.text.contains("Its maker cancelled the order"), "\(again.text)")
    await market.relay.stop()
  }
}
