import ChainSupport
import ContractClient
import Exchange
import Foundation
import Keys
import LectureKit
import Localization
import NodeRPC
import Operations
import Orders
import Outbox
import Primitives
import Relay
import Testing
import Tokens

@testable import WebApp

@Suite("The exchange on pages", .serialized)
struct ExchangePageTests {
  private static let pair = "/exchange/TKA-WKLAY"

  /// An account makes a limit order by the pages, and lets the exchange move what it gives first.
  private func order(
    _ market: MarketFixture, _ browser: TestBrowser, _ side: String, _ amount: String, at price: String,
    expires: String = "1d"
  ) async throws {
    let fields = ["side": side, "amount": amount, "price": price, "expires": expires]
    let first = try #require(await browser.post("\(Self.pair)/order", fields).location)
    if first.contains("/approve?") { try await approve(market, browser, first) }
    try await market.settle()
    let done = try await market.send(browser, "\(Self.pair)/order", fields)
    #expect(done.status == 200 && done.text.contains("It is done"))
  }

  /// Goes through the page that lets the exchange move an exact amount.
  private func approve(_ market: MarketFixture, _ browser: TestBrowser, _ path: String) async throws {
    let page = await browser.get(path)
    #expect(page.status == 200)
    func hidden(_ name: String) throws -> String {
      let start = try #require(page.text.range(of: "name=\"\(name)\" value=\""))
      return String(page.text[start.upperBound...].prefix { $0 != "\"" })
    }
    let amount = try #require(FormFields(parsing: Array(path.split(separator: "?")[1].utf8))?["amount"])
    let done = try await market.send(
      browser, "\(Self.pair)/approve",
      ["token": try hidden("token"), "version": try hidden("version"), "amount": amount])
    #expect(done.text.contains("It is done"))
  }

  @Test("without an exchange the page names the settings, in every language", arguments: Language.allCases)
  func unconfigured(language: Language) async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    for path in ["/exchange", Self.pair] {
      let page = await browser.get(path, language: language)
      #expect(page.status == 200)
      for name in ["exchange-v4", "exchange-v1", "relays"] { #expect(page.text.contains(name)) }
    }
  }

  @Test("an order is made after the exact amount is allowed, stands in the book, and is cancelled")
  func limitOrder() async throws {
    let market = try await MarketFixture()
    let browser = try await market.own.browser()
    let empty = await browser.get(Self.pair)
    #expect(empty.text.contains("There are no orders that can be filled.") && empty.text.contains("none"))
    try await order(market, browser, "sell", "100", at: "0.31")
    let student = try #require(market.own.keys["student"])
    let v4 = try #require(market.contracts.v4)
    let token = CampusToken(address: market.base, connection: market.own.client.connection)
    #expect(try await token.allowance(arg0: student.address, arg1: v4).call() == MarketFixture.one * 100)
    let page = await browser.get(Self.pair).text
    #expect(page.contains("0.31") && page.contains("100 TKA for 31 WKLAY"))
    #expect(page.contains("role=\"img\"") && page.contains(LayoutText.scrolls.english))
    #expect(await browser.get("/exchange").text.contains("0.31"))
    // The very same order is asked about.
    let fields = ["side": "sell", "amount": "100", "price": "0.31", "expires": "1d"]
    let again = await browser.post("\(Self.pair)/order", fields)
    #expect(again.status == 422 && again.text.contains("name=\"another\""))
    let start = try #require(page.range(of: "name=\"order\" value=\""))
    let hash = String(page[start.upperBound...].prefix { $0 != "\"" })
    let before = try await market.own.chain.node.transactionCount(of: student.address, at: .latest)
    // Nothing chosen is said, and not passed over.
    let none = await browser.post("\(Self.pair)/cancel")
    #expect(none.status == 422 && none.text.contains("href=\"#own-orders\"") && none.text.contains("Nothing was done."))
    // More than one transaction takes are not cut short in silence.
    let orders = (0..<51).map { "order=0x" + String(repeating: "0", count: 62) + ($0 < 10 ? "0\($0)" : "\($0)") }
    let many = await browser.postRaw("\(Self.pair)/cancel", orders.joined(separator: "&"))
    #expect(many.status == 422 && many.text.contains("Tick at most 50 orders, and the others afterwards."))
    let named = "cancel the order \(hash.prefix(10))…\(hash.suffix(8)): 100 TKA for 31 WKLAY"
    let review = try #require(await browser.post("\(Self.pair)/cancel", ["order": hash]).location)
    #expect(await browser.get(review).text.contains(named + "?"))
    try await market.own.chain.automine(false)
    let sent = try await market.own.site.outbox().intents().first?.id ?? 0
    #expect(await browser.post("\(review)/confirm", ["password": SiteFixture.password]).status == 303)
    let number = try await market.own.untilOffered(1, after: sent)
    let pending = await browser.get(Self.pair).text
    #expect(pending.contains("You are cancelling this order.") && pending.contains("/transactions/\(number)\""))
    #expect(!pending.contains("value=\"\(hash)\""))
    #expect(await browser.post("\(Self.pair)/cancel", ["order": hash]).status == 409)
    try await market.own.chain.automine(true)
    try await market.own.chain.mine()
    let done = try await browser.settled(review).text
    #expect(done.contains("It is done") && done.contains(named) && !done.contains("LimitOrder("))
    let sends = await browser.get("/transactions").text
    #expect(sends.contains(named) && sends.contains("let the exchange move 100 TKA") && !sends.contains("approve("))
    #expect(try await market.own.chain.node.transactionCount(of: student.address, at: .latest) == before + 1)
    try await market.settle()
    #expect(await browser.get(Self.pair).text.contains("You have no open order"))
    // Whoever has a link to it reads how it ended.
    let over = await browser.get("\(Self.pair)/fill?order=\(hash)").text
    #expect(over.contains("Its maker cancelled the order"), "\(over)")
    await market.relay.stop()
  }

