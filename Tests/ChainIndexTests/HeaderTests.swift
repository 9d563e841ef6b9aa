import ChainIndex
import ChainSupport
import Database
import FixtureSupport
import LectureKit
import Locking
import NodeRPC
import Primitives
import Testing

@testable import LectureIndex

@Suite("The headers that an index reads")
struct HeaderTests {
  @Test("of a devnet have their hashes, and nothing is noted", arguments: [false, true])
  func devnet(kaia: Bool) async throws {
    let fixture = try await IndexFixture.open(kaia: kaia)
    try await fixture.send(fixture.market.createLecture(lectureCost: 7, title: "One"), from: 0)
    try await fixture.catchUp()
    let (headers, newest, _) = try await HeaderReader.opening(fixture.chain.node)
    #expect(headers.form == .ethereum && newest.isHashed)
    #expect(try await IndexReader(.file(fixture.path)).unchecked() == UncheckedHeaders())
  }

  @Test("without the filter of their logs, and without what a hash is made of, are noted from the lowest on")
  func noted() async throws {
    let market = ModelMarket(31)
    for _ in 0..<20 { market.mine(actions: 2) }
    market.state.withLock { $0.hasFilters = false }
    let index = try await Indexing(market)
    try await index.catchUp()
    #expect(try await index.store.unchecked() == UncheckedHeaders(filter: 1, hash: 1))
    market.state.withLock { $0.hasFilters = true }
    for _ in 0..<5 { market.mine(actions: 2) }
    try await index.catchUp()
    #expect(try await index.store.unchecked().filter == 1)
  }

  @Test("are believed of no node that tells one of them with another's hash")
  func lie() async throws {
    let market = ModelMarket(32)
    market.state.withLock { $0.isHashed = { _ in true } }
    for _ in 0..<400 { market.mine(actions: 2) }
    market.state.withLock { $0.isHashed = { $0 != 150 } }
    let index = try await Indexing(market, width: 50)
    await #expect(throws: ChainIndexError(.badAnswer, "")) { try await index.catchUp() }
    #expect(try #require(try await index.store.head()).number < 150)
    market.state.withLock { $0.isHashed = { _ in true } }
    try await index.catchUp()
    #expect(try await index.store.unchecked() == UncheckedHeaders())
  }

  @Test("that go while their events are read are a chain that moved, and no fault of the node")
  func moved() async throws {
    let market = ModelMarket(33)
    for _ in 0..<30 { market.mine(actions: 3) }
    let index = try await Indexing(market)
    // The facts are asked of a block that is replaced just before.
    market.state.withLock { state in
      state.beforeFacts = { state in
        let parent = state.blocks[state.blocks.count - 2].block
        let other = IndexedBlock(number: parent.number + 1, hash: Hash32(7), parent: parent.hash, time: 1)
        state.blocks[state.blocks.count - 1] = ModelMarket.Mined(block: other, logs: [], world: ModelWorld())
      }
    }
    await #expect(throws: ChainIndexError(.chainMoved, "")) { try await index.follower.step(under: index.lease) }
  }

  @Test("of a node that stands still have their own age, whenever it was asked")
  func age() async throws {
    let market = ModelMarket(34)
    for _ in 0..<3 { market.mine(actions: 1) }
    let index = try await Indexing(market, clock: IndexClock { 1_700_000_000_000 + 500_000 })
    try await index.catchUp()
    let head = try #require(try await index.store.head())
    let now: UInt64 = 1_700_000_503_000
    #expect(head.checkAge(at: now) == 3 && head.age(at: now) == 473)
    #expect(head.isStanding(at: now) && !head.isStale(at: now))
    #expect(!head.isStanding(at: now + 120_000) && head.isStale(at: now + 120_000))
    #expect(!head.isStanding(at: 1_700_000_080_000 + 500))
    #expect(head.ahead(at: now) == nil && head.ahead(at: head.time * 1_000) == nil)
    #expect(head.ahead(at: head.time * 1_000 - 40_000) == 40 && head.age(at: head.time * 1_000 - 40_000) == 0)
  }

  @Test("make scores of no call that rates another lecture, or does anything else")
  func calldata() throws {
    func call(_ lecture: UInt256) -> Bytes {
      LectureMarket.Calldata.evaluateLecture(
        lectureNumber: lecture, preparationPoint: 100, contentPoint: 80, proceedPoint: 34, communicationPoint: 77,
        satisfactionPoint: 99)
    }
    #expect(Scores(rating: 3, calldata: call(3))?.values == [100, 80, 34, 77, 99])
    #expect(Scores(rating: 3, calldata: call(4)) == nil)
    #expect(Scores(rating: 3, calldata: [1, 2, 3, 4] + call(3).dropFirst(4)) == nil)
    #expect(Scores(rating: 3, calldata: []) == nil)
  }
}
