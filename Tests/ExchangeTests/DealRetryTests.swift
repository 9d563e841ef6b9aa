import ChainSupport
import ContractClient
import FixtureSupport
import Keys
import Locking
import Orders
import Outbox
import Primitives
import Sending
import Testing

@testable import Exchange

/// Each run is as a program's of its own; all share an outbox and a journal.
@Suite("A deal that is made again for what it left missing")
struct DealRetryTests {
  private let programs: DealPrograms

  private var fixture: ExchangeFixture { programs.fixture }

  init() async throws { programs = try await DealPrograms() }

  /// The taker's key, at whose signatures something happens first: after all checks, and before the block.
  private struct SlowSigner: Signer {
    let key: PrivateKey
    let number: Int
    let event: @Sendable () async throws -> Void
    private let count = Guarded(0)

    init(_ key: PrivateKey, at number: Int, _ event: @escaping @Sendable () async throws -> Void) {
      (self.key, self.number, self.event) = (key, number, event)
    }

    var address: Address { key.address }

    func sign(_ digest: Hash32) async throws -> Signature {
      let isNow = count.withLock { count in
        count += 1
        return count == number
      }
      if isNow { try await event() }
      return try key.sign(digest)
    }
  }

  private func run(
    _ request: DealRequest, among orders: [AnySignedOrder], again: Bool = false, atSignature number: Int = 1,
    killedAtReading reading: Int = .max, book: [AnySignedOrder]? = nil,
    _ event: @escaping @Sendable () async throws -> Void = {}
  ) async throws -> DealRun {
    try await programs.run(
      request, among: orders, again: again, signer: SlowSigner(fixture.taker, at: number, event),
      rereading: book ?? orders, onReading: reading)
  }

  private func wish(_ amount: DealAmount, retries: Int) -> DealRequest {
    var request = fixture.wish(amount)
    request.retries = retries
    return request
  }

  @Test(
    "whose order vanishes between plan and block gets the rest, within the first price",
    arguments: OrderVersion.allCases)
  func vanished(version: OrderVersion) async throws {
    let (gone, other, dear) = (
      try await fixture.ask(version, 1000, for: 300), try await fixture.ask(version, 5000, for: 1600, by: 1, salt: 2),
      try await fixture.ask(version, 9000, for: 9000, salt: 3)
    )
    let request = wish(.buying(1000), retries: 2)
    let run = try await run(request, among: [gone], book: [gone, dear, other]) { [fixture] in
      _ = try await fixture.cancel(gone)
    }
    #expect(run.failure == nil && run.extent == .complete && run.retries == 1, "\(String(describing: run.failure))")
    #expect(run.results.map(\.outcome.extent) == [.nothing, .complete] && run.received == 1000)
    #expect(try await programs.bought() == 1000)
    try run.requireComplete()
    // The same wish is the same deal, with all that it took.
    let again = try await self.run(request, among: [dear, other])
    #expect(again.results.map(\.receipt.hash) == run.results.map(\.receipt.hash) && again.extent == .complete)
    #expect(try await programs.bought() == 1000)
  }

  @Test("deals for the rest alone after a part, and no more often than it was asked to")
  func partly() async throws {
    let orders = [
      try await fixture.ask(.v1, 1000, for: 300), try await fixture.ask(.v1, 1000, for: 302, by: 1, salt: 2),
    ]
    let others = [
      try await fixture.ask(.v1, 400, for: 124, salt: 3), try await fixture.ask(.v1, 9000, for: 9000, salt: 4),
    ]
    let request = wish(.buying(2000), retries: 1)
    let run = try await run(request, among: orders, book: others) { [fixture] in
      _ = try await fixture.cancel(orders[1], by: 1)
    }
    // What is still missing is not chased a second time.
    #expect(run.results.map(\.outcome.received) == [1000, 400] && run.extent == .partly && run.retries == 1)
    #expect(throws: ExchangeError.self) { try run.requireComplete() }
    let none = try await self.run(
      wish(.buying(1999), retries: 0), among: [try await fixture.ask(.v1, 1999, for: 600, salt: 9)])
    #expect(none.retries == 0 && none.extent == .complete)
  }

