import DatabaseSupport
import Primitives
import Testing

@testable import Outbox
@testable import Sending

@Suite("The limits of an outbox", .overEachEngine)
struct OutboxLimitTests {
  private let folder: OutboxFolder

  init() throws { folder = try OutboxFolder() }

  @Test("counts what is under way with the most it can cost, and what has ended with what it did cost")
  func limits() async throws {
    let clock = Clock(1_000_000)
    let outbox = Outbox(at: folder.place, clock: { clock.now })
    var draft = IntentDraft.transfer(1_000)
    draft.limits = SpendingLimits(perDay: .wei(50_000))
    let first = try await outbox.begin(draft, count: 0).begun()
    _ = try await outbox.begin(draft, count: 0).begun()
    await #expect(throws: OutboxError(.limitExceeded, "")) { try await outbox.begin(draft, count: 0) }
    try await outbox.settle(first.id, IntentOutcome(.final, cost: .wei(3_000), evidence: .own))
    _ = try await outbox.begin(draft, count: 1).begun()
    await #expect(throws: OutboxError(.limitExceeded, "")) { try await outbox.begin(draft, count: 1) }
    clock.now += 86_401
    // What is open counts on every day; what has ended on its own.
    await #expect(throws: OutboxError(.limitExceeded, "")) { try await outbox.begin(draft, count: 1) }
    for open in try await outbox.intents(IntentFilter(isLive: true)) {
      try await outbox.settle(open.id, IntentOutcome(.final, cost: .wei(22_000)))
    }
    _ = try await outbox.begin(draft, count: 9).begun()
    clock.now -= 86_401 * 2
    await #expect(throws: OutboxError(.limitExceeded, "")) { try await outbox.begin(draft, count: 9) }
  }

  @Test("a clock that jumps a day ahead ends no day of the limits")
  func jumpedClock() async throws {
    let clock = Clock(1_000_000)
    let outbox = Outbox(at: folder.place, clock: { clock.now })
    var draft = IntentDraft.transfer(1_000)
    draft.limits = SpendingLimits(perDay: .wei(40_000))
    draft.blockTime = 1_000_000
    let first = try await outbox.begin(draft, count: 0).begun()
    try await outbox.settle(first.id, IntentOutcome(.final, cost: .wei(22_000), evidence: .own))
    clock.now += 90_000
    draft.blockTime = 1_000_012
    await #expect(throws: OutboxError(.limitExceeded, "")) { try await outbox.begin(draft, count: 1) }
    // A node that tells an earlier time makes what was spent count for longer, not for less.
    draft.blockTime = 7
    await #expect(throws: OutboxError(.limitExceeded, "")) { try await outbox.begin(draft, count: 1) }
    draft.blockTime = 1_090_000
    let second = try await outbox.begin(draft, count: 1).begun()
    #expect(second.blockTime == 1_090_000)
  }

  @Test("limits what one opening spends, and what one receiver gets")
  func furtherLimits() async throws {
    let (one, other) = (folder.outbox(), folder.outbox())
    var draft = IntentDraft.transfer(1_000)
    draft.limits = SpendingLimits(perCommand: .wei(30_000))
    _ = try await one.begin(draft, count: 0).begun()
    await #expect(throws: OutboxError(.limitExceeded, "")) { try await one.begin(draft, count: 0) }
    _ = try await other.begin(draft, count: 0).begun()
    draft.limits = SpendingLimits(perContract: .wei(70_000))
    _ = try await other.begin(draft, count: 0).begun()
    await #expect(throws: OutboxError(.limitExceeded, "")) { try await other.begin(draft, count: 0) }
    draft.to = .zero
    _ = try await other.begin(draft, count: 0).begun()
  }

  @Test("two processes cannot both slip under a limit")
  func limitRace() async throws {
    let outboxes = [folder.outbox(), folder.outbox()]
    var draft = IntentDraft.transfer(1_000)
    draft.limits = SpendingLimits(perDay: .wei(70_000))
    let begun = await withTaskGroup(of: Bool.self) { [draft] group in
      for index in 0..<10 { group.addTask { (try? await outboxes[index % 2].begin(draft, count: 0)) != nil } }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(begun == 3)
  }
}

/// A wall clock that a test sets.
final class Clock: @unchecked Sendable {
  // Set only between the uses of the outbox that reads it.
  var now: UInt64
  init(_ now: UInt64) { self.now = now }
}
