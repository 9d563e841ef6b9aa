import ChainSupport
import Exchange
import Foundation
import Keys
import Localization
import NodeRPC
import Operations
import Orders
import Primitives
import Relay
import Testing

@testable import WebApp

@Suite("Orders that the exchange's pages leave out", .serialized)
struct ExchangeLeftOutTests {
  private static let pair = MarketFixture.pair

  /// The hashes of the account's orders as its page of the pair has them.
  private func hashes(_ browser: TestBrowser) async -> [String] {
    await browser.get(Self.pair).text.components(separatedBy: "name=\"order\" value=\"").dropFirst().map {
      String($0.prefix(66))
    }
  }

  @Test("of chosen orders those that are over are named with their ends, and the others are cancelled")
  func overAmongChosen() async throws {
    let market = try await MarketFixture()
    for (amount, price) in [("10", "0.5"), ("20", "0.6"), ("30", "0.7")] {
      try await market.offer("sell", amount, at: price, by: "teacher")
    }
    let browser = try await market.own.browser()
    _ = await browser.post("/settings", ["account": "teacher"])
    let all = await hashes(browser)
    #expect(all.count == 3)
    // Nobody fills their own.
    let pair = await browser.get(Self.pair).text
    #expect(pair.contains(">\(ExchangePageText.yours.english)<") && !pair.contains("/fill?"), "\(pair)")
    // The newest is the first.
    let gone = try #require(all.first)
    #expect(try await market.send(browser, "\(Self.pair)/cancel", ["order": gone]).text.contains("It is done"))
    let teacher = try #require(market.own.keys["teacher"]).address
    let sent = try await market.own.chain.node.transactionCount(of: teacher, at: .latest)
    let shown = await browser.postRaw("\(Self.pair)/cancel", all.map { "order=\($0)" }.joined(separator: "&"))
    #expect(shown.status == 409 && shown.location == nil, "\(shown.text)")
    let words = ["30 TKA for 21 WKLAY", "Its maker cancelled the order", "20 TKA for 12 WKLAY", "10 TKA for 5 WKLAY"]
    for word in words + [ExchangePageText.cancelOthers(2).english] {
      #expect(shown.text.contains(word), "\(shown.text)")
    }
    #expect(!shown.text.contains("value=\"\(gone)\""))
    let others = all.dropFirst().map { "order=\($0)" }.joined(separator: "&")
    let review = try #require(await browser.postRaw("\(Self.pair)/cancel", others).location)
    #expect(
      try await browser.follow("\(review)/confirm", ["password": SiteFixture.password]).text.contains("It is done"))
    #expect(try await market.own.chain.node.transactionCount(of: teacher, at: .latest) == sent + 1)
    #expect(await hashes(browser).isEmpty)
    await market.relay.stop()
  }

  @Test("an order of several that ends while its cancel is looked at is named, and nothing is sent")
  func overSince() async throws {
    let market = try await MarketFixture()
    for (amount, price) in [("10", "0.5"), ("20", "0.6")] {
      try await market.offer("sell", amount, at: price, by: "teacher")
    }
    let browser = try await market.own.browser()
    _ = await browser.post("/settings", ["account": "teacher"])
    let all = await hashes(browser)
    let gone = try #require(all.first)
    let review = try #require(
      await browser.postRaw("\(Self.pair)/cancel", all.map { "order=\($0)" }.joined(separator: "&")).location)
    #expect(try await market.send(browser, "\(Self.pair)/cancel", ["order": gone]).text.contains("It is done"))
    let teacher = try #require(market.own.keys["teacher"]).address
    let sent = try await market.own.chain.node.transactionCount(of: teacher, at: .latest)
    let late = await browser.post("\(review)/confirm", ["password": SiteFixture.password])
    #expect(late.status == 409 && late.text.contains("Its maker cancelled the order"), "\(late.text)")
    #expect(late.text.contains(gone), "\(late.text)")
    #expect(try await market.own.chain.node.transactionCount(of: teacher, at: .latest) == sent)
    await market.relay.stop()
  }

  @Test("orders that ask a fee of the taker are left out of trades at the market price, and pages say how many")
  func takerFee() async throws {
    let market = try await MarketFixture(version: .v1, takerFee: MarketFixture.one / 100)
    try await market.offer("sell", "10", at: "0.5", by: "teacher")
    try await market.settle()
    let browser = try await market.own.browser()
    _ = await browser.post("/settings", ["account": "student"])
    for path in [Self.pair, "\(Self.pair)/trade"] {
      for language in Language.allCases {
        let page = await browser.get(path, language: language).text
        #expect(page.contains(language[ExchangePageText.withFees(1)]), "\(page)")
      }
    }
    // Where there is no other order, it is the fee that is told, and not that there is none.
    let fields = ["side": "buy", "amount": "5", "slippage": "50"]
    let refused = await browser.post("\(Self.pair)/trade", fields)
    #expect(refused.location == nil && refused.text.contains(PageAdvice.asksFee.english), "\(refused.text)")
    // The other exchange's order asks none: the deal takes it alone.
    let v4 = try #require(market.contracts.v4)
    try ConfigEditor(market.own.site.settings).keep([.exchangeV4: v4.checksummed])
    try market.own.site.reread([])
    try await market.offer("sell", "10", at: "0.6", by: "teacher")
    try await market.settle()
    _ = await browser.post("/settings", ["account": "student"])
    let step = try #require(await browser.post("\(Self.pair)/trade", fields).location)
    let query = try #require(step.split(separator: "?").last)
    let given = try #require(FormFields(parsing: Array(query.utf8)))
    let allowance = Dictionary(
      uniqueKeysWithValues: ["token", "version", "amount"].map { ($0, given[$0] ?? "") })
    let allowed = try await market.send(browser, "\(Self.pair)/approve", allowance).text
    #expect(allowed.contains("It is done") && allowed.contains("That alone trades nothing and places no order"))
    let review = try #require(await browser.post("\(Self.pair)/trade", fields).location)
    let shown = await browser.get(review).text
    #expect(shown.contains("buy 5 TKA for 3 WKLAY") || shown.contains("Buy 5 TKA for 3 WKLAY"), "\(shown)")
    #expect(shown.contains(ExchangePageText.withFees(1).english), "\(shown)")
    await market.relay.stop()
  }

  @Test("a book without such orders says nothing of them")
  func noFees() async throws {
    let market = try await MarketFixture()
    try await market.offer("sell", "10", at: "0.5", by: "teacher")
    try await market.settle()
    let browser = try await market.own.browser()
    for path in [Self.pair, "\(Self.pair)/trade"] {
      #expect(await !browser.get(path).text.contains("a fee of the taker"))
    }
    await market.relay.stop()
  }
}
