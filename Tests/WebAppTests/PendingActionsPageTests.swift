import ChainSupport
import LectureKit
import Primitives
import Testing

@testable import WebApp

@Suite("Pages of what is on its way", .timeLimit(.minutes(10)))
struct PendingActionsPageTests {
  /// Confirms a review while no block is made, and goes on once a node has the transaction.
  ///
  /// - Returns: The number of the transaction in the outbox.
  private func send(
    _ review: String, after number: Int64 = 0, _ browser: TestBrowser, _ fixture: SiteFixture
  ) async throws -> Int64 {
    #expect(await browser.post("\(review)/confirm", ["password": SiteFixture.password]).status == 303)
    return try await fixture.untilOffered(1, after: number)
  }

  /// Makes a block, and waits for the end of a review.
  private func mine(_ review: String, _ browser: TestBrowser, _ fixture: SiteFixture) async throws {
    try await fixture.chain.automine(true)
    try await fixture.chain.mine()
    #expect(try await browser.settled(review).text.contains("It is done"))
  }

  @Test("a purchase and a rating that no block has yet are not offered again, and a press is answered at once")
  func purchaseAndRating() async throws {
    let fixture = try await SiteFixture.open()
    let lecture = try await fixture.openLecture("Pending")
    let (one, other) = (try await fixture.browser(), try await fixture.browser())
    let review = try #require(await one.post("/lectures/\(lecture)/buy").location)
    let second = try #require(await other.post("/lectures/\(lecture)/buy").location)
    try await fixture.chain.automine(false)
    let number = try await send(review, one, fixture)
    let page = await one.get("/lectures/\(lecture)").text
    #expect(page.contains("You are buying this lecture.") && page.contains("href=\"/transactions/\(number)\""))
    #expect(!page.contains("action=\"/lectures/\(lecture)/buy\""))
    // Nothing is mined before these are answered.
    let pressed = await other.post("/lectures/\(lecture)/buy")
    #expect(pressed.status == 409)
    #expect(pressed.text.contains("sent already") && pressed.text.contains("href=\"/transactions/\(number)\""))
    let confirmed = await other.post("\(second)/confirm", ["password": SiteFixture.password])
    #expect(confirmed.location == "/transactions/\(number)")
    try await mine(review, one, fixture)
    #expect(await one.get("/lectures/\(lecture)").text.contains("You bought this lecture."))
    #expect(try await fixture.client.lecture(lecture).escrow == .klay(10))

    let scores = Dictionary(uniqueKeysWithValues: (0..<5).map { ("score-\($0)", "70") })
    let rating = try #require(await one.post("/lectures/\(lecture)/rate", scores).location)
    try await fixture.chain.automine(false)
    let rated = try await send(rating, after: number, one, fixture)
    for path in ["/lectures/\(lecture)", "/lectures/\(lecture)/rate", "/mine"] {
      let page = await one.get(path).text
      #expect(page.contains("You are rating this lecture.") && page.contains("href=\"/transactions/\(rated)\""))
      #expect(!page.contains("href=\"/lectures/\(lecture)/rate\"") && !page.contains("name=\"score-0\""))
    }
    #expect(await other.post("/lectures/\(lecture)/rate", scores).status == 409)
    try await mine(rating, one, fixture)
  }

  @Test("a settlement that no block has yet cannot be chosen again")
  func settlement() async throws {
    let fixture = try await SiteFixture.open(["owner", "teacher"])
    let lecture = try await fixture.openLecture("Settled")
    let browser = try await fixture.browser()
    let review = try #require(await browser.post("/lectures/\(lecture)/settle").location)
    try await fixture.chain.automine(false)
    let number = try await send(review, browser, fixture)
    for path in ["/lectures/\(lecture)", "/mine/owner"] {
      let page = await browser.get(path).text
      #expect(page.contains("You are settling this lecture.") && page.contains("href=\"/transactions/\(number)\""))
      #expect(!page.contains("name=\"lecture\"") && !page.contains("action=\"/lectures/\(lecture)/settle\""))
    }
    #expect(await browser.post("/lectures/\(lecture)/settle").status == 409)
    #expect(await browser.postRaw("/mine/owner/settle", "lecture=\(lecture)").status == 409)
    try await mine(review, browser, fixture)
  }
}
