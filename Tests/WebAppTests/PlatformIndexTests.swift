import ChainIndex
import ChainSupport
import ContractClient
import Database
import Keys
import LectureIndex
import LectureKit
import NodeRPC
import Primitives
import Sending
import Testing

@testable import WebApp

/// The pages of a platform that has an index.
@Suite struct PlatformIndexTests {
  /// Reads what is missing of the fixture's contract.
  private func read(_ own: SiteFixture, into file: String) async throws {
    typealias Runner = IndexRunner<NodeClient, LectureProjection<MarketFacts>>
    var options = Runner.Options(holder: "a test")
    (options.isOnce, options.poll) = (true, .milliseconds(1))
    let market = own.client.market
    let projection = LectureProjection(contract: market.address, facts: MarketFacts(market))
    try await Runner(own.chain.node, projection, try LectureIndexFile.open(.file(file)), options).run()
  }

  @Test func aLectureAndOnesOwnAreOutOfTheIndexWhileItIsFresh() async throws {
    let own = try await SiteFixture.open()
    let lecture = try await own.openLecture("Soil, year one")
    let other = try await own.openLecture("Stars")
    let price = try #require(try await own.client.lecture(lecture).price).amount
    let student = try #require(own.keys["student"])
    _ = try await own.client.market.purchaseLecture(lectureNumber: lecture, value: price).send(from: student)
    let file = own.folder.file("index.sqlite")
    try await read(own, into: file)
    let platform = try PlatformFixture(own, index: try IndexReader(.file(file)))
    let (browser, stranger) = (try await platform.browser(of: "student"), try await platform.stranger())
    let block = try await own.chain.node.blockNumber()
    for (target, text) in [
      ("/lectures/\(lecture)", "Soil, year one"), ("/mine", "Soil, year one"), ("/lectures", "Stars"),
      ("/lectures/\(other)?ratings=yes", "Stars"), ("/mine/teaching", "as of block"),
    ] {
      let page = await browser.get(target).text
      #expect(page.contains(text) && page.contains("as of block \(block)"), "\(target): \(page)")
    }
    #expect(!(await browser.get("/mine").text.contains("Stars")))
    #expect(await stranger.get("/lectures/\(lecture)").text.contains("as of block \(block)"))
    // One's own part of a lecture is the contract's word, though the index has not got it yet.
    let before = await browser.get("/lectures/\(other)").text
    let cost = try #require(try await own.client.lecture(other).price).amount
    _ = try await own.client.market.purchaseLecture(lectureNumber: other, value: cost).send(from: student)
    let after = await browser.get("/lectures/\(other)").text
    let offer = LecturePageText.buy.english
    #expect(before.contains(offer) && !after.contains(offer), "\(after)")
    #expect(await browser.get("/lectures/99").status == 404)
    // One that was opened since is asked of the contract.
    let newest = try await own.openLecture("Seeds")
    #expect(await stranger.get("/lectures/\(newest)").text.contains("Seeds"))
  }

  @Test func anIndexThatIsOldIsNotBelieved() async throws {
    let own = try await SiteFixture.open()
    let lecture = try await own.openLecture("Soil, year one")
    let file = own.folder.file("index.sqlite")
    try await read(own, into: file)
    _ = try await DatabaseFile(file).write { try $0.execute("UPDATE head SET checked = 1") }
    let platform = try PlatformFixture(own, index: try IndexReader(.file(file)))
    let browser = try await platform.browser(of: "student")
    for target in ["/lectures/\(lecture)", "/mine"] {
      let page = await browser.get(target)
      #expect(page.status == 200 && !page.text.contains("as of block"), "\(target): \(page.text)")
    }
  }
}
