import Orders
import Primitives
import StrictJSON
import Testing

@testable import Exchange

@Suite("The journal of deals")
struct DealJournalTests {
  private let fixture: JournalFixture
  private let key = DealKey(named: "mine")

  init() throws { fixture = try JournalFixture() }

  private func plan(_ number: UInt64, amount: UInt256 = 100) -> JournalDeal.Plan {
    JournalDeal.Plan(
      exchange: Address(truncating: UInt256(number)), orders: [Hash32(UInt256(number)), Hash32(UInt256(77))],
      takerAmount: amount)
  }

  @Test("has a deal over both protocols as one, with its parts in their order, the second planned anew after the first")
  func parts() async throws {
    let journal = try fixture.journal()
    let deal = try await journal.begin([plan(1), plan(4)], key: key)
    #expect(deal.state == .open && deal.parts.map(\.plan) == [plan(1), plan(4)] && deal.openPart?.number == 0)
    #expect(await journalFailure { try await journal.send(part: 1, of: deal.id, as: "b") }?.code == .wrongStep)
    #expect(await journalFailure { try await journal.finish(part: 0, of: deal.id, .null) }?.code == .wrongStep)
    #expect(try await journal.send(part: 0, of: deal.id, as: "a").openPart?.intentKey == "a")
    #expect(await journalFailure { try await journal.plan(plan(9), part: 0, of: deal.id) }?.code == .wrongStep)
    #expect(await journalFailure { try await journal.send(part: 0, of: deal.id, as: "c") }?.code == .wrongStep)
    #expect(await journalFailure { try await journal.giveUp(deal: deal.id) }?.code == .wrongStep)
    let half = try await journal.finish(part: 0, of: deal.id, ["received": "7"])
    #expect(half.state == .open && half.openPart?.number == 1 && half.parts[0].outcome == ["received": "7"])
    #expect(try await journal.plan(plan(5, amount: .max), part: 1, of: deal.id).openPart?.plan == plan(5, amount: .max))
    _ = try await journal.send(part: 1, of: deal.id, as: "b")
    let done = try await journal.finish(part: 1, of: deal.id, .null)
    #expect(done.state == .done && done.openPart == nil)
    #expect(try await fixture.journal().deals(in: [.done]) == [done])
    #expect(await journalFailure { try await journal.send(part: 1, of: deal.id, as: "b") }?.code == .wrongStep)
  }

  @Test("gives an open deal to the next run at each of its steps, whoever ended between them")
  func takenUp() async throws {
    var deal = try await fixture.journal().begin([plan(1), plan(4)], key: key)
    func check(_ part: Int64?, _ state: JournalDeal.Part.State?) async throws {
      let found = try await fixture.journal().begin([plan(8)], key: key, isAnother: true)
      #expect(found == deal && found.openPart?.number == part && found.openPart?.state == state)
    }
    try await check(0, .planned)
    deal = try await fixture.journal().send(part: 0, of: deal.id, as: "a")
    try await check(0, .sent)
    deal = try await fixture.journal().send(part: 0, of: deal.id, as: "a")
    deal = try await fixture.journal().finish(part: 0, of: deal.id, .null)
    try await check(1, .planned)
    deal = try await fixture.journal().send(part: 1, of: deal.id, as: "b")
    try await check(1, .sent)
    deal = try await fixture.journal().finish(part: 1, of: deal.id, .null)
    #expect(deal.state == .done)
  }

  @Test("makes no second deal within the hour unless another is wanted; one that was given up stands in no way")
  func within() async throws {
    let journal = try fixture.journal()
    let first = try await journal.begin([plan(1)], key: key)
    _ = try await journal.send(part: 0, of: first.id, as: "a")
    _ = try await journal.finish(part: 0, of: first.id, .null)
    for seconds in [0, 3599, -7200] as [Int64] {
      fixture.now = Int64(RelayOrders.now) + seconds
      #expect(await journalFailure { try await journal.begin([plan(1)], key: key) }?.code == .duplicate)
    }
    fixture.now = Int64(RelayOrders.now) + 3600
    let second = try await journal.begin([plan(1)], key: key)
    #expect(second.turn == 1 && second.state == .open)
    #expect(try await journal.giveUp(deal: second.id).state == .failed)
    let third = try await journal.begin([plan(1)], key: key)
    #expect(third.turn == 2)
    _ = try await journal.send(part: 0, of: third.id, as: "a")
    _ = try await journal.finish(part: 0, of: third.id, .null)
    #expect(try await journal.begin([plan(1)], key: key, isAnother: true).turn == 3)
    #expect(await journalFailure { try await journal.begin([], key: key) }?.code == .wrongStep)
  }

  @Test("writes no outcome down that is too long")
  func long() async throws {
    let journal = try fixture.journal()
    let deal = try await journal.begin([plan(1)], key: key)
    _ = try await journal.send(part: 0, of: deal.id, as: "a")
    let text = JSON.string(String(repeating: "a", count: 300_000))
    #expect(await journalFailure { try await journal.finish(part: 0, of: deal.id, text) }?.code == .wrongStep)
    #expect(try await journal.deals().first?.openPart?.state == .sent)
  }
}