  @Test("an order whose maker pays a fee is shown before the exchange is let move what it gives")
  func makerFee() async throws {
    let market = try await MarketFixture(version: .v1, makerFee: MarketFixture.one / 100)
    let browser = try await market.own.browser()
    let shown = await browser.post(
      "\(Self.pair)/order", ["side": "sell", "amount": "10", "price": "0.5", "expires": "1d"])
    #expect(shown.status == 200 && shown.location == nil, "\(shown.text)")
    #expect(shown.text.contains("10 TKA") && shown.text.contains("/approve?"), "\(shown.text)")
    await market.relay.stop()
  }

  @Test("tokens are bought from the book: the allowance is a step of its own, and the deal is one transaction")
  func marketDeal() async throws {
    let market = try await MarketFixture()
    let browser = try await market.own.browser()
    _ = await browser.post("/settings", ["account": "teacher"])
    try await order(market, browser, "sell", "100", at: "0.5")
    _ = await browser.post("/settings", ["account": "student"])
    let fields = ["side": "buy", "amount": "10", "slippage": "0.5"]
    let step = try #require(await browser.post("\(Self.pair)/trade", fields).location)
    #expect(step.contains("/approve?"))
    let shown = await browser.get(step).text
    #expect(shown.contains("exactly this amount") && shown.contains("value=\"5\""))
    try await approve(market, browser, step)
    let (had, paid) = (
      try await market.balance(market.base, "student"), try await market.balance(market.coin, "student")
    )
    let end = try await market.send(browser, "\(Self.pair)/trade", fields).text
    let (five, ten) = (MarketFixture.one * 5, MarketFixture.one * 10)
    #expect(end.contains("It is done") && end.contains("complete: \(five) for \(ten), of which \(ten)"), "\(end)")
    #expect(try await market.balance(market.base, "student") == had + MarketFixture.one * 10)
    #expect(try await market.balance(market.coin, "student") == paid - MarketFixture.one * 5)
    let page = await browser.get(Self.pair).text
    #expect(page.contains("10 TKA") && page.contains("<details>"))
    let korean = await browser.get("\(Self.pair)?candles=1d", language: .korean)
    #expect(korean.status == 200 && korean.text.contains(">15분</a>") && korean.text.contains(">4시간</a>"))
    #expect(!korean.text.contains(">15m<") && !korean.text.contains("1d 캔들"))
    await market.relay.stop()
  }

