import ChainSupport
import Keys
import Localization
import Primitives
import Testing

@testable import WebApp

@Suite("Tokens on pages of wallets", .timeLimit(.minutes(10)))
struct WalletTokenPageTests {
  @Test("are listed by symbol and address with a way to send each, and the wrapped coin counts in the sum")
  func wholeWay() async throws {
    let fixture = try await MarketFixture()
    let browser = try await fixture.own.browser()
    for language in Language.allCases {
      let page = await browser.get("/wallets/student", language: language).text
      #expect(page.contains("TKA") && page.contains("WKLAY"))
      #expect(page.contains("title=\"\(fixture.base.checksummed)\""))
      #expect(page.contains("href=\"/wallets/student/send?token=\(fixture.base.checksummed)\""))
      #expect(await browser.get("/wallets", language: language).text.contains("2"))
    }
    #expect(await browser.get("/wallets").text.contains("Not in the sum: 2 tokens whose worth is not known here."))
    #expect(await browser.get("/wallets").text.contains("of wrapped coin, which the cards below do not count."))
    let form = await browser.get("/wallets/student/send?token=\(fixture.base.checksummed)").text
    #expect(form.contains("value=\"\(fixture.base.checksummed)\"") && form.contains("TKA"))
    #expect(form.contains("Balance (TKA)") && form.contains(">500<"), "\(form)")
    // A form that comes back with a problem still is about the token.
    let again = await browser.post(
      "/wallets/student/send", ["to": "", "amount": "1", "token": fixture.base.checksummed])
    #expect(again.status == 422 && again.text.contains(WalletPaymentText.amountIn("TKA").english), "\(again.text)")
    // What was sent since is read anew.
    let fields = ["to": "teacher", "amount": "120", "token": fixture.base.checksummed]
    #expect(try await fixture.send(browser, "/wallets/student/send", fields).text.contains("It is done"))
    #expect(await browser.get("/wallets/student").text.contains(">380<"))
    #expect(await browser.get("/wallets/teacher").text.contains(">620<"))
  }

  @Test("whose symbol is hostile stay text, cut short, with their address beside")
  func hostile() async throws {
    let fixture = try await MarketFixture(symbol: "<b>\u{202E}KLAY" + String(repeating: "x", count: 22))
    let page = await (try await fixture.own.browser()).get("/wallets/student").text
    #expect(!page.contains("<b>") && !page.contains("\u{202E}"))
    #expect(!page.contains(String(repeating: "x", count: 20)))
    #expect(page.contains("title=\"\(fixture.base.checksummed)\""))
  }

  @Test("are those of the book where no node answers, and the page says so")
  func nodeDown() async throws {
    let fixture = try await MarketFixture()
    _ = await (try await fixture.own.browser()).get("/wallets/student")
    let page = await (try await fixture.own.withoutNode().browser()).get("/wallets/student").text
    #expect(page.contains("TKA") && page.contains("these are the last ones that are known"))
    #expect(page.contains(">500<"))
  }
}
