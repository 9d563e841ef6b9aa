import ChainSupport
import ContractClient
import FixtureSupport
import Keys
import Orders
import Outbox
import Primitives
import Sending
import Testing

@testable import Exchange

/// Each run is as a program's of its own; all share an outbox and a journal.
@Suite("A deal over both protocols")
struct DealProgressTests {
  private let fixture: ExchangeFixture
  private let folder: TemporaryFolder

  init() async throws {
    fixture = try await ExchangeFixture.open()
    folder = try TemporaryFolder()
  }

  private struct Killed: Error {}

  /// A run as a command makes it: looks for earlier ones, plans what is left, and carries it out.
  ///
  /// - Parameters:
  ///   - reading: The reading of states at which something happens.
  ///   - agrees: Whether a deal that got worse is agreed to.
  private func run(
    _ request: DealRequest, among orders: [AnySignedOrder], again: Bool = false, agrees: Bool = false,
    onReading reading: Int = .max,
    _ event: @escaping @Sendable () async throws -> Void = { throw Killed() }
  ) async throws -> DealRun {
    let connection = try fixture.chain.connection(outbox: Outbox(path: folder.file("outbox.sqlite")))
    let states = ExchangeFixture.Interrupted(
      ChainStateSource(fixture.contracts, from: connection.node), onReading: reading, event)
    let client = DealClient(fixture.contracts, over: connection, states: states)
    let journal = try OrderJournal(folder.file("exchange.sqlite"), chain: try await connection.sender.chain())
    var options = SendOptions()
    options.intent.again = again
    let progress = try await client.progress(of: request, in: journal, options: options)
    guard let next = progress.next else { return DealRun(results: progress.results) }
    return try await client.carryOutAll(
      try await client.check(next, among: orders), after: progress, journal, signer: fixture.taker, options: options
    ) { _ in agrees }
  }

  private func orders() async throws -> [AnySignedOrder] {
    [
      try await fixture.ask(.v1, 1000, for: 300), try await fixture.ask(.v4, 2000, for: 610, by: 1),
      try await fixture.ask(.v1, 9000, for: 3000, salt: 7),
    ]
  }

  private func bought() async throws -> UInt256 { try await fixture.balance(fixture.base.address, fixture.taker) }

  @Test("is two transactions, and the same wish afterwards is neither of them once more")
  func once() async throws {
    let (orders, request) = (try await orders(), fixture.wish(.buying(3000)))
    let first = try await run(request, among: orders)
    #expect(first.failure == nil && first.results.map(\.version) == [.v4, .v1])
    #expect(first.results.map(\.outcome.received) == [2000, 1000])
    let second = try await run(request, among: orders)
    #expect(second.results.map(\.receipt.hash) == first.results.map(\.receipt.hash))
    #expect(second.results.allSatisfy { $0.receipt.earlier != nil } && second.extent == .complete)
    #expect(try await bought() == 3000)
    // Another one is another one, and has an end of its own.
    #expect(try await run(request, among: orders, again: true).received == 3000)
    #expect(try await run(request, among: orders).received == 3000)
    #expect(try await bought() == 6000)
  }

  @Test("killed at any reading is gone on with by the next run, which takes what was left and no more")
  func killed() async throws {
    let request = fixture.wish(.buying(3000))
    var (kills, done) = (0, UInt256.zero)
    for reading in 1...20 {
      let orders = try await orders(salt: UInt256(reading) * 10)
      let again = reading > 1
      var died = true
      do {
        died = try await run(request, among: orders, again: again, onReading: reading).failure is Killed
      } catch is Killed {}
      // What had not begun is begun by the next run; what had is gone on with.
      if died {
        kills += 1
        let before = try await bought()
        let run = try await run(request, among: orders, again: before == done && again)
        #expect(run.failure == nil && run.received == 3000, "killed at \(reading)")
      }
      done += 3000
      #expect(try await bought() == done, "killed at \(reading)")
      if !died { break }
    }
    #expect(kills >= 6)
  }

  private func orders(salt: UInt256) async throws -> [AnySignedOrder] {
    [
      try await fixture.ask(.v1, 1000, for: 300, salt: salt),
      try await fixture.ask(.v4, 2000, for: 610, by: 1, salt: salt),
      try await fixture.ask(.v1, 9000, for: 3000, salt: salt + 1),
    ]
  }

  @Test("whose second transaction finds its order gone keeps the first, says why, and a later run takes the rest")
  func secondGone() async throws {
    let orders = [try await fixture.ask(.v1, 1000, for: 300), try await fixture.ask(.v4, 2000, for: 610, by: 1)]
    let request = fixture.wish(.buying(3000))
    let first = try await run(request, among: orders, onReading: 4) { [fixture] in
      _ = try await fixture.cancel(orders[0])
    }
    #expect(first.results.map(\.outcome.received) == [2000])
    #expect((first.failure as? ExchangeError)?.code == .orderGone)
    // The rest is planned anew, within the bound of the first plan.
    let dear = try await fixture.ask(.v1, 5000, for: 5000, salt: 8)
    await #expect(throws: ExchangeError.self) { try await run(request, among: [dear]) }
    let good = try await fixture.ask(.v1, 5000, for: 1600, salt: 9)
    let second = try await run(request, among: [dear, good])
    #expect(second.failure == nil && second.results.map(\.outcome.received) == [2000, 1000])
    #expect(try await bought() == 3000)
  }

  @Test("whose parts were filled by another plan takes no more than the wish")
  func replanned() async throws {
    let (orders, request) = (try await orders(), fixture.wish(.buying(3000)))
    // The order of version 4 goes before it is signed: the other version fills all of it, in one transaction.
    let run = try await run(request, among: orders, agrees: true, onReading: 2) { [fixture] in
      _ = try await fixture.cancel(orders[1], by: 1)
    }
    #expect(run.received <= 3000)
    #expect(try await bought() == run.received)
    #expect(try await self.run(request, among: orders).received == run.received)
    #expect(try await bought() == run.received)
  }

  @Test("wished for by four programs at once is one deal")
  func together() async throws {
    let (orders, request) = (try await orders(), fixture.wish(.buying(3000)))
    try await withThrowingTaskGroup(of: DealRun.self) { group in
      for _ in 0..<4 { group.addTask { try await run(request, among: orders, agrees: true) } }
      for try await run in group { #expect(run.received <= 3000) }
    }
    #expect(try await run(request, among: orders).received == 3000)
    #expect(try await bought() == 3000)
  }

  @Test("under a name is made once, whatever it asks for")
  func named() async throws {
    let orders = try await orders()
    var request = fixture.wish(.buying(3000))
    request.name = "mine"
    let first = try await run(request, among: orders)
    let second = try await run(request, among: orders)
    var other = fixture.wish(.buying(500))
    other.name = "mine"
    await #expect(throws: OrderJournalError.self) { try await run(other, among: orders) }
    #expect(first.received == 3000 && second.results.map(\.receipt.hash) == first.results.map(\.receipt.hash))
    #expect(try await bought() == 3000)
  }

  @Test("of one order is made once for that order, and another order of the same amount is another")
  func singleOrders() async throws {
    let orders = [
      try await fixture.ask(.v1, 1000, for: 1000), try await fixture.ask(.v1, 1000, for: 1000, salt: 2),
    ]
    for (order, due) in [(0, 100), (1, 200), (0, 200), (1, 200)] as [(Int, UInt256)] {
      let request = DealRequest(
        filling: orders[order], with: 100, fillable: 1000, of: fixture.pair, by: fixture.taker.address)
      _ = try await run(request, among: [orders[order]])
      #expect(try await bought() == due)
    }
  }
}