  @Test("a deal of which a part is over before its block is told as filled in part, and not as done")
  func filledInPart() async throws {
    let market = try await MarketFixture()
    let browser = try await market.own.browser()
    _ = await browser.post("/settings", ["account": "teacher"])
    try await order(market, browser, "sell", "10", at: "0.5")
    try await order(market, browser, "sell", "10", at: "0.51", expires: "1h")
    _ = await browser.post("/settings", ["account": "student"])
    let fields = ["side": "buy", "amount": "15", "slippage": "5"]
    try await approve(market, browser, try #require(await browser.post("\(Self.pair)/trade", fields).location))
    let had = try await market.balance(market.base, "student")
    let review = try #require(await browser.post("\(Self.pair)/trade", fields).location)
    try await market.own.chain.automine(false)
    let sent = try await market.own.site.outbox().intents().first?.id ?? 0
    #expect(await browser.post("\(review)/confirm", ["password": SiteFixture.password]).status == 303)
    _ = try await market.own.untilOffered(1, after: sent)
    try await market.own.chain.advance(seconds: 7_200)
    try await market.own.chain.automine(true)
    let page = try await browser.settled(review).text
    #expect(
      page.contains("Not all of it was traded") && page.contains("partly: ") && !page.contains("It is done"),
      "\(page)")
    #expect(try await market.balance(market.base, "student") == had + MarketFixture.one * 10)
    // The same wish is the same deal, of which the same is told.
    let again = await browser.post("\(Self.pair)/trade", fields)
    #expect(again.location == nil && again.text.contains("filled less than was planned"), "\(again.text)")
    let sends = await browser.get("/transactions").text
    #expect(sends.contains("badge part"), "\(sends)")
    let reasons = try await market.own.site.outbox().intents().compactMap(\.reason)
    #expect(reasons == ["in part: buy 10 TKA for 5 WKLAY"])
    await market.relay.stop()
  }

  @Test("a sale of which only a part can be made says so before the exchange is let move anything")
  func sellingInPart() async throws {
    let market = try await MarketFixture()
    let browser = try await market.own.browser()
    _ = await browser.post("/settings", ["account": "teacher"])
    try await order(market, browser, "buy", "10", at: "0.5")
    _ = await browser.post("/settings", ["account": "student"])
    let shown = await browser.post("\(Self.pair)/trade", ["side": "sell", "amount": "25", "slippage": "5"])
    #expect(shown.status == 200 && shown.location == nil, "\(shown.text)")
    let words = ExchangeFormText.onlyPart("10 TKA", of: "25 TKA").english
    #expect(shown.text.contains(words) && shown.text.contains("/approve?"), "\(shown.text)")
    let whole = await browser.post("\(Self.pair)/trade", ["side": "sell", "amount": "10", "slippage": "5"])
    #expect(whole.location?.contains("/approve?") == true, "\(whole.text)")
    await market.relay.stop()
  }

  @Test("an order that is over is told by its end, and nothing is sent to fill or to cancel it")
  func over() async throws {
    let market = try await MarketFixture()
    let browser = try await market.own.browser()
    _ = await browser.post("/settings", ["account": "teacher"])
    try await order(market, browser, "sell", "10", at: "0.5")
    try await order(market, browser, "sell", "10", at: "0.6")
    let page = await browser.get(Self.pair).text
    let hashes = page.components(separatedBy: "name=\"order\" value=\"").dropFirst().map { String($0.prefix(66)) }
    #expect(hashes.count == 2)
    let cancelled = try #require(hashes.first)
    let standing = try #require(hashes.last)
    #expect(
      try await market.send(browser, "\(Self.pair)/cancel", ["order": cancelled]).text.contains("It is done"))
    let teacher = try #require(market.own.keys["teacher"]).address
    let sent = try await market.own.chain.node.transactionCount(of: teacher, at: .latest)
    let again = await browser.post("\(Self.pair)/cancel", ["order": cancelled])
    #expect(again.status == 409 && again.text.contains("Its maker cancelled the order"), "\(again.text)")
    let review = try #require(await browser.post("\(Self.pair)/cancel", ["order": standing]).location)
    _ = await browser.post("/settings", ["account": "student"])
    let filled = await browser.post("\(Self.pair)/fill", ["order": cancelled, "far": "yes"])
    #expect(filled.status == 409 && filled.text.contains("Its maker cancelled the order"), "\(filled.text)")
    #expect(!filled.text.contains("omebody was faster"))
    // One that is filled while its cancel is looked at is not cancelled either.
    let fields = ["order": standing, "far": "yes"]
    try await approve(market, browser, try #require(await browser.post("\(Self.pair)/fill", fields).location))
    #expect(try await market.send(browser, "\(Self.pair)/fill", fields).text.contains("It is done"))
    let late = await browser.post("\(review)/confirm", ["password": SiteFixture.password])
    #expect(late.status == 409 && late.text.contains("The order is filled already"), "\(late.text)")
    #expect(try await market.own.chain.node.transactionCount(of: teacher, at: .latest) == sent)
    await market.relay.stop()
  }

