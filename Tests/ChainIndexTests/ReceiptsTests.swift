import ChainIndex
import ChainSupport
import Database
import Evidence
import FixtureSupport
import LectureKit
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import LectureIndex

@Suite("The receipts of blocks with events")
struct ReceiptsTests {
  /// A fixture in which a lecture that costs 10 was bought.
  private func fixture(kaia: Bool = false) async throws -> IndexFixture {
    let fixture = try await IndexFixture.open(kaia: kaia)
    try await fixture.send(fixture.market.createLecture(lectureCost: 10, title: "One"), from: 0)
    try await fixture.send(
      fixture.market.purchaseLecture(lectureNumber: 0, value: try Price(klay: 10).amount), from: 1)
    return fixture
  }

  /// A node of the fixture's chain that tells another price in what it answers to some methods.
  private func liar(of fixture: IndexFixture, about methods: [String]) throws -> FaultProxy {
    let port = try #require(fixture.chain.url.split(separator: ":").last.flatMap { UInt16($0) })
    let node = FaultProxy.node(port: port)
    return try FaultProxy { body in
      guard let answer = node(body) else { return nil }
      let asked = String(decoding: body, as: UTF8.self)
      guard methods.contains(where: asked.contains) else { return answer }
      return Array(String(decoding: answer, as: UTF8.self).replacing("00000a\"", with: "000063\"").utf8)
    }
  }

  @Test(
    "refuse a price that their root contradicts, and nothing of it is written",
    arguments: [["eth_getLogs"], ["eth_getLogs", "getBlockReceipts"]])
  func otherPrice(methods: [String]) async throws {
    let fixture = try await fixture()
    let liar = try liar(of: fixture, about: methods)
    let node = try NodeClient(endpoints: [try Endpoint(liar.url)], options: .patient)
    await #expect(throws: ChainIndexError(.badAnswer, "")) { try await fixture.catchUp(by: node) }
    #expect(try await LectureIndexFile.open(.file(fixture.path)).head() == nil)
    try await fixture.catchUp()
    #expect(try await fixture.verification().differences.isEmpty)
    await #expect(throws: ChainIndexError(.badAnswer, "")) {
      try await IndexVerifier(.file(fixture.path), node, fixture.market).verify()
    }
  }

  @Test("of several blocks are looked at together, and the first block that does not fit is told")
  func several() async throws {
    let fixture = try await fixture()
    // The lecture's opening is in the block before the purchase.
    let first = try #require(try await fixture.chain.node.block(.latest, full: false)).number - 1
    for account in 2...5 {
      try await fixture.send(
        fixture.market.purchaseLecture(lectureNumber: 0, value: try Price(klay: 10).amount), from: account)
    }
    let liar = try liar(of: fixture, about: ["eth_getLogs"])
    let node = try NodeClient(endpoints: [try Endpoint(liar.url)], options: .patient)
    let error = await #expect(throws: ChainIndexError.self) { try await fixture.catchUp(by: node) }
    #expect(error?.reason?.contains(" block \(first) ") == true)
    try await fixture.catchUp()
    #expect(try await fixture.verification().differences.isEmpty)
  }

  @Test("have the root in the header, on a chain of Ethereum's rules and of Kaia's", arguments: [false, true])
  func root(kaia: Bool) async throws {
    let fixture = try await fixture(kaia: kaia)
    try await fixture.catchUp()
    #expect(try await fixture.verification().differences.isEmpty)
    let block = try #require(try await fixture.chain.node.block(.latest, full: false))
    let root = try #require(ReceiptsRoot(header: block.raw))
    let receipts = try #require(try await fixture.chain.node.blockReceipts(.hash(block.hash))).map(\.raw)
    #expect(!receipts.isEmpty)
    #expect(try root.isOf(receipts) == true)
    #expect(try root.isOf(receipts + receipts) == false)
    #expect(try root.isOf([]) == false)
    let text = String(decoding: JSON.array(receipts).serializedBytes(), as: UTF8.self)
    let forged = try JSON(parsing: Array(text.replacing("00000a\"", with: "000063\"").utf8))
    #expect(try root.isOf(try #require(forged.array)) == false)
    let strange = try JSON(parsing: Array(text.replacing(#""type":"0x"#, with: #""type":"0x7"#).utf8))
    #expect(try root.isOf(try #require(strange.array)) == nil)
  }
}
