import ChainSupport
import Exchange
import Keys
import Operations
import Platform
import Primitives
import Relay
import Testing

@testable import WebApp

@Suite("Orders that are posted by hand", .serialized, .timeLimit(.minutes(10)))
struct OrderPostingPageTests {
  private static let pair = MarketFixture.pair

  /// Writes down an order of `student` that is signed and that no relay has.
  private func unposted(
    _ market: MarketFixture, _ browser: TestBrowser
  ) async throws -> (order: Hash32, journal: OrderJournal) {
    let allowance = ["token": market.base.checksummed, "version": "v4", "amount": "10"]
    #expect(try await market.send(browser, "\(Self.pair)/approve", allowance).text.contains("It is done"))
    try await market.settle()
    let student = try #require(market.own.keys["student"])
    let exchange = try await ExchangeVisit.open(try market.own.visit(Self.pair))
    let pair = try exchange.market.pair("TKA/WKLAY")
    let request = LimitOrderRequest(
      .sell, MarketFixture.one * 10, of: pair, at: try PairPrice("0.5", of: pair), for: 86_400, "1d",
      by: student.address)
    let journal = try await exchange.journal()
    let plan = try await LimitOrders(exchange.market, journal).plan(request)
    let placed = try await OrderPlacement(journal: journal, relays: []).place(plan.order, key: plan.key) {
      try await $0.signed(by: student)
    }
    #expect(placed.order.state == .signed && placed.order.postings.isEmpty)
    return (placed.order.hash, journal)
  }

  /// A relay of the market's pair that takes no order of `student`.
  private func refusing(_ market: MarketFixture) async throws -> RelayServer {
    let chain = market.own.chain
    var rules = RelayRules(chainID: chain.chainID)
    rules.exchangeV4 = market.contracts.v4
    rules.pairs = [PairRule(TokenRange(market.base), TokenRange(market.coin))]
    rules.blockedMakers = [try #require(market.own.keys["student"]).address]
    var options = RelayServer.Options(clock: { UInt64(max(0, time(nil))) * 1000 })
    options.port = 0
    options.pollInterval = .milliseconds(50)
    return try await RelayServer.start(rules: rules, node: chain.node, store: nil, options)
  }

  /// Has the pages post to these relays from now on.
  private func use(_ relays: [RelayServer], _ market: MarketFixture) throws {
    try ConfigEditor(market.own.site.settings).keep([.relays: relays.map(\.url).joined(separator: ",")])
    try market.own.site.reread([])
  }

  @Test("one that a relay takes is posted, though another refuses it, in whichever order", arguments: [true, false])
  func takenByOne(isRefusedFirst: Bool) async throws {
    let market = try await MarketFixture()
    let browser = try await market.own.browser()
    let (order, journal) = try await unposted(market, browser)
    let refusing = try await refusing(market)
    try use(isRefusedFirst ? [refusing, market.relay] : [market.relay, refusing], market)
    #expect(await browser.get(Self.pair).text.contains("\(Self.pair)/post\""))
    let posted = await browser.post("\(Self.pair)/post", ["order": order.hex])
    #expect(posted.status == 303 && posted.location == Self.pair, "\(posted.text)")
    let kept = try #require(try await journal.order(order))
    #expect(kept.state == .posted)
    // The other was asked, too.
    #expect(Set(kept.postings.map(\.state)) == [.posted, .refused], "\(kept.postings)")
    #expect(await market.openOrders == 1)
    let page = await browser.get(Self.pair).text
    #expect(page.contains(order.hex) && !page.contains("\(Self.pair)/post\""), "\(page)")
    await refusing.stop()
    await market.relay.stop()
  }

  @Test("one that no relay takes stays to be posted, and the page says why; also where there is no relay at all")
  func takenByNone() async throws {
    let market = try await MarketFixture()
    let browser = try await market.own.browser()
    let (order, journal) = try await unposted(market, browser)
    let editor = ConfigEditor(market.own.site.settings)
    _ = try editor.write(nil, at: try editor.place(of: "relays"))
    try market.own.site.reread([])
    let alone = await browser.post("\(Self.pair)/post", ["order": order.hex])
    #expect(alone.location == nil && alone.text.contains("No relay is configured"), "\(alone.text)")
    let refusing = try await refusing(market)
    try use([refusing], market)
    let refused = await browser.post("\(Self.pair)/post", ["order": order.hex])
    #expect(refused.location == nil && refused.text.contains("The relay refuses"), "\(refused.text)")
    let kept = try #require(try await journal.order(order))
    #expect(kept.state == .signed)
    #expect(await browser.get(Self.pair).text.contains("\(Self.pair)/post\""))
    await refusing.stop()
    await market.relay.stop()
  }
}
