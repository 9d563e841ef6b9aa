import Foundation
import Locking
import Orders
import Primitives
import StrictJSON
import Testing

@testable import Exchange

/// Programs that place one order: each may be killed at any of its writes, and the next one does it again.
@Suite("A process that dies over an order", .serialized)
struct JournalCrashTests {
  private let fixture: JournalFixture

  init() throws { fixture = try JournalFixture() }

  /// Places the order at a relay, in a journal, and dies at the given step of the journal.
  private static func place(_ path: String, _ url: String, dyingAt step: Int) async throws {
    let count = Guarded(0)
    let journal = try OrderJournal(
      path, chain: JournalFixture.chain, clock: { Int64(RelayOrders.now) },
      observer: { _ in
        let number = count.withLock { count in
          count += 1
          return count
        }
        if number == step { kill(getpid(), SIGKILL) }
      })
    let relay = try RelayClient(
      url, .v0, for: RelayOrders.v1, limits: RelayReadingLimits(timeout: .seconds(120)), clock: { RelayOrders.now })
    _ = try await JournalFixture.place(in: journal, at: [relay])
  }

  @Test("writes down each step before it takes it")
  func steps() async throws {
    let steps = Guarded<[String]>([])
    let relay = try RelayDouble()
    let journal = try fixture.journal { step in steps.withLock { $0.append(step) } }
    _ = try await JournalFixture.place(in: journal, at: [relay.client()])
    #expect(
      steps.withLock { $0 } == ["draft", "signature", "posting", "answer"].flatMap { ["before \($0)", "after \($0)"] })
  }

  @Test(
    "leaves it to the next one: one order for ever, posted once, at whatever write it dies", arguments: 1...8)
  func everyWrite(step: Int) async throws {
    let relay = try RelayDouble()
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = fixture.path as String, url = relay.url as String, step = step as Int] in
      try await Self.place(path, url, dyingAt: step)
    }
    let died = try await fixture.journal().orders()
    #expect(died.count == (step == 1 ? 0 : 1))
    let outcome = try await JournalFixture.place(in: fixture.journal(), at: [relay.client()])
    #expect(outcome.order.state == .posted && outcome.failures.isEmpty)
    #expect(died.isEmpty || died.map(\.hash) == [outcome.order.hash])
    #expect(died.first?.signed == nil || died.first?.signed == outcome.order.signed)
    #expect(try await fixture.journal().orders().count == 1)
    #expect(relay.posted == [outcome.order.signed?.json.serialized()], "step \(step)")
  }

  @Test("beside others that do the same makes one order of all, posted once")
  func several() async throws {
    let relay = try RelayDouble()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<6 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [path = fixture.path as String, url = relay.url as String] in
            try await Self.place(path, url, dyingAt: 0)
          }
        }
      }
    }
    let orders = try await fixture.journal().orders()
    #expect(orders.map(\.state) == [.posted] && relay.posted == [orders[0].signed?.json.serialized()])
  }
}
