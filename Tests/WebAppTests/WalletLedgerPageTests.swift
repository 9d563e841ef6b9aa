import ChainSupport
import Keys
import Localization
import Primitives
import Testing

@testable import WebApp

@Suite("What came in, on a wallet's page", .timeLimit(.minutes(20)))
struct WalletLedgerPageTests {
  @Test("is found by a button with sums to the last unit, and before that the page says what it leaves out")
  func received() async throws {
    let fixture = try await SiteFixture.open()
    let browser = try await fixture.browser()
    let before = await browser.get("/wallets/student").text
    #expect(before.contains("Nobody has looked yet") && before.contains("action=\"/wallets/student/payments\""))
    #expect(await browser.post("/wallets/student/payments").location == "/wallets/student")
    let student = try #require(fixture.keys["student"]).address
    try await fixture.chain.fund(student, .klay(12))
    let stale = await browser.get("/wallets/student").text
    #expect(stale.contains("The balance has changed since") && !stale.contains("+12000000000000000000"))
    #expect(await browser.post("/wallets/student/payments").location == "/wallets/student")
    let page = await browser.get("/wallets/student").text
    #expect(page.contains("+12000000000000000000") && page.contains("Unexplained: nothing."), "\(page)")
    #expect(!page.contains("Nobody has looked") && !page.contains("has changed since"))
  }

  @Test(
    "is looked for where nothing can be sent, too, and is said to be missing in every language",
    arguments: Language.allCases)
  func everywhere(language: Language) async throws {
    let browser = try await SiteFixture.open(isReadOnly: true).browser()
    let page = await browser.get("/wallets/student", language: language).text
    #expect(
      page.contains(language[WalletLedgerText.look]) && page.contains(language[WalletLedgerText.throughHere].prefix(8)))
    #expect(await browser.post("/wallets/student/payments").status == 303)
    #expect(await browser.get("/wallets/student", language: language).text.contains(language[WalletLedgerText.lookOn]))
  }

  @Test("that no node tells is a failure, and no wallet's without an address")
  func failures() async throws {
    let fixture = try await SiteFixture.open()
    #expect(await (try await fixture.withoutNode().browser()).post("/wallets/student/payments").status >= 500)
    #expect(await (try await fixture.browser()).post("/wallets/nobody/payments").status == 404)
  }
}
