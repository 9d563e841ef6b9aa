import Keys
import Operations
import Primitives
import Testing

@testable import WebApp

@Suite("The account that acts, on the page of settings", .timeLimit(.minutes(10)))
struct ActingAccountPageTests {
  @Test("is chosen by its name among several, and kept for the next start and the terminal where that is asked for")
  func kept() async throws {
    let fixture = try await SiteFixture.open()
    // Nothing names one any more.
    try fixture.site.reread([.account])
    let (browser, later) = (try await fixture.browser(), try await fixture.browser())
    let page = await browser.get("/settings").text
    #expect(page.contains("None is chosen yet") && page.contains("name=\"keep-account\""))
    for name in ["owner", "student", "teacher"] { #expect(page.contains("<option value=\"\(name)\">\(name)</option>")) }
    _ = await browser.post("/settings", ["account": "student"])
    #expect(try fixture.site.settings.account() == nil)
    #expect(await later.get("/settings").text.contains("None is chosen yet"))
    let saved = try #require(await browser.post("/settings", ["account": "teacher", "keep-account": "yes"]).location)
    #expect(await browser.get(saved).text.contains("teacher acts now."))
    #expect(try fixture.site.settings.account() == "teacher")
    #expect(await later.get("/settings").text.contains("<option value=\"teacher\" selected=\"\">teacher</option>"))
  }

  @Test("that the settings name by its address is the one that stands chosen")
  func byAddress() async throws {
    let fixture = try await SiteFixture.open()
    let address = try #require(fixture.keys["teacher"]).address.checksummed
    try ConfigEditor(fixture.site.ownSettings).keep([.account: address])
    try fixture.site.reread([.account])
    let page = await (try await fixture.browser()).get("/settings").text
    #expect(page.contains("<option value=\"teacher\" selected=\"\">teacher</option>"))
    #expect(!page.contains("None is chosen"))
  }

  @Test("is not kept by pages that only show")
  func readOnly() async throws {
    let fixture = try await SiteFixture.open(isReadOnly: true)
    let browser = try await fixture.browser()
    #expect(await !browser.get("/settings").text.contains("name=\"keep-account\""))
    #expect(await browser.post("/settings", ["account": "teacher", "keep-account": "yes"]).status == 403)
  }
}