  @Test("a deal that became dearer while somebody looked is shown again, and nothing is sent")
  func movedBook() async throws {
    let market = try await MarketFixture()
    let browser = try await market.own.browser()
    _ = await browser.post("/settings", ["account": "teacher"])
    try await order(market, browser, "sell", "10", at: "0.5")
    try await order(market, browser, "sell", "20", at: "0.6")
    let page = await browser.get(Self.pair).text
    let first = try #require(page.components(separatedBy: "name=\"order\" value=\"").last).prefix { $0 != "\"" }
    _ = await browser.post("/settings", ["account": "student"])
    let fields = ["side": "buy", "amount": "10", "slippage": "30"]
    let step = try #require(await browser.post("\(Self.pair)/trade", fields).location)
    try await approve(market, browser, step)
    // As much as both prices take.
    let token = market.coin.checksummed
    _ = try await market.send(browser, "\(Self.pair)/approve", ["token": token, "version": "v4", "amount": "50"])
    let review = try #require(await browser.post("\(Self.pair)/trade", fields).location)
    _ = await browser.post("/settings", ["account": "teacher"])
    #expect(
      try await market.send(browser, "\(Self.pair)/cancel", ["order": String(first)]).text.contains("It is done"))
    try await market.settle()
    _ = await browser.post("/settings", ["account": "student"])
    let had = try await market.balance(market.coin, "student")
    let answer = await browser.post("\(review)/confirm", ["password": SiteFixture.password])
    #expect(answer.status == 409 && answer.text.contains("nothing was sent"))
    #expect(try await market.balance(market.coin, "student") == had)
    await market.relay.stop()
  }

  @Test("one order is filled alone, and one far from the best price only after a box is ticked")
  func fill() async throws {
    let market = try await MarketFixture()
    let browser = try await market.own.browser()
    _ = await browser.post("/settings", ["account": "teacher"])
    try await order(market, browser, "sell", "10", at: "0.5")
    try await order(market, browser, "sell", "20", at: "2")
    _ = await browser.post("/settings", ["account": "student"])
    let page = await browser.get(Self.pair).text
    let links = page.components(separatedBy: "/fill?order=").dropFirst().map { String($0.prefix(66)) }
    #expect(links.count == 2)
    // The dearest stands on top.
    let far = try #require(links.first)
    #expect(await browser.get("\(Self.pair)/fill?order=\(far)").text.contains("far from the best"))
    let refused = await browser.post("\(Self.pair)/fill", ["order": far, "amount": "2"])
    #expect(refused.status == 422 && refused.text.contains("href=\"#far\""))
    let step = try #require(
      await browser.post("\(Self.pair)/fill", ["order": far, "amount": "2", "far": "yes"]).location)
    try await approve(market, browser, step)
    let had = try await market.balance(market.base, "student")
    let done = try await market.send(browser, "\(Self.pair)/fill", ["order": far, "amount": "2", "far": "yes"])
    #expect(done.text.contains("It is done"))
    #expect(try await market.balance(market.base, "student") == had + MarketFixture.one)
    #expect(await browser.get("\(Self.pair)/fill?order=0x00").status == 404)
    await market.relay.stop()
  }

  @Test("an order that is dearer than one's own alone is not far from the best that one can fill")
  func fillBesideOwn() async throws {
    let market = try await MarketFixture()
    let browser = try await market.own.browser()
    _ = await browser.post("/settings", ["account": "teacher"])
    try await order(market, browser, "sell", "20", at: "2")
    let page = await browser.get(Self.pair).text
    let dear = try #require(page.components(separatedBy: "name=\"order\" value=\"").last).prefix { $0 != "\"" }
    _ = await browser.post("/settings", ["account": "student"])
    try await order(market, browser, "sell", "10", at: "0.5")
    try await market.settle()
    let shown = await browser.get("\(Self.pair)/fill?order=\(dear)")
    #expect(shown.status == 200 && !shown.text.contains("far from the best"), "\(shown.text)")
    let step = await browser.post("\(Self.pair)/fill", ["order": String(dear), "amount": "2"])
    #expect(step.location?.contains("/approve?") == true, "\(step.text)")
    // Somebody else can fill the cheaper one.
    _ = await browser.post("/settings", ["account": "owner"])
    #expect(await browser.get("\(Self.pair)/fill?order=\(dear)").text.contains("far from the best"))
    await market.relay.stop()
  }

  @Test("the coin becomes a token and comes back, and amounts are read as every language writes them")
  func wrapping() async throws {
    let market = try await MarketFixture()
    let browser = try await market.own.browser()
    let before = try await market.balance(market.coin, "student")
    #expect(
      try await market.send(browser, "/exchange/wrap", ["way": "wrap", "amount": "1,5"]).text.contains("It is done"))
    #expect(try await market.balance(market.coin, "student") == before + MarketFixture.one * 3 / 2)
    #expect(
      try await market.send(browser, "/exchange/wrap", ["way": "unwrap", "amount": "1.5"]).text.contains("It is done"))
    #expect(try await market.balance(market.coin, "student") == before)
    for wrong in ["", "0", "-1", "1e3", "x", "1,234", "0.0000000000000000001", String(repeating: "9", count: 90)] {
      for (form, field) in [
        ("/exchange/wrap", "amount"), ("\(Self.pair)/trade", "amount"), ("\(Self.pair)/order", "price"),
      ] {
        let answer = await browser.post(
          form, ["amount": "1", "price": "1", "slippage": "1", "expires": "1d"].merging([field: wrong]) { $1 })
        #expect(answer.status == 422)
        #expect(answer.text.contains("href=\"#\(field)\""))
      }
    }
    for wrong in ["100", "-1", "x", "1000%"] {
      let answer = await browser.post("\(Self.pair)/trade", ["amount": "1", "slippage": wrong])
      #expect(answer.status == 422 && answer.text.contains("href=\"#slippage\""))
    }
    await market.relay.stop()
  }

  @Test("while the relay is down the pair's page still shows what one holds, and says what is missing")
  func relayDown() async throws {
    let market = try await MarketFixture()
    await market.relay.stop()
    let browser = try await market.own.browser()
    let page = await browser.get(Self.pair)
    #expect(page.status == 200)
    #expect(page.text.contains("note warning") && page.text.contains("500 TKA"))
    #expect(await browser.get("/exchange").status == 200)
    #expect(await browser.post("\(Self.pair)/trade", ["amount": "1", "slippage": "1"]).status != 303)
  }

  @Test(
    "symbols that others chose stay text, in forms and drawings too",
    arguments: [
      "<script>alert(1)</script>", "x\"\u{301} onfocus=alert(1)", "\u{202E}BKT", "A-B/C?d=e&f#g", "../..", "%2e",
    ])
  func hostileSymbols(symbol: String) async throws {
    let market = try await MarketFixture(symbol: symbol)
    let browser = try await market.own.browser()
    let pair = "/exchange/\(market.base.checksummed)-\(market.coin.checksummed)"
    let fields = ["side": "sell", "amount": "10", "price": "0.5", "expires": "1d", "post-only": "yes"]
    let step = try #require(await browser.post("\(pair)/order", fields).location)
    #expect(step.hasPrefix("/exchange/") && step.contains("/approve?"))
    _ = try await market.send(
      browser, "\(pair)/approve", ["token": market.base.checksummed, "version": "v4", "amount": "10"])
    try await market.settle()
    #expect(try await market.send(browser, "\(pair)/order", fields).text.contains("It is done"))
    for path in [
      "/exchange", pair, "\(pair)/trade", "\(pair)/order", "\(pair)/approve?token=\(market.base.checksummed)",
    ] {
      let page = await browser.get(path)
      #expect(page.status == 200)
      #expect(!page.text.contains("<script>alert") && !page.text.unicodeScalars.contains("\u{202E}"))
      #expect(!page.text.contains(" onfocus=alert(1)>") && page.text.components(separatedBy: "<h1>").count == 2)
    }
    // The links that the pages make of it lead there.
    let list = await browser.get("/exchange").text
    let link = try #require(
      list.components(separatedBy: "href=\"/exchange/").last { !$0.hasPrefix("\"") && $0.contains("</bdi>") })
    #expect(await browser.get("/exchange/\(link.prefix { $0 != "\"" })").status == 200)
    await market.relay.stop()
  }

  @Test("all pages of the exchange are there in every language, and addresses that mean nothing are none")
  func languages() async throws {
    let market = try await MarketFixture()
    let browser = try await market.own.browser()
    try await order(market, browser, "sell", "10", at: "0.5")
    for language in Language.allCases {
      for path in [
        "/exchange", Self.pair, "\(Self.pair)/trade", "\(Self.pair)/order", "/exchange/wrap",
        "\(Self.pair)/approve?token=\(market.base.checksummed)",
      ] {
        let page = await browser.get(path, language: language)
        #expect(page.status == 200)
        #expect(page.text.components(separatedBy: "<h1>").count == 2)
        #expect(!page.text.contains("style=\""))
      }
    }
    for path in ["/exchange/TKA", "/exchange/TKA-WKLAY-X", "/exchange/-"] {
      #expect(await browser.get(path).status == 404)
    }
    #expect(await browser.get("\(Self.pair)/approve?token=\(Address.zero.checksummed)").status == 404)
    #expect(await browser.get("/exchange/NONE-WKLAY").status != 200)
    await market.relay.stop()
  }
}