  @Test("a purchase whose reserve brings fewer tokens for all that was to be paid is one in part, and stays that")
  func shortPurchase() async throws {
    let orders = [
      try await fixture.ask(.v1, 1000, for: 300), try await fixture.ask(.v1, 1000, for: 310, by: 1, salt: 2),
      try await fixture.ask(.v1, 1000, for: 320, salt: 3), try await fixture.ask(.v1, 1000, for: 330, salt: 4),
    ]
    let request = wish(.buying(3000), retries: 0)
    let run = try await run(request, among: orders) { [fixture] in _ = try await fixture.cancel(orders[1], by: 1) }
    #expect(run.paid == 930 && run.received == 2939 && run.lacked == 3000 && run.extent == .partly)
    #expect(run.outcomes.map(\.extent) == [.complete])
    let error = try #require(#expect(throws: ExchangeError.self) { try run.requireComplete() })
    #expect(error.code == .partlyFilled)
    #expect(error.facts == .bought(2939, of: 3000, paid: 930, errors: [orders[1].hash: 1]))
    let again = try await self.run(request, among: orders)
    #expect(again.extent == .partly && again.lacked == 3000 && again.received == 2939)
    // Lists of what was sent have it, too.
    let remarks = try await programs.remarks()
    #expect(remarks == [.part("")])
  }

  @Test("a purchase that a reserve left short gets the rest where it may be dealt for again")
  func shortPurchaseRetried() async throws {
    let orders = [
      try await fixture.ask(.v1, 1000, for: 300), try await fixture.ask(.v1, 1000, for: 310, by: 1, salt: 2),
      try await fixture.ask(.v1, 1000, for: 320, salt: 3), try await fixture.ask(.v1, 1000, for: 330, salt: 4),
    ]
    let other = try await fixture.ask(.v1, 61_000, for: 20_000, salt: 5)
    let run = try await run(wish(.buying(3000), retries: 1), among: orders, book: [other]) { [fixture] in
      _ = try await fixture.cancel(orders[1], by: 1)
    }
    #expect(run.extent == .complete && run.retries == 1 && run.received == 3000)
    try run.requireComplete()
  }

  @Test("a transaction that filled nothing does not speak for another one that did", arguments: [true, false])
  func oneOfBothVersions(isPurchase: Bool) async throws {
    let orders = [try await fixture.ask(.v1, 2000, for: 610, by: 1), try await fixture.ask(.v4, 1000, for: 300)]
    let run = try await run(wish(isPurchase ? .buying(3000) : .spending(910), retries: 0), among: orders) { [fixture] in
      _ = try await fixture.cancel(orders[0], by: 1)
    }
    #expect(run.results.map(\.outcome.received) == [0, 1000] && run.failure == nil && run.extent == .partly)
    let error = try #require(#expect(throws: ExchangeError.self) { try run.requireComplete() })
    #expect(error.code == .partlyFilled)
    switch error.facts {
    case .bought(let received, let wanted, let paid, _, _):
      #expect(isPurchase && received == 1000 && wanted == 3000 && paid == 300)
    case .filled(let paid, let received, let planned, _, _):
      #expect(!isPurchase && received == 1000 && planned == 910 && paid == 300)
    default: Issue.record("\(error)")
    }
  }

  @Test("whose further transaction is mined and fails is one in part, and goes on when it is run again")
  func furtherFails() async throws {
    let orders = [try await fixture.ask(.v1, 2000, for: 600, by: 1), try await fixture.ask(.v4, 1000, for: 305)]
    let request = wish(.buying(3000), retries: 0)
    let run = try await run(request, among: orders, atSignature: 2) { [fixture] in
      _ = try await fixture.cancel(orders[1])
    }
    let failure = try #require(run.failure as? ExchangeError, "\(String(describing: run.failure))")
    #expect(failure.code == .orderGone && failure.isMined && run.received == 2000)
    let error = try #require(#expect(throws: ExchangeError.self) { try run.requireComplete() })
    #expect(error.code == .partlyFilled && error.refusal.code == .orderGone)
    #expect(!error.message.contains("not sent") && error.message.contains("those before it stand"), "\(error.message)")
    let other = try await fixture.ask(.v4, 1000, for: 304, salt: 5)
    let again = try await self.run(request, among: [other])
    #expect(again.failure == nil && again.received == 3000)
    #expect(try await programs.bought() == 3000)
  }

  @Test("without being asked to leaves what is missing", arguments: OrderVersion.allCases)
  func unasked(version: OrderVersion) async throws {
    let orders = [
      try await fixture.ask(version, 1000, for: 300), try await fixture.ask(version, 1000, for: 302, by: 1, salt: 2),
    ]
    let other = try await fixture.ask(version, 5000, for: 1600, salt: 3)
    let run = try await run(wish(.buying(2000), retries: 0), among: orders, book: [other]) { [fixture] in
      _ = try await fixture.cancel(orders[1], by: 1)
    }
    #expect(run.results.count == 1 && run.received == 1000 && run.extent == .partly)
    // A purchase in part is told in one way, whichever version filled it.
    let error = try #require(#expect(throws: ExchangeError.self) { try run.requireComplete() })
    let errors: [Hash32: UInt8] = version == .v1 ? [orders[1].hash: 1] : [:]
    #expect(error.code == .partlyFilled)
    #expect(error.facts == .bought(1000, of: 2000, paid: 300, errors: errors))
    #expect(try await programs.bought() == 1000)
  }

