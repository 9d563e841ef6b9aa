import ChainSupport
import ContractClient
import Keys
import LectureKit
import Localization
import Primitives
import Testing

@testable import WebApp

extension SiteFixture {
  /// Buys a lecture, by the contract itself.
  func buy(_ number: UInt256, by name: String) async throws {
    let key = try #require(keys[name])
    _ = try await client.planPurchase(number, from: key.address).send(from: key)
  }

  /// Rates a lecture with one score five times, by the contract itself.
  func rate(_ number: UInt256, by name: String, _ score: Int) async throws {
    let key = try #require(keys[name])
    let scores = try Scores([score, score, score, score, score])
    _ = try await client.planEvaluation(number, scores: scores, from: key.address).send(from: key)
  }

  /// Settles a lecture's run and opens the next one.
  func reopen(_ number: UInt256, price: UInt256) async throws {
    let (owner, teacher) = (try #require(keys["owner"]), try #require(keys["teacher"]))
    _ = try await client.planSettlement(number, from: owner.address).send(from: owner)
    _ = try await client.planReopen(number, price: try Price(klay: price), from: teacher.address).send(from: teacher)
  }
}

@Suite("The students of a lecture, and what one holds of its earlier runs", .timeLimit(.minutes(10)))
struct StudentsPageTests {
  /// A lecture in its second run: `one` rated the first and bought the second too, `two` bought the first alone.
  private func school() async throws -> (fixture: SiteFixture, number: UInt256) {
    let fixture = try await SiteFixture.open(["teacher", "one", "two", "other"])
    let number = try await fixture.openLecture("Soil")
    for name in ["one", "two"] { try await fixture.buy(number, by: name) }
    try await fixture.rate(number, by: "one", 80)
    try await fixture.reopen(number, price: 12)
    try await fixture.buy(number, by: "one")
    return (fixture, number)
  }

  private func whole(_ name: String, _ fixture: SiteFixture) throws -> String {
    ">\(try #require(fixture.keys[name]).address.checksummed)</code>"
  }

  @Test("its teacher and the owner see them by run, with who rated; nobody else is offered the list or gets it")
  func students() async throws {
    let (fixture, number) = try await school()
    let browser = try await fixture.browser()
    let paths = (0...1).map { "/lectures/\(number)/runs/\($0)/students" }
    let (one, two) = (try whole("one", fixture), try whole("two", fixture))
    for account in ["teacher", "owner"] {
      _ = await browser.post("/settings", ["account": account])
      #expect(await browser.get("/lectures/\(number)").text.contains("href=\"\(paths[1])\""), "\(account)")
      let (first, second) = (await browser.get(paths[0]).text, await browser.get(paths[1]).text)
      #expect(first.contains(one) && first.contains(two) && first.contains("10 KLAY"), "\(first)")
      #expect(first.contains("data-name=\"Rated\"") && first.contains(">rated<"), "\(first)")
      #expect(first.contains(">not yet<"), "\(first)")
      #expect(first.contains("settled") && first.contains("href=\"\(paths[1])\""), "\(first)")
      #expect(second.contains(one) && !second.contains(two) && second.contains("12 KLAY"), "\(second)")
      #expect(!second.contains(">rated<") && second.contains("As one node tells it."), "\(second)")
    }
    _ = await browser.post("/settings", ["account": "teacher"])
    let taught = await browser.get("/mine/teaching").text
    #expect(paths.allSatisfy { taught.contains("href=\"\($0)\"") }, "\(taught)")
    for missing in ["/lectures/\(number)/runs/2/students", "/lectures/99/runs/0/students"] {
      #expect(await browser.get(missing).status == 404, "\(missing)")
    }
    for account in ["one", "other"] {
      _ = await browser.post("/settings", ["account": account])
      #expect(await !browser.get("/lectures/\(number)").text.contains(paths[1]), "\(account)")
      let page = await browser.get(paths[0]).text
      #expect(page.contains(StudentsPageText.notYours.english), "\(page)")
      #expect(!page.contains(two), "\(page)")
    }
  }

  @Test("a platform has them out of its index for who signed in as the teacher, and for nobody else")
  func indexed() async throws {
    let (own, number) = try await school()
    let fixture = try await IndexedPlatform(own)
    let path = "/lectures/\(number)/runs/0/students"
    let (one, two) = (try whole("one", own), try whole("two", own))
    let page = await (try await fixture.platform.browser(of: "teacher")).get(path).text
    #expect(page.contains(one) && page.contains(two) && page.contains("as of block"), "\(page)")
    #expect(await !(try await fixture.platform.browser(of: "other")).get(path).text.contains(two))
    #expect(await (try await fixture.platform.stranger()).get(path).location?.hasPrefix("/sign-in") == true)
  }

  @Test("who bought an earlier run sees it beside the offer of the new one, with what became of it")
  func earlierRuns() async throws {
    let (fixture, number) = try await school()
    let browser = try await fixture.browser()
    let heading = MinePageText.earlierRuns.english
    for (account, said) in [("one", "80, 80, 80, 80, 80"), ("two", MinePageText.notRated.english)] {
      _ = await browser.post("/settings", ["account": account])
      let page = await browser.get("/lectures/\(number)").text
      #expect(page.contains(heading) && page.contains("<h3>run 0</h3>") && page.contains(said), "\(page)")
      #expect(page.contains("href=\"/lectures/\(number)/runs/0/receipt\""), "\(page)")
      // The run that is open is bought, or it is offered.
      #expect(page.contains("action=\"/lectures/\(number)/buy\"") == (account == "two"), "\(page)")
      #expect(page.contains("href=\"/lectures/\(number)/runs/1/receipt\"") == (account == "one"), "\(page)")
      // The contract takes ratings of the present run alone.
      #expect(page.contains("href=\"/lectures/\(number)/rate\"") == (account == "one"), "\(page)")
      let mine = await browser.get("/mine").text
      #expect(mine.contains(said) && mine.contains("href=\"/lectures/\(number)/runs/0/receipt\""), "\(mine)")
    }
    _ = await browser.post("/settings", ["account": "other"])
    #expect(await !browser.get("/lectures/\(number)").text.contains(heading))
  }

  @Test("a run without students says so, in all three languages", arguments: Language.allCases)
  func nobody(language: Language) async throws {
    let fixture = try await SiteFixture.open(["teacher"])
    let number = try await fixture.openLecture("Alone")
    let page = await (try await fixture.browser()).get("/lectures/\(number)/runs/0/students", language: language)
    #expect(page.status == 200 && page.text.contains(language[StudentsPageText.none]), "\(page.text)")
    #expect(page.text.ranges(of: "<h1>").count == 1)
  }
}
