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
import StrictJSON
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

  @Test func aTitleThatLooksLikeAnotherTeachersIsTold() async throws {
    let own = try await SiteFixture.open()
    let original = try await own.openLecture("Soil, year one")
    let copy = try await own.openLecture("Sоil, year onе", by: "student")
    let again = try await own.openLecture("Soil, Year One")
    let file = own.folder.file("index.sqlite")
    try await read(own, into: file)
    let stranger = try await PlatformFixture(own, index: try IndexReader(.file(file))).stranger()
    let browser = try await own.browser()
    let note = LecturePageText.looksLike(original).english
    for list in [await stranger.get("/lectures").text, await browser.get("/lectures").text] {
      #expect(list.ranges(of: note).count == 1, "\(list)")
    }
    #expect(await stranger.get("/lectures/\(copy)").text.contains(note))
    for other in [original, again] { #expect(!(await stranger.get("/lectures/\(other)").text.contains(note))) }
  }

  @Test func whoWatchesLearnsHowFarTheIndexIs() async throws {
    let fixture = try await IndexedPlatform.open("Soil, year one")
    func figures(_ platform: PlatformFixture) async -> [String] {
      let answer = await platform.answer("GET", "/metrics", hosts: ["127.0.0.1:7789"])
      guard case .bytes(let bytes) = answer.body else { return [] }
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        .filter { $0.hasPrefix("lectures_index") }
    }
    let before = try await fixture.own.chain.snapshot()
    try await fixture.own.chain.mine()
    try await fixture.catchUp()
    let height = try await fixture.own.chain.node.blockNumber()
    fixture.clock.advance(5_000)
    #expect(
      await figures(fixture.platform) == [
        "lectures_index_head_block \(height)", "lectures_index_node_block \(height)", "lectures_index_lag_blocks 0",
        "lectures_index_unchecked_seconds 5", "lectures_index_reorganisations_total 0",
      ])
    try await fixture.own.chain.revert(to: before)
    try await fixture.own.chain.advance(seconds: 100)
    try await fixture.catchUp()
    try await fixture.tamper("UPDATE head SET target = number + 7")
    #expect(
      await figures(fixture.platform) == [
        "lectures_index_head_block \(height)", "lectures_index_node_block \(height + 7)",
        "lectures_index_lag_blocks 7", "lectures_index_unchecked_seconds 0", "lectures_index_reorganisations_total 1",
      ])
    #expect(await figures(try PlatformFixture(fixture.own)) == [])
    try await fixture.tamper("DELETE FROM head")
    #expect(await figures(fixture.platform) == [])
  }

  @Test func actionsAreToldByTheTitlesOfTheirLectures() async throws {
    let fixture = try await IndexedPlatform.open("Soil, year one")
    for platform in [fixture.platform, try PlatformFixture(fixture.own)] {
      let browser = try await platform.browser(of: "student")
      let review = try #require(await browser.post("/lectures/0/buy").location)
      #expect(await browser.tell("\(review)/asked", ["shown": "0"]).json == ["ok": true])
      let list = await browser.get("/transactions").text
      #expect(list.contains("\(LecturePageText.buy.english): Soil, year one"), "\(list)")
    }
  }

  @Test func anIndexIsNotShownWhileTheNodesChainIsAnother() async throws {
    let own = try await SiteFixture.open()
    let before = try await own.chain.snapshot()
    let lecture = try await own.openLecture("Soil, year one")
    let fixture = try await IndexedPlatform(own)
    let browser = try await fixture.platform.browser(of: "student")
    let targets = ["/lectures", "/lectures?all=yes", "/lectures/\(lecture)"]
    func text(_ target: String) async -> String {
      let answer = await fixture.platform.answer("GET", target)
      return if case .bytes(let bytes) = answer.body { String(decoding: bytes, as: UTF8.self) } else { "" }
    }
    for target in targets {
      #expect(await text(target).contains("as of block"), "\(target)")
      #expect(await browser.get(target).text.contains("Soil, year one"), "\(target)")
    }
    try await own.chain.revert(to: before)
    let student = try #require(own.keys["student"])
    _ = try await own.client.planCreate(price: try Price(klay: 10), title: "Stars", from: student.address)
      .send(from: student)
    fixture.clock.advance(2_000)
    for target in targets + ["/mine/teaching"] {
      let page = await browser.get(target).text
      #expect(page.contains("Stars") && !page.contains("Soil") && !page.contains("as of block"), "\(target): \(page)")
      guard target != "/mine/teaching" else { continue }
      let kept = await text(target)
      #expect(kept.contains("Stars") && !kept.contains("Soil"), "\(target): \(kept)")
    }
    // Once the index has followed, its pages are back.
    try await fixture.catchUp()
    fixture.clock.advance(2_000)
    let back = await text("/lectures")
    #expect(back.contains("Stars") && back.contains("as of block"), "\(back)")
  }

  @Test func thePlaceOfAnIndexInTheNodesChainIsFound() async throws {
    let own = try await SiteFixture.open()
    let before = try await own.chain.snapshot()
    _ = try await own.openLecture("Soil, year one")
    let fixture = try await IndexedPlatform(own)
    let (index, node) = (try fixture.index(), own.chain.node)
    #expect(try await index.status(at: node) == .same)
    try await own.chain.mine()
    #expect(try await index.status(at: node) == .same)
    try await own.chain.revert(to: before)
    #expect(try await index.status(at: node) == .behind)
    try await own.chain.advance(seconds: 5)
    try await own.chain.mine()
    #expect(try await index.status(at: node) == .reorganised)
    try await fixture.tamper("UPDATE meta SET value = zeroblob(32) WHERE key = 'genesis'")
    #expect(try await index.status(at: node) == .other)
    try await fixture.tamper("DELETE FROM meta WHERE key = 'genesis'")
    try await fixture.tamper("UPDATE block SET hash = zeroblob(32)")
    #expect(try await index.status(at: node) == .other)
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
