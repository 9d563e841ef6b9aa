import DatabaseSupport
import Localization
import Relay
import Testing

@testable import WebApp

@Suite("The exchange's pages on a platform", .serialized, .overEachEngine)
struct PlatformExchangePageTests {
  private static let pair = MarketFixture.pair

  @Test("who did not sign in reads the book, and is sent to sign in")
  func strangers() async throws {
    let market = try await MarketFixture()
    try await market.offer("sell", "100", at: "0.5", by: "teacher")
    let stranger = try await PlatformFixture(market.own).stranger()
    #expect(await stranger.get(Self.pair).text.contains("/sign-in?next="))
    let answer = await stranger.post("\(Self.pair)/trade", ["side": "buy", "amount": "1", "slippage": "1"])
    #expect(answer.status == 303 && answer.location?.hasPrefix("/sign-in?next=") == true)
    await market.relay.stop()
  }

  @Test("without an exchange each of its pages says so, and leads back", arguments: [true, false])
  func unconfigured(isPlatform: Bool) async throws {
    let own = try await SiteFixture.open()
    let browser = try await PlatformFixture(own).browser(of: "student")
    let person = try await own.browser()
    for path in [
      "/exchange", Self.pair, "/exchange/wrap", "\(Self.pair)/approve", "\(Self.pair)/trade", "\(Self.pair)/order",
      "\(Self.pair)/fill",
    ] {
      let text = isPlatform ? await browser.get(path).text : await person.get(path).text
      #expect(text.contains("No exchange is set for the network"), "\(path)")
      #expect(text.contains("exchange-v4") != isPlatform)
      guard path != "/exchange", path != Self.pair else { continue }
      let status = isPlatform ? await browser.post(path).status : await person.post(path).status
      #expect(status == 409, "\(path)")
    }
    #expect(!(await browser.get("/exchange").text.contains("/exchange/wrap")))
  }

  @Test(
    "a network whose coin is no token says so where it would be wrapped, in every language",
    arguments: Language.allCases)
  func withoutCoin(language: Language) async throws {
    let market = try await MarketFixture(hasCoin: false)
    let browser = try await PlatformFixture(market.own).browser(of: "student")
    let person = try await market.own.browser()
    let text = await person.get("/exchange/wrap", language: language).text
    #expect(text.contains("wrapped-coin") && text.contains("href=\"/exchange\""))
    #expect(await browser.get("/exchange/wrap").text.contains("nothing to wrap"))
    #expect(await browser.post("/exchange/wrap", ["way": "wrap", "amount": "1"]).status == 409)
    #expect(!(await browser.get("/exchange").text.contains("/exchange/wrap")))
    await market.relay.stop()
  }
}
