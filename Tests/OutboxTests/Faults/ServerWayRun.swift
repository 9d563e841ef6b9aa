import Database
import DatabaseSupport
import Devnet
import NodeDoubles
import Primitives
import Sending
import Testing

@testable import CrashWorker
@testable import Outbox

/// One payment from an outbox on a server, on the way to which something goes wrong at a message; then the same payment on a
/// way that is well.
struct ServerWayRun {
  private let fixture: ChainFixture
  private let job: CrashJob
  private let proxy: PostgresProxy
  private let way: DatabasePlace
  private let start: UInt64

  init(_ fixture: ChainFixture) async throws {
    let cluster = try PostgresCluster.shared
    let database = try cluster.makeDatabase()
    self.fixture = fixture
    proxy = try PostgresProxy(to: cluster)
    way = .server(try PostgresAddress(proxy.address(of: database), isSecret: true))
    job = try await fixture.job(.call, outbox: cluster.address(of: database))
    start = await fixture.devnet.blockNumber
    // Its tables are there: a payment is looked at.
    let first = job.open()
    try await first.open()
    await first.close()
  }

  /// Pays on a way on which nothing goes wrong.
  ///
  /// - Returns: The number of messages.
  func messages() async throws -> Int {
    let outbox = Outbox(at: way)
    proxy.begin()
    try await job.carryOut(0, with: sender(outbox))
    let count = proxy.count
    await outbox.close()
    try await check("no blow")
    return count
  }

  /// Pays while a message meets a blow.
  ///
  /// - Parameter patience: Seconds for which the outbox waits for its server.
  /// - Returns: The message that met it; nil if none did.
  func paid(_ blow: PostgresProxy.Blow, at number: Int, patience: Double) async throws -> String? {
    let outbox = Outbox(at: way, clock: nil, patience: patience)
    proxy.begin(blow, at: number, delay: 1.5 * patience)
    var (hash, failure): (Hash32?, (any Error)?) = (nil, nil)
    do { hash = try await job.carryOut(0, with: sender(outbox)) } catch { failure = error }
    let met = proxy.struck
    proxy.begin()
    let comment: Comment =
      "\(blow.rawValue) at \(number), \(met ?? "none"): \(failure.map { "\($0)" } ?? "paid")"
    #expect(failure == nil || failure is OutboxError || failure is SendingError, comment)

    // What the process takes for written is what another sees.
    let next = job.open()
    let there = try await next.intents()
    #expect(there.count <= 1, comment)
    #expect(try await Self.intents(of: outbox).map(\.id) == there.map(\.id), comment)
    if let hash { #expect(there.first?.attempts.contains { $0.hash == hash } == true, comment) }
    await outbox.close()

    // The same command again, by another machine; and once more.
    let again = try await job.carryOut(0, with: sender(next))
    #expect(hash == nil || again == hash, comment)
    #expect(try await job.carryOut(0, with: sender(next)) == again, comment)
    await next.close()
    try await check(comment)
    return met
  }

  /// Those that an outbox shows, on a way that is well by now: a connection of before may be dead still.
  private static func intents(of outbox: Outbox) async throws -> [Intent] {
    for _ in 0..<8 { if let intents = try? await outbox.intents() { return intents } }
    return try await outbox.intents()
  }

  private func sender(_ outbox: Outbox) throws -> TransactionSender {
    job.sender(over: try CrashJob.node([fixture.server.url]), outbox)
  }

  private func check(_ comment: Comment) async throws {
    try await Books(of: job, on: fixture.devnet, from: start).check(did: [0], comment)
  }
}
