import Foundation
import Primitives
import Testing

@testable import FeePayer

@Suite("What a fee payer remembers")
struct SpendingTests {
  private static func line(_ number: UInt64, day: UInt64 = 10, _ entry: JournalEntry) -> JournalLine {
    JournalLine(number: number, time: day * 86_400, entry: entry)
  }

  private static func approval(_ id: UInt64, nonce: UInt64? = nil, cost: UInt256 = 10) -> JournalEntry.Approval {
    JournalEntry.Approval(
      id: Hash32(UInt256(id)), sender: Address(truncating: UInt256(7)), nonce: nonce ?? id, cost: cost, to: nil,
      what: "transfer", key: nil, raw: Bytes(repeating: 1, count: 1_000))
  }

  private static func settlement(_ cost: UInt256) -> JournalEntry.Settlement {
    JournalEntry.Settlement(hash: .zero, block: 1, succeeded: true, cost: cost)
  }

  private static func take(
    _ line: JournalLine, at place: UInt64, into spending: inout Spending, fits: Bool = true,
    location: SourceLocation = #_sourceLocation
  ) {
    let taken = spending.take(line, at: place)
    #expect(taken == fits, sourceLocation: location)
  }

  @Test("is bounded, and what is forgotten goes on counting")
  func bounded() {
    var spending = Spending(most: 3)
    for id in 1...10 as ClosedRange<UInt64> {
      Self.take(Self.line(id, .approved(Self.approval(id))), at: id, into: &spending)
    }
    #expect(spending.items.count == 3 && spending.approvals == 10)
    #expect(spending.items.values.allSatisfy { $0.approval.raw.isEmpty })
    #expect(spending.spent(on: 10) == Amount(wei: 100))
    // News of one that is forgotten is no contradiction, and gives nothing back.
    Self.take(Self.line(11, .settled(id: Hash32(1), Self.settlement(4))), at: 11, into: &spending)
    #expect(spending.spent(on: 10) == Amount(wei: 100))
    Self.take(Self.line(12, .settled(id: Hash32(10), Self.settlement(4))), at: 12, into: &spending)
    #expect(spending.spent(on: 10) == Amount(wei: 94))
    // One that is forgotten counts anew, never less.
    #expect(spending.increase(by: Self.approval(1)) == 10)
    #expect(spending.increase(by: Self.approval(10)) == 0)
  }

  @Test("news of what was never approved is a contradiction as long as nothing is forgotten")
  func contradiction() {
    var spending = Spending(most: 3)
    Self.take(Self.line(1, .signed(id: Hash32(1), hash: .zero)), at: 0, into: &spending, fits: false)
    Self.take(Self.line(1, .approved(Self.approval(1))), at: 0, into: &spending)
    Self.take(Self.line(2, .approved(Self.approval(1))), at: 0, into: &spending, fits: false)
  }

  @Test("one nonce counts as the dearest of those that have it, whichever of them is forgotten")
  func sharedNonce() {
    var spending = Spending(most: 2)
    for (id, cost) in [(1, 10), (2, 30), (3, 20), (4, 5)] as [(UInt64, UInt256)] {
      Self.take(Self.line(id, .approved(Self.approval(id, nonce: 0, cost: cost))), at: 0, into: &spending)
    }
    #expect(spending.spent(on: 10) == Amount(wei: 30))
    Self.take(Self.line(5, .settled(id: Hash32(4), Self.settlement(5))), at: 0, into: &spending)
    #expect(spending.spent(on: 10) == Amount(wei: 5))
  }

  @Test("the days before are forgotten, the present one never, however the clock jumps")
  func days() {
    var spending = Spending()
    for day in 1...20 as ClosedRange<UInt64> {
      Self.take(Self.line(day, day: day, .approved(Self.approval(day))), at: 0, into: &spending)
      #expect(spending.spent(on: day) == Amount(wei: 10))
    }
    #expect(spending.spent(on: 12) == .zero && spending.spent(on: 13) == Amount(wei: 10))
    // Back to a day that was forgotten: it counts anew, and what was counted there before is not given back.
    Self.take(Self.line(21, day: 5, .approved(Self.approval(21))), at: 0, into: &spending)
    #expect(spending.spent(on: 5) == Amount(wei: 10))
    Self.take(Self.line(22, day: 5, .settled(id: Hash32(5), Self.settlement(0))), at: 0, into: &spending)
    #expect(spending.spent(on: 5) == Amount(wei: 10))
  }

  @Test("what the sender signed is read from the journal, also of the life before")
  func raw() async throws {
    let fixture = try ServiceFixture(FakeChain { $0.mines = false })
    for student in 1...3 {
      let service = try await fixture.open()
      #expect(await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: student))).status == 500)
    }
    #expect(fixture.chain.sent.count == 3)
    let service = try await fixture.open()
    fixture.chain.mineAll()
    #expect(await service.reconcile() == 0)
    #expect(try await service.spentToday() == Amount(wei: ServiceFixture.cost.wei * 3 / 2))
  }
}
