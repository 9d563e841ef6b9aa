import ChainSupport
import ContractClient
import Keys
import NodeRPC
import Outbox
import Primitives
import Testing

@testable import WebApp

@Suite("Cancelling on pages", .timeLimit(.minutes(10)))
struct CancellationPageTests {
  /// Sends 3 KLAY that no block takes, and goes as far as the question whether to cancel them.
  private func askToCancel(_ fixture: SiteFixture, _ browser: TestBrowser) async throws -> String {
    try await fixture.chain.automine(false)
    let review = try #require(
      await browser.post("/wallets/student/send", ["to": "teacher", "amount": "3"]).location)
    #expect(await browser.post("\(review)/confirm", ["password": SiteFixture.password]).status == 303)
    let outbox = try fixture.site.outbox()
    try await fixture.untilOffered(1)
    let number = try #require(try await outbox.intents().first?.id)
    #expect(await browser.get("/transactions").text.contains("action=\"/transactions/resume\""))
    let question = try #require(await browser.post("/transactions/\(number)/cancel").location)
    #expect(await browser.get(question).text.contains("cancel: "))
    return question
  }

  @Test("says that nothing was paid, and asks to resume nothing")
  func cancelled() async throws {
    let fixture = try await SiteFixture.open()
    let teacher = try #require(fixture.keys["teacher"]?.address)
    let before = try await fixture.chain.node.balance(of: teacher)
    let browser = try await fixture.browser()
    let question = try await askToCancel(fixture, browser)
    #expect(await browser.post("\(question)/confirm", ["password": SiteFixture.password]).status == 303)
    try await fixture.untilOffered(2)
    try await fixture.chain.automine(true)
    try await fixture.chain.mine()
    let end = try await browser.settled(question)
    #expect(end.text.contains("<h1>Cancelled</h1>") && end.text.contains("nothing of it was paid"))
    #expect(!end.text.contains("It is done"))
    #expect(try await fixture.chain.node.balance(of: teacher) == before)
    #expect(await !browser.get("/transactions").text.contains("action=\"/transactions/resume\""))
  }

  @Test("says that it came too late where the payment was made before")
  func tooLate() async throws {
    let fixture = try await SiteFixture.open()
    let teacher = try #require(fixture.keys["teacher"]?.address)
    let before = try await fixture.chain.node.balance(of: teacher)
    let browser = try await fixture.browser()
    let question = try await askToCancel(fixture, browser)
    try await fixture.chain.automine(true)
    try await fixture.chain.mine()
    let end = try await browser.follow("\(question)/confirm", ["password": SiteFixture.password])
    #expect(!end.text.contains("<h1>Cancelled</h1>") && !end.text.contains("nothing of it was paid"))
    #expect(try await fixture.chain.node.balance(of: teacher) == (try before.adding(.klay(3))))
  }
}
