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
  private let programs: DealPrograms

  private var fixture: ExchangeFixture { programs.fixture }

  init() async throws { programs = try await DealPrograms() }

  private func orders() async throws -> [AnySignedOrder] {
    [
      try await fixture.ask(.v1, 1000, for: 300), try await fixture.ask(.v4, 2000, for: 610, by: 1),
      try await fixture.ask(.v1, 9000, for: 3000, salt: 7),
    ]
  }

  @Test("is two transactions, and the same wish afterwards is neither of them once more")
  func once() async throws {
    let (orders, request) = (try await orders(), fixture.wish(.buying(3000)))
    let first = try await programs.run(request, among: orders)
    #expect(first.failure == nil && first.results.map(\.version) == [.v4, .v1])
    #expect(first.results.map(\.outcome.received) == [2000, 1000])
    let second = try await programs.run(request, among: orders)
    #expect(second.results.map(\.receipt.hash) == first.results.map(\.receipt.hash))
    #expect(second.results.allSatisfy { $0.receipt.earlier != nil } && second.extent == .complete)
    #expect(try await programs.bought() == 3000)
    // Another one is another one, and has an end of its own.
    #expect(try await programs.run(request, among: orders, again: true).received == 3000)
    #expect(try await programs.run(request, among: orders).received == 3000)
    #expect(try await programs.bought() == 6000)
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
        died =
          try await programs.run(request, among: orders, again: again, onReading: reading).failure
          is DealPrograms.Killed
      } catch is DealPrograms.Killed {}
      // What had not begun is begun by the next run; what had is gone on with.
      if died {
        kills += 1
        let before = try await programs.bought()
        let run = try await programs.run(request, among: orders, again: before == done && again)
        #expect(run.failure == nil && run.received == 3000, "killed at \(reading)")
      }
      done += 3000
      #expect(try await programs.bought() == done, "killed at \(reading)")
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
    let first = try await programs.run(request, among: orders, onReading: 4) { [fixture] in
      _ = try await fixture.cancel(orders[0])
    }
    #expect(first.results.map(\.outcome.received) == [2000])
    #expect((first.failure as? ExchangeError)?.code == .orderGone)
    let rest = try #require(#expect(throws: ExchangeError.self) { try first.requireComplete() })
    #expect(rest.code == .partlyFilled && rest.refusal.code == .orderGone && !rest.message.contains("nothing"))
    // The rest is planned anew, within the bound of the first plan.
    let dear = try await fixture.ask(.v1, 5000, for: 5000, salt: 8)
    await #expect(throws: ExchangeError.self) { try await programs.run(request, among: [dear]) }
    let good = try await fixture.ask(.v1, 5000, for: 1600, salt: 9)
    let second = try await programs.run(request, among: [dear, good])
    #expect(second.failure == nil && second.results.map(\.outcome.received) == [2000, 1000])
    #expect(try await programs.bought() == 3000)
  }

  @Test("whose parts were filled by another plan takes no more than the wish")
  func replanned() async throws {
    let (orders, request) = (try await orders(), fixture.wish(.buying(3000)))
    // The order of version 4 goes before it is signed: the other version fills all of it, in one transaction.
    let run = try await programs.run(request, among: orders, agrees: true, onReading: 2) { [fixture] in
      _ = try await fixture.cancel(orders[1], by: 1)
    }
    #expect(run.received <= 3000)
    #expect(try await programs.bought() == run.received)
    #expect(try await programs.run(request, among: orders).received == run.received)
    #expect(try await programs.bought() == run.received)
  }

  @Test(
    "planned otherwise after a run that sent nothing has the transactions that are agreed to now, not those of before")
  func plannedOtherwise() async throws {
    let orders = [
      try await fixture.ask(.v4, 3000, for: 900), try await fixture.ask(.v1, 1000, for: 305),
      try await fixture.ask(.v4, 2000, for: 610, by: 1),
    ]
    let request = fixture.wish(.buying(3000))
    // The one order that fills all of it goes after it was agreed to.
    let error = await #expect(throws: ExchangeError.self) {
      try await programs.run(request, among: orders, onReading: 2) { [fixture] in
        _ = try await fixture.cancel(orders[0])
      }
    }
    #expect(error?.code == .priceMoved)
    #expect(try await programs.bought() == 0)
    let run = try await programs.run(request, among: orders)
    #expect(run.failure == nil && run.results.count == 2 && run.received == 3000, "\(run)")
    #expect(try await programs.run(request, among: orders).received == 3000)
    #expect(try await programs.bought() == 3000)
  }

  @Test("wished for by four programs at once is one deal")
  func together() async throws {
    let (orders, request) = (try await orders(), fixture.wish(.buying(3000)))
    try await withThrowingTaskGroup(of: DealRun.self) { group in
      for _ in 0..<4 { group.addTask { try await programs.run(request, among: orders, agrees: true) } }
      for try await run in group { #expect(run.received <= 3000) }
    }
    #expect(try await programs.run(request, among: orders).received == 3000)
    #expect(try await programs.bought() == 3000)
  }

  @Test("under a name is made once, whatever it asks for")
  func named() async throws {
    let orders = try await orders()
    var request = fixture.wish(.buying(3000))
    request.name = "mine"
    let first = try await programs.run(request, among: orders)
    let second = try await programs.run(request, among: orders)
    var other = fixture.wish(.buying(500))
    other.name = "mine"
    await #expect(throws: OrderJournalError.self) { try await programs.run(other, among: orders) }
    #expect(first.received == 3000 && second.results.map(\.receipt.hash) == first.results.map(\.receipt.hash))
    #expect(try await programs.bought() == 3000)
  }

  @Test("of one order is made once for that order, and another order of the same amount is another")
  func singleOrders() async throws {
    let orders = [
      try await fixture.ask(.v1, 1000, for: 1000), try await fixture.ask(.v1, 1000, for: 1000, salt: 2),
    ]
    for (order, due) in [(0, 100), (1, 200), (0, 200), (1, 200)] as [(Int, UInt256)] {
      let request = DealRequest(
        filling: orders[order], with: 100, fillable: 1000, of: fixture.pair, by: fixture.taker.address)
      _ = try await programs.run(request, among: [orders[order]])
      #expect(try await programs.bought() == due)
    }
  }
}
