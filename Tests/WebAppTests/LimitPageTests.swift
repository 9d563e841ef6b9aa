import HTTPTypes
import Localization
import Operations
import Outbox
import Primitives
import Testing

@testable import WebApp

@Suite("Limits of what may be spent, on pages", .timeLimit(.minutes(10)))
struct LimitPageTests {
  private func open(_ values: [SettingKey: String]) async throws -> (SiteFixture, TestBrowser, String) {
    let fixture = try await SiteFixture.open(values: values.mapValues { [$0] })
    let number = try await fixture.openLecture("Dear")
    return (fixture, try await fixture.browser(), "/lectures/\(number)/buy")
  }

  @Test(
    "what is above one is refused, and nothing is offered",
    arguments: [SettingKey.limitPerCommand, .limitPerDay, .limitPerContract])
  func refused(limit: SettingKey) async throws {
    let (fixture, browser, path) = try await open([limit: "5"])
    let answer = await browser.post(path)
    #expect(answer.location == nil && answer.status >= 400)
    #expect(!answer.text.contains("type=\"checkbox\""))
    #expect(try await fixture.site.outbox().intents().isEmpty)
  }

  @Test("with the setting each needs a box of its own that names it, in every language; what is below none needs none")
  func exceeded() async throws {
    let (fixture, browser, path) = try await open([
      .limitPerCommand: "5", .limitPerDay: "50", .limitPerContract: "4", .webMayExceedLimits: "true",
    ])
    let review = try #require(await browser.post(path).location)
    for language in Language.allCases {
      let page = await browser.get(review, language: language).text
      #expect(page.contains("limit-per-command") && page.contains("limit-per-contract"))
      #expect(!page.contains("limit-per-day"))
      #expect(page.contains("id=\"accept-0\"") && page.contains("id=\"accept-1\"") && !page.contains("accept-2"))
    }
    for ticked in [[:], ["accept-0": "yes"], ["accept-1": "yes"]] {
      let answer = await browser.post("\(review)/confirm", ticked.merging(["password": SiteFixture.password]) { $1 })
      #expect(answer.status == 422)
    }
    #expect(try await fixture.site.outbox().intents().isEmpty)
    let fields = ["accept-0": "yes", "accept-1": "yes", "password": SiteFixture.password]
    #expect(try await browser.follow("\(review)/confirm", fields).text.contains("It is done"))
  }

  @Test("a limit that nobody was told of holds: what is above it meanwhile is shown anew")
  func meanwhile() async throws {
    let (fixture, browser, path) = try await open([
      .limitPerCommand: "5", .limitPerDay: "11", .webMayExceedLimits: "true",
    ])
    let review = try #require(await browser.post(path).location)
    // Another purchase, which the day's limit allows, is made in between.
    let other = try await fixture.openLecture("Other", price: 9)
    let second = try #require(await browser.post("/lectures/\(other)/buy").location)
    let yes = ["accept-0": "yes", "password": SiteFixture.password]
    #expect(try await browser.follow("\(second)/confirm", yes).text.contains("It is done"))
    let answer = await browser.post("\(review)/confirm", yes)
    #expect(answer.status == 409 && answer.text.contains("limit-per-day"))
  }
}
