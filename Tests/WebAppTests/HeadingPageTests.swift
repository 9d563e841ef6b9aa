import HTTPTypes
import Localization
import Testing

@testable import WebApp

@Suite("Headings of pages")
struct HeadingPageTests {
  @Test(
    "no heading, and no caption of a table that is seen, says again what stands above it", arguments: Language.allCases)
  func once(language: Language) async throws {
    let fixture = try await SiteFixture.open(["owner", "student", "teacher"])
    _ = try await fixture.openLecture("Soil")
    let browser = try await fixture.browser()
    _ = await browser.post("/contacts", ["name": "shop", "address": "0x0707070707070707070707070707070707070707"])
    let fields = ["to": "teacher", "amount": "1"]
    let review = try #require(await browser.post("/wallets/student/send", fields).location)
    _ = try await browser.follow("\(review)/confirm", ["password": SiteFixture.password])
    for path in [
      "/contacts", "/transactions", "/mine/owner", "/mine/teaching", "/rates/sources", "/gas", "/wallets/student",
      "/lectures/0/runs/0/students", "/settings",
    ] {
      let page = await browser.get(path, language: language)
      #expect(page.status == 200, "\(path)")
      let told = page.text.matches(of: #/<(?:h1|h2|caption)(?: id="[^"]*")?>([^<]+)</#).map { String($0.output.1) }
      #expect(!told.isEmpty && Set(told).count == told.count, "\(path): \(told)")
    }
  }
}
