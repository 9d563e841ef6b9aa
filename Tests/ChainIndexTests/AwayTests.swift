import ChainSupport
import Database
import Files
import Locking
import NodeRPC
import Primitives
import Testing

@testable import ChainIndex
@testable import LectureIndex

/// A database whose server is away when a test says so.
private struct LostDatabase: SQLDatabase {
  let inner: any SQLDatabase
  let isAway = Guarded(false)

  var threads: BlockingThreads { inner.threads }

  private func reached<Value>(_ body: () throws -> Value) throws -> Value {
    guard isAway.withLock({ $0 }) else { return try body() }
    throw ChainIndexError(.storeFailed, "The index cannot be used.", cause: DatabaseError(.unreachable, "It is away."))
  }

  func reading<Value>(_ body: (Connection) throws -> Value) throws -> Value { try reached { try inner.reading(body) } }

  func changing<Value>(
    _ durability: Durability?, turn: String?, _ body: (Connection) throws -> Value
  ) throws -> Value {
    try reached { try inner.changing(durability, turn: turn, body) }
  }

  func bringUpToDate(_ schema: DatabaseSchema) throws { try inner.bringUpToDate(schema) }
  func requirePresent(_ schema: DatabaseSchema) throws { try inner.requirePresent(schema) }
  func rewriting() throws { try reached { try inner.rewriting() } }
  func close() throws { try inner.close() }
}

@Suite("A run of an index whose server goes away")
struct AwayTests {
  private typealias Runner = IndexRunner<ModelMarket, LectureProjection<ModelMarket>>

  private static func wait(until isSo: () async throws -> Bool) async throws {
    while try await !isSo() { try await Task.sleep(for: .milliseconds(5)) }
  }

  @Test("waits for it, tells once that it is away and once that it is back, and goes on, as writer and standing by")
  func away() async throws {
    let folder = try TemporaryFolder()
    let market = ModelMarket(3)
    for _ in 0..<5 { market.mine(actions: 2) }
    let tables = LectureIndexFile.tables
    let place = DatabasePlace.file(folder.file("index.sqlite"))
    let database = LostDatabase(inner: try place.open(tables.name, tables.schema))
    let store = IndexStore(database, name: "lost", clock: Indexing.standingClock)
    let projection = LectureProjection(contract: ModelMarket.contract, facts: market)
    let told = [Guarded<[String]>([]), Guarded<[String]>([])]
    let runs = told.indices.map { index in
      var options = Runner.Options(holder: "run \(index)")
      (options.poll, options.heartbeat) = (.milliseconds(5), .milliseconds(20))
      options.onEvent = { event in
        let word: String? =
          switch event {
          case .storeAway: "away"
          case .storeBack: "back"
          case .leading: "leads"
          default: nil
          }
        if let word { told[index].withLock { $0.append(word) } }
      }
      let runner = Runner(market, projection, store, options)
      return Task { try await runner.run() }
    }
    func isTold(_ word: String) -> Bool { told.allSatisfy { $0.withLock { $0.contains(word) } } }
    func isWhole() async throws -> Bool {
      guard let head = try await store.head() else { return false }
      return try await market.known([.number(head.number + 1)]).first ?? nil == nil
    }
    try await Self.wait { try await isWhole() }
    database.isAway.withLock { $0 = true }
    try await Self.wait { isTold("away") }
    for _ in 0..<3 { market.mine(actions: 2) }
    database.isAway.withLock { $0 = false }
    try await Self.wait { isTold("back") }
    try await Self.wait { try await isWhole() }
    for run in runs { run.cancel() }
    for run in runs { try await run.value }
    for told in told { #expect(told.withLock { $0 }.filter { $0 != "leads" } == ["away", "back"]) }
  }
}
