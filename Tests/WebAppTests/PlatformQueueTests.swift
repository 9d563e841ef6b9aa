import ChainSupport
import ContractClient
import DatabaseSupport
import Keys
import LectureKit
import Operations
import Primitives
import StrictJSON
import Testing

@testable import WebApp

/// Several actions that a wallet is asked for one after the other.
@Suite("Several settlements with a wallet", .overEachEngine)
struct PlatformQueueTests {
  /// Chooses lectures to settle; gives the page that it leads to. Forms name each lecture with its run.
  private func choose(_ browser: PlatformBrowser, _ lectures: [UInt256]) async throws -> String {
    let body = lectures.map { "lecture=\($0)/0" }
    return try #require(await browser.postAll("/mine/owner/settle", body).location)
  }

  /// The wallet's part of a review.
  private func carryOut(_ own: SiteFixture, _ browser: PlatformBrowser, _ review: String) async throws {
    let page = await browser.get(review)
    #expect(await browser.tell("\(review)/asked", ["shown": "0"]).json == ["ok": true])
    let hash = try await own.send(page, by: "owner")
    _ = await browser.tell("\(review)/sent", ["hash": hash.hex])
  }

  /// The page that the button of a queue leads to.
  private func goOn(_ browser: PlatformBrowser, _ page: PlatformBrowser.Reading) async throws -> String {
    let action = try #require(page.text.firstMatch(of: /action="(\/queues\/[^"]+\/next)"/))
    return try #require(await browser.post(String(action.output.1)).location)
  }

  private func open(_ own: SiteFixture) async throws -> [UInt256] {
    var lectures: [UInt256] = []
    for title in ["First", "Second", "Third"] { lectures.append(try await own.openLecture(title)) }
    return lectures
  }

  @Test("each is shown with its number, and the next follows once one is proven")
  func all() async throws {
    let own = try await SiteFixture.open()
    let lectures = try await open(own)
    let browser = try await PlatformFixture(own).browser(of: "owner")
    var review = try await choose(browser, lectures)
    for (index, lecture) in lectures.enumerated() {
      let page = await browser.get(review)
      #expect(page.text.contains("\(index + 1) of 3") && page.text.contains("settle lecture \(lecture)"))
      // Not before this one is proven.
      #expect(!page.text.contains("/next\""))
      try await carryOut(own, browser, review)
      let done = await browser.get(review)
      #expect(done.text.contains("It is done"))
      #expect(try await own.client.lecture(lecture).isOpen == false)
      guard index < 2 else {
        #expect(done.text.contains("All 3 are done"))
        break
      }
      #expect(done.text.contains("Go on: \(index + 2) of 3"))
      let next = try await goOn(browser, done)
      // A second press leads to the same review.
      #expect(try await goOn(browser, done) == next)
      review = next
    }
  }

  @Test("it stops at the first that fails, and says what is done and what is not")
  func stopped() async throws {
    let own = try await SiteFixture.open()
    let lectures = try await open(own)
    let other = try await own.openLecture("Another")
    let browser = try await PlatformFixture(own).browser(of: "owner")
    let first = try await choose(browser, lectures)
    try await carryOut(own, browser, first)
    let second = try await goOn(browser, await browser.get(first))
    // The wallet sends something else.
    let foreign = try #require(await browser.post("/lectures/\(other)/settle").location)
    let hash = try await own.send(await browser.get(foreign), by: "owner")
    _ = await browser.tell("\(second)/asked", ["shown": "0"])
    _ = await browser.tell("\(second)/sent", ["hash": hash.hex])
    let page = await browser.get(second)
    #expect(page.text.contains("something else") && page.text.contains("It stopped at 2 of 3: 1 is done, 2 are not"))
    #expect(!page.text.contains("/next\""))
    let queue = String(try #require(page.text.firstMatch(of: /href="(\/queues\/[^"]+)"/)).output.1)
    #expect(await browser.post("\(queue)/next").location == queue)
    #expect(await browser.get(queue).text.contains("1 of 3 done"))
    #expect(try await own.client.lecture(lectures[2]).isOpen == true)
    // It is nobody else's.
    #expect(try await PlatformFixture(own).browser(of: "teacher").get(queue).status == 404)
  }

  @Test("one that somebody settled meanwhile counts as done, and one of another run is not settled")
  func settledMeanwhile() async throws {
    let own = try await SiteFixture.open()
    let lectures = try await open(own)
    let browser = try await PlatformFixture(own).browser(of: "owner")
    let first = try await choose(browser, lectures)
    let (owner, teacher) = (try #require(own.keys["owner"]), try #require(own.keys["teacher"]))
    _ = try await own.client.planSettlement(lectures[1], from: owner.address).send(from: owner)
    _ = try await own.client.planReopen(lectures[1], price: try Price(klay: 9), from: teacher.address).send(
      from: teacher)
    try await carryOut(own, browser, first)
    let third = try await goOn(browser, await browser.get(first))
    let page = await browser.get(third)
    #expect(page.text.contains("3 of 3") && page.text.contains("settle lecture \(lectures[2])"))
    #expect(try await own.client.lecture(lectures[1]).isOpen == true)
  }
}