  @Test("is not made again where the taker's own means were short in the block", arguments: OrderVersion.allCases)
  func ownMeans(version: OrderVersion) async throws {
    let orders = [
      try await fixture.ask(version, 1000, for: 300), try await fixture.ask(version, 1000, for: 302, by: 1, salt: 2),
    ]
    let spender = try #require(fixture.contracts.spender(of: version))
    let run = try await run(wish(.buying(2000), retries: 3), among: orders) { [fixture] in
      // The allowance goes from another program of the taker's.
      let revocation = fixture.calls.revocation(of: fixture.quote.address, for: spender)
      _ = try await revocation.prepare(from: fixture.taker.address).send(from: fixture.taker)
    }
    #expect(run.results.count == 1 && run.retries == 0 && run.received == 0)
  }

  @Test("a bound that no order keeps any more ends it, and what was filled stands")
  func bound() async throws {
    let orders = [
      try await fixture.ask(.v4, 1000, for: 300), try await fixture.ask(.v4, 1000, for: 302, by: 1, salt: 2),
    ]
    let dear = try await fixture.ask(.v4, 5000, for: 5000, salt: 3)
    let run = try await run(wish(.buying(2000), retries: 3), among: orders, book: [dear]) { [fixture] in
      _ = try await fixture.cancel(orders[1], by: 1)
    }
    #expect(run.results.count == 1 && run.received == 1000 && run.failure != nil && run.retries == 0)
    #expect(try await programs.bought() == 1000)
  }

  @Test("killed at any reading is gone on with, and takes no more than the wish")
  func killed() async throws {
    let request = wish(.buying(2000), retries: 2)
    var (kills, done) = (0, UInt256.zero)
    for reading in 1...20 {
      let salt = UInt256(reading) * 10
      let orders = [
        try await fixture.ask(.v1, 1000, for: 300, salt: salt),
        try await fixture.ask(.v1, 1000, for: 302, by: 1, salt: salt + 1),
      ]
      let others = [try await fixture.ask(.v1, 1000, for: 310, by: 1, salt: salt + 2)]
      var died = true
      do {
        let run = try await run(
          request, among: orders, again: reading > 1, killedAtReading: reading, book: others
        ) { [fixture] in _ = try await fixture.cancel(orders[1], by: 1) }
        died = run.failure is DealPrograms.Killed
        if died {
          // One that was written down and not sent counts for nothing.
          let error = try #require(#expect(throws: ExchangeError.self) { try run.requireComplete() })
          let isWhole: Bool
          if case .bought(_, let wanted, _, _, _)? = error.facts {
            isWhole = wanted == 2000
          } else {
            isWhole = error.facts?.planned == 602
          }
          #expect(run.retries == 0 && isWhole, "killed at \(reading): \(error)")
        }
      } catch is DealPrograms.Killed {}
      if died {
        kills += 1
        let before = try await programs.bought()
        let rest = before == done ? orders + others : others
        let run = try await run(request, among: rest, again: before == done && reading > 1)
        #expect(run.failure == nil && run.received == 2000, "killed at \(reading): \(String(describing: run.failure))")
      }
      done += 2000
      #expect(try await programs.bought() == done, "killed at \(reading)")
      if !died { break }
    }
    #expect(kills >= 5)
  }

  @Test("made by four programs at once is one deal")
  func together() async throws {
    let orders = [
      try await fixture.ask(.v1, 1000, for: 300), try await fixture.ask(.v1, 1000, for: 302, by: 1, salt: 2),
    ]
    let others = [try await fixture.ask(.v1, 5000, for: 1550, by: 1, salt: 3)]
    let request = wish(.buying(2000), retries: 3)
    let first = try await run(request, among: orders, killedAtReading: 5, book: others) { [fixture] in
      _ = try await fixture.cancel(orders[1], by: 1)
    }
    #expect(first.received == 1000)
    try await withThrowingTaskGroup(of: DealRun.self) { group in
      for _ in 0..<4 { group.addTask { try await run(request, among: others) } }
      for try await run in group { #expect(run.received == 2000) }
    }
    #expect(try await programs.bought() == 2000)
  }
}

extension ExchangeErrors.Facts {
  fileprivate var planned: UInt256? { if case .filled(_, _, let planned, _, _) = self { planned } else { nil } }
}
