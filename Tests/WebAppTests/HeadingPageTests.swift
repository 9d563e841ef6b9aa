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
      "/contacts", "/transactions", "/mine/owner", "/mine/teaching", "/rates/sources", "/gas",
      "/lectures/0/runs/0/students", "/settings",
    ] {
      let page = await browser.get(path, language: language)
      #expect(page.status == 200, "\(path)")
      func told(_ pattern: Regex<(Substring, Substring)>) -> [String] {
        page.text.matches(of: pattern).map { String($0.output.1) }
      }
      let (title, heads) = (told(#/<h1>([^<]+)</#), told(#/<h2[^>]*>([^<]+)</#))
      let captions = told(#/<caption>([^<]+)</#)
      #expect(title.count == 1 && Set(title).isDisjoint(with: heads + captions), "\(path): \(heads) \(captions)")
      #expect(Set(heads).isDisjoint(with: captions), "\(path): \(heads) \(captions)")
    }
  }
}
