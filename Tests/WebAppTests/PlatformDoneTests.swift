import ChainSupport
import DatabaseSupport
import Keys
import LectureKit
import NodeRPC
import Operations
import Primitives
import StrictJSON
import Testing

@testable import WebApp

/// Wishes of which two reviews are open: what a block shows is done, and nothing else.
@Suite("A second review of one wish", .overEachEngine) struct PlatformDoneTests {
  private func scores(_ score: Int) -> [String: String] {
    Dictionary(uniqueKeysWithValues: (0..<5).map { ("score-\($0)", "\(score)") })
  }

  private func state(_ review: String, _ browser: PlatformBrowser) async -> JSON? {
    await browser.get("/api/v1\(review)").json?["proposal"]?["state"]
  }

  private func empty(_ name: String, _ own: SiteFixture) async throws {
    let account = try #require(own.keys[name]).address
    _ = try await own.chain.node.call("anvil_setBalance", [.string(account.checksummed), "0x0"])
  }

  @Test("is on its way, and not done, while only a pending transaction does it")
  func pending() async throws {
    let own = try await SiteFixture.open()
    let lecture = try await own.openLecture("Soil, year one")
    let browser = try await PlatformFixture(own).browser(of: "student")
    let first = try #require(await browser.post("/lectures/\(lecture)/buy").location)
    let second = try #require(await browser.post("/lectures/\(lecture)/buy").location)
    #expect(first != second)
    let page = await browser.get(first)
    try await own.chain.automine(false)
    _ = try await own.broadcast(page, by: "student")
    let shown = await browser.get(second).text
    #expect(shown.contains("is on its way") && !shown.contains("It is done"), "\(shown)")
    #expect(!shown.contains("id=\"pay\""), "\(shown)")
    let asked = await browser.tell("\(second)/asked", ["shown": "0"])
    #expect(asked.status == 409 && asked.text.contains("web.notMined"), "\(asked.text)")
    #expect(await state(second, browser) == "shown")
    let again = await browser.post("/lectures/\(lecture)/buy")
    #expect(again.status == 409 && again.text.contains("is on its way"), "\(again.text)")
    try await own.chain.automine(true)
    try await own.chain.mine()
    #expect(await browser.get(second).text.contains("It is done"))
    #expect(await state(second, browser) == "done")
  }

  @Test("with other scores is neither done while the first is pending nor after it: the scores are told")
  func ratedOtherwise() async throws {
    let own = try await SiteFixture.open()
    let lecture = try await own.openLecture("Soil, year one")
    let browser = try await PlatformFixture(own).browser(of: "student")
    let review = try #require(await browser.post("/lectures/\(lecture)/buy").location)
    _ = try await own.send(await browser.get(review), by: "student")
    let low = try #require(await browser.post("/lectures/\(lecture)/rate", scores(1)).location)
    let high = try #require(await browser.post("/lectures/\(lecture)/rate", scores(99)).location)
    let page = await browser.get(low)
    try await own.chain.automine(false)
    _ = try await own.broadcast(page, by: "student")
    let shown = await browser.get(high).text
    #expect(shown.contains("is on its way") && !shown.contains("It is done"), "\(shown)")
    try await own.chain.automine(true)
    try await own.chain.mine()
    let refused = await browser.get(high)
    #expect(refused.text.contains("1,1,1,1,1") && !refused.text.contains("It is done"), "\(refused.text)")
    #expect(await browser.tell("\(high)/asked", ["shown": "0"]).text.contains("lecture.ratedAlready"))
    #expect(await state(high, browser) == "shown")
    #expect(await browser.get(low).text.contains("It is done"))
  }

  @Test("is done where the first took all the money, and begun anew it is told to be bought")
  func noMoneyLeft() async throws {
    let own = try await SiteFixture.open()
    let lecture = try await own.openLecture("Soil, year one")
    let platform = try PlatformFixture(own)
    let browser = try await platform.browser(of: "student")
    let first = try #require(await browser.post("/lectures/\(lecture)/buy").location)
    let second = try #require(await browser.post("/lectures/\(lecture)/buy").location)
    _ = try await own.send(await browser.get(first), by: "student")
    try await empty("student", own)
    let shown = await browser.get(second).text
    #expect(shown.contains("It is done") && !shown.contains("Not enough money"), "\(shown)")
    let again = await browser.post("/lectures/\(lecture)/buy")
    #expect(again.status == 200 && again.text.contains("done already"), "\(again.text)")
    let refused = await propose(["action": "purchase", "lecture": .string("\(lecture)")], browser)
    #expect(refused.text.contains("lecture.boughtAlready"), "\(refused.text)")
  }

  @Test("that is over says that before anything of money")
  func over() async throws {
    let clock = TestClock(1_800_000_000)
    let own = try await SiteFixture.open(clock: clock.now)
    let lecture = try await own.openLecture("Soil, year one")
    let browser = try await PlatformFixture(own).browser(of: "student")
    let review = try #require(await browser.post("/lectures/\(lecture)/buy").location)
    try await empty("student", own)
    #expect(await browser.get(review).text.contains("Not enough money"))
    clock.advance(PlatformStore.proposalLifetime)
    let page = await browser.get(review)
    #expect(page.text.contains("This review is over") && !page.text.contains("Not enough money"), "\(page.text)")
  }

  @Test("or what cannot be read is told in the words of its kind, and not of a form or of wallets")
  func words() async throws {
    let own = try await SiteFixture.open(isKaia: true)
    let lecture = try await own.openLecture("Soil, year one")
    let platform = try PlatformFixture(own, paysFees: true)
    let browser = try await platform.browser(of: "student")
    let unread = await propose(
      ["action": "rating", "lecture": .string("\(lecture)"), "scores": [101, 1, 1, 1, 1]], browser)
    #expect(unread.status == 400 && unread.text.contains("web.badJSON"), "\(unread.text)")
    #expect(unread.text.contains("0 to 100"), "\(unread.text)")
    let text = browser.reading(
      await platform.answer(
        "POST", "/api/v1/fee", headers: [("Cookie", browser.cookie), ("Content-Type", "text/plain")]))
    #expect(text.status == 415 && text.text.contains("JSON is expected"), "\(text.text)")
    let student = try #require(own.keys["student"]).address
    let signature = "0x" + String(repeating: "11", count: 65)
    let late = await browser.tell("/session", ["address": student.checksummed, "signature": signature])
    #expect(late.status == 403 && late.text.contains("web.signInOver"), "\(late.text)")
    try await empty("student", own)
    let poor = await browser.post("/lectures/\(lecture)/buy").text
    #expect(poor.contains("Not enough money") && !poor.contains("under Wallets"), "\(poor)")
    #expect(poor.contains("the account that you signed in with") && !poor.contains("comes on top"), "\(poor)")
  }

  /// Proposes an action as a program does.
  private func propose(_ action: JSON, _ browser: PlatformBrowser) async -> PlatformBrowser.Reading {
    let token = await browser.get("/settings").attribute("name=\"guard\" value") ?? ""
    return browser.reading(
      await browser.platform.answer(
        "POST", "/api/v1/proposals",
        headers: [
          ("Cookie", browser.cookie), ("Accept", "application/json"), ("Content-Type", "application/json"),
          ("X-Form-Guard", token),
        ], body: action.serialized()))
  }
}
