import Database
import DatabaseSupport
import FixtureSupport
import Foundation
import Locking
import Primitives
import Testing

@testable import FeePayer

@Suite("Whatever instances of a fee payer do", .overEachEngine)
struct AllotmentPropertyTests {
  /// An order as the test remembers it.
  private struct Known {
    let approval: JournalEntry.Approval
    var isOpen = true
  }

  @Test("spent and allotted stay within the limit, and all sums agree", arguments: [1, 2, 3] as [UInt64])
  func sums(seed: UInt64) async throws {
    var random = Seeded(seed)
    var fixture = StoreFixture()
    fixture.rules.perDay = Amount(wei: 20_000)
    fixture.rules.perSenderPerDay = Amount(wei: 9_000)
    let tables = try fixture.tables()
    var stores = try (0..<3).map { _ in try fixture.open() }
    var known: [Known] = []
    // The senders with nonces that were used.
    var over: Set<[UInt256]> = []
    var number: UInt64 = 0
    var refused = 0
    for _ in 0..<250 {
      let index = Int.random(in: 0..<stores.count, using: &random)
      let store = stores[index]
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<11:
        number += 1
        let nonce = Int.random(in: 0..<4, using: &random) == 0 ? number - 1 : number
        let approval = StoreFixture.approval(
          number, of: Int.random(in: 1...4, using: &random), nonce: nonce,
          cost: UInt256(Int.random(in: 1...1_500, using: &random)))
        do {
          _ = try await store.approve(approval)
          known.append(Known(approval: approval))
        } catch is ServiceAnswer {
          refused += 1
        }
      case 11..<16:
        guard let place = known.indices.filter({ known[$0].isOpen }).randomElement(using: &random) else { continue }
        let approval = known[place].approval
        known[place].isOpen = false
        let slot = [UInt256(approval.sender), UInt256(approval.nonce)]
        // Of one sender's nonce the chain takes one.
        if over.contains(slot) || Int.random(in: 0..<4, using: &random) == 0 {
          try await store.supersede(approval)
          let isLast = !known.contains {
            $0.isOpen && $0.approval.sender == approval.sender && $0.approval.nonce == approval.nonce
          }
          if isLast { over.insert(slot) }
        } else {
          try await store.settle(
            approval, StoreFixture.settlement(approval.cost * UInt256(Int.random(in: 0...4, using: &random)) / 4))
          over.insert(slot)
        }
      case 16:
        try await fixture.end(store, in: tables)
        stores[index] = try fixture.open()
      case 17:
        try await store.close()
        stores[index] = try fixture.open()
      case 18: await store.sweep()
      default: fixture.clock.withLock { $0 += UInt64.random(in: 0...30_000, using: &random) }
      }
      try Self.check(tables, fixture)
    }
    // Otherwise it would have shown nothing.
    #expect(known.count > 40 && refused > 5)
    for store in stores { try await store.close() }
    let last = try fixture.open()
    await last.sweep()
    // Nothing is held any more: what the budgets have is what the orders cost.
    #expect(try await tables.read { try $0.value("SELECT count(*) FROM allotment", as: Int.self) } == 0)
    try Self.check(tables, fixture)
  }

  /// The invariants of the rows.
  private static func check(_ tables: any SQLDatabase, _ fixture: StoreFixture) throws {
    try tables.read { db in
      var shares: [Int64: UInt256] = [:]
      var senders: [String: UInt256] = [:]
      for row in try db.rows("SELECT sender, day, cost FROM share") {
        let (day, cost) = (try row.value("day", as: Int64.self), try row.peb("cost"))
        shares[day, default: 0] += cost
        senders["\(day) \(try row.value("sender", as: Bytes.self))", default: 0] += cost
      }
      for row in try db.rows("SELECT day, sender, spent FROM sender_day") {
        let name = "\(try row.value("day", as: Int64.self)) \(try row.value("sender", as: Bytes.self))"
        let spent = try row.peb("spent")
        #expect(spent == senders[name] ?? 0)
        #expect(spent <= fixture.rules.perSenderPerDay.wei)
      }
      for row in try db.rows("SELECT day, spent, counted FROM budget") {
        let day = try row.value("day", as: Int64.self)
        var (spent, held) = (try row.peb("spent"), try row.peb("spent"))
        for allotment in try db.rows("SELECT held, spent FROM allotment WHERE day = ?", [day]) {
          spent += try allotment.peb("spent")
          held += try allotment.peb("held")
        }
        #expect(held == (try row.peb("counted")))
        #expect(held <= fixture.rules.perDay.wei)
        #expect(spent == shares[day] ?? 0)
      }
    }
  }
}
