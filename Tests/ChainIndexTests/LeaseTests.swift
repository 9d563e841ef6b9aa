import ChainIndex
import ChainSupport
import ContractABI
import Database
import LectureKit
import Locking
import NodeRPC
import Primitives
import Testing

@testable import LectureIndex

@Suite("The writers of an index")
struct LeaseTests {
  @Test("are one at a time, and one that slept writes nothing when it wakes")
  func fencing() async throws {
    let folder = try TemporaryFolder()
    let time = Guarded<UInt64>(1_000_000)
    let clock = IndexClock { time.withLock { $0 } }
    let market = ModelMarket(1)
    for _ in 0..<20 { market.mine(actions: 2) }
    let path = folder.file("index.sqlite")
    let sleeper = try await Indexing(market, at: path, clock: clock)
    _ = try await sleeper.follower.step(under: sleeper.lease)
    let other = try LectureIndexFile.open(.file(path), clock: clock)
    #expect(try await other.takeLease("another") == nil)
    time.withLock { $0 += LeaseTable.lifetime + 1 }
    let taken = try #require(try await other.takeLease("another"))
    #expect(taken.token > sleeper.lease.token)
    let before = try await Indexing.dump(other)
    market.mine(actions: 3)
    await #expect(throws: ChainIndexError(.leaseLost, "")) {
      try await sleeper.follower.step(under: sleeper.lease)
    }
    await #expect(throws: ChainIndexError(.leaseLost, "")) { try await sleeper.store.keepLease(sleeper.lease) }
    #expect(try await Indexing.dump(other) == before)
    // Giving back a lease that is another's by now changes nothing.
    try await sleeper.store.releaseLease(sleeper.lease)
    #expect(try await other.leaseHolder()?.name == "another")
  }

  @Test("take over where the one before ended, and a run that ends by itself says who writes")
  func standby() async throws {
    let folder = try TemporaryFolder()
    let market = ModelMarket(2)
    for _ in 0..<20 { market.mine(actions: 2) }
    let path = folder.file("index.sqlite")
    let first = try await Indexing(market, at: path)
    var options = IndexRunner<ModelMarket, LectureProjection<ModelMarket>>.Options(holder: "second")
    options.isOnce = true
    let projection = LectureProjection(contract: ModelMarket.contract, facts: market)
    let file = try LectureIndexFile.open(.file(path), clock: Indexing.standingClock)
    let runner = IndexRunner(market, projection, file, options)
    await #expect(throws: ChainIndexError(.leaseHeld, "")) { try await runner.run() }
    try await first.store.releaseLease(first.lease)
    try await runner.run()
    let scratch = try await Indexing(market)
    try await scratch.catchUp()
    #expect(try await first.dump() == scratch.dump())
    #expect(try await first.store.leaseHolder() == nil)
  }

  private static let sources = LectureProjection(contract: ModelMarket.contract, facts: ModelMarket(1)).sources

  @Test("refuse a file of another contract or another chain")
  func identity() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("index.sqlite")
    let store = try LectureIndexFile.open(.file(path))
    let (one, two) = (Hash32(UInt256(1)), Hash32(UInt256(2)))
    try await store.bind(to: IndexIdentity(chainID: 1, genesis: one, sources: Self.sources))
    try await store.bind(to: IndexIdentity(chainID: 1, genesis: one, sources: Self.sources))
    for other in [
      IndexIdentity(chainID: 2, genesis: one, sources: Self.sources),
      IndexIdentity(chainID: 1, genesis: two, sources: Self.sources),
      IndexIdentity(chainID: 1, genesis: one, sources: [EventSource(.zero, ContractABI())]),
    ] {
      await #expect(throws: ChainIndexError(.anotherContract, "")) { try await store.bind(to: other) }
    }
  }
}
