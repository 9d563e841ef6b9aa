import Primitives
import Testing

@testable import Exchange

@Suite("The journal of deals")
struct DealJournalTests {
  private let fixture: JournalFixture
  private let key = DealKey("deal 1")
  private let bound = Fraction(1, over: 3) ?? .one

  init() throws { fixture = try JournalFixture() }

  private func part(_ number: UInt64, _ units: UInt256 = 100) -> JournalDeal.Part {
    JournalDeal.Part(exchange: Address(truncating: UInt256(number)), units: units)
  }

  @Test("has a deal with its parts and its bound, for whichever run goes on with it")
  func parts() async throws {
    let journal = try fixture.journal()
    let deal = try await journal.begin([part(1), part(4, .max)], within: bound, key: key)
    #expect(deal.state == .open && deal.parts == [part(1), part(4, .max)] && deal.bound == bound && deal.turn == 0)
    #expect(try await fixture.journal().begin([part(8)], within: .one, key: key, isAnother: true) == deal)
    fixture.now += 10
    let half = try await journal.advance(deal: deal.id, isLast: false)
    #expect(half.state == .open && half.changed == deal.changed + 10)
    let done = try await journal.advance(deal: deal.id, isLast: true)
    #expect(done.state == .done)
    #expect(try await fixture.journal().deals(in: [.done]) == [done])
    #expect(await journalFailure { try await journal.advance(deal: 77, isLast: true) }?.code == .wrongStep)
    #expect(await journalFailure { try await journal.begin([], within: .one, key: key) }?.code == .wrongStep)
  }

  @Test("takes a deal of the last hour for another like it, with any clock, unless another is wanted")
  func within() async throws {
    let journal = try fixture.journal()
    let first = try await journal.begin([part(1)], within: bound, key: key)
    let done = try await journal.advance(deal: first.id, isLast: true)
    for seconds in [0, 3599, -7200] as [Int64] {
      fixture.now = Int64(RelayOrders.now) + seconds
      #expect(try await journal.begin([part(1)], within: bound, key: key) == done)
      #expect(try await journal.last(of: key)?.stands == true)
    }
    #expect(try await journal.begin([part(1)], within: bound, key: key, isAnother: true).turn == 1)
    fixture.now = Int64(RelayOrders.now) + 7200
    #expect(try await journal.last(of: key)?.stands == false)
    #expect(try await journal.begin([part(1)], within: bound, key: key).turn == 2)
  }

  @Test("takes a deal that a person named for another of the name for ever")
  func named() async throws {
    let journal = try fixture.journal()
    let named = DealKey("deal named mine", isNamed: true)
    let first = try await journal.begin([part(1)], within: bound, key: named)
    _ = try await journal.advance(deal: first.id, isLast: true)
    fixture.now = Int64(RelayOrders.now) + 1_000_000
    #expect(try await journal.begin([part(1)], within: bound, key: named).id == first.id)
    let other = DealKey("deal named mine", wish: "another", isNamed: true)
    #expect(await journalFailure { try await journal.begin([part(1)], within: bound, key: other) }?.code == .duplicate)
    #expect(await journalFailure { _ = try await journal.last(of: other) }?.code == .duplicate)
  }

  @Test("has one more part for what is missing, once for all who read the same, and none once it is done")
  func retries() async throws {
    let journal = try fixture.journal()
    let deal = try await journal.begin([part(1)], within: bound, key: key)
    let more = try await journal.retry(deal, 40, at: Address(truncating: 4))
    #expect(more.parts.map(\.isRetry) == [false, true] && more.parts[1].units == 40 && more.retries == 1)
    #expect(try await fixture.journal().retry(deal, 70, at: Address(truncating: 1)) == more)
    #expect(try await journal.retry(more, 7, at: Address(truncating: 1)).retries == 2)
    let done = try await journal.advance(deal: deal.id, isLast: true)
    #expect(try await journal.retry(done, 3, at: Address(truncating: 1)) == done)
  }

  @Test("has other parts within another bound once they are agreed to, as long as it is not done")
  func replanned() async throws {
    let journal = try fixture.journal()
    let deal = try await journal.begin([part(1)], within: bound, key: key)
    fixture.now += 10
    try await journal.replan(deal.id, [part(1)], within: bound)
    #expect(try await journal.deal(deal.id) == deal)
    try await journal.replan(deal.id, [part(4, 60), part(1, 40)], within: .one)
    let planned = try await fixture.journal().deal(deal.id)
    #expect(
      planned.parts == [part(4, 60), part(1, 40)] && planned.bound == .one && planned.changed == deal.changed + 10)
    let done = try await journal.advance(deal: deal.id, isLast: true)
    try await journal.replan(deal.id, [part(1)], within: bound)
    #expect(try await journal.deal(deal.id) == done)
    #expect(await journalFailure { _ = try await journal.deal(77) }?.code == .wrongStep)
  }

  @Test("gives processes that wish for a deal at once the same one")
  func together() async throws {
    let turns = try await withThrowingTaskGroup(of: Int64.self) { group in
      for _ in 0..<6 {
        group.addTask { [self] in
          try await fixture.journal().begin([part(1)], within: bound, key: key).id
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(turns.count == 1)
  }
}
