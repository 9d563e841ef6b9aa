import ChainIndex
import ChainSupport
import Database
import DatabaseSupport
import Locking
import NodeRPC
import Primitives
import Testing

@testable import LectureIndex

/// An index of a model chain.
struct Indexing: Sendable {
  let market: ModelMarket
  let store: IndexStore
  let follower: ChainFollower<ModelMarket, LectureProjection<ModelMarket>>
  let lease: WriterLease

  /// A clock that stands still: no lease ends because a machine is slow.
  static let standingClock = IndexClock { 1_700_000_000_000 }

  /// An index in memory, or in a file.
  init(
    _ market: ModelMarket, at path: String? = nil, width: UInt64 = 10_000, clock: IndexClock = standingClock
  ) async throws {
    self.market = market
    store = try LectureIndexFile.open(TestDatabases.place(path), clock: clock)
    follower = ChainFollower(
      market, LectureProjection(contract: ModelMarket.contract, facts: market), store, width: width)
    lease = try #require(try await store.takeLease("a test"))
    let projection = LectureProjection(contract: ModelMarket.contract, facts: market)
    let genesis = market.state.withLock { $0.blocks[0].block.hash }
    try await store.bind(to: IndexIdentity(chainID: 1_337, genesis: genesis, sources: projection.sources))
    if try await store.firstBlock() == nil { try await store.setFirstBlock(1, under: lease) }
  }

  /// Goes to the newest block.
  func catchUp() async throws {
    for _ in 0..<100_000 {
      if case .upToDate = try await follower.step(under: lease) { return }
    }
    Issue.record("the index does not come to an end")
  }

  /// All rows of all tables but those of the lease and of the time.
  func dump() async throws -> [String] { try await Self.dump(store) }

  static func dump(_ store: IndexStore) async throws -> [String] {
    try await store.read { db in
      var lines: [String] = []
      for table in ["lecture", "run", "purchase", "rating", "settlement", "event", "origin", "titleWord"] {
        for row in try db.rows("SELECT * FROM \(table)") {
          lines.append("\(table) " + row.columns.map { "\($0.name)=\($0.value)" }.joined(separator: " "))
        }
      }
      for row in try db.rows("SELECT number, hash, time FROM head") { lines.append("head \(row.columns)") }
      return lines.sorted()
    }
  }

  func read<Value: Sendable>(_ body: @escaping @Sendable (IndexView) throws -> Value) async throws -> Value {
    let now = store.clock.now()
    return try await store.read { try body(IndexView(db: $0, now: now)) }
  }
}
