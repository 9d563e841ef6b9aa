import CrashSupport
import FixtureSupport
import Relay
import Testing

@testable import TradeWorker

/// One trade in a process that is killed, or whose disk fails, at each step of its disk and its network; another process
/// does it again.
@Suite("A process that dies over a trade", .serialized, .timeLimit(.minutes(60)))
struct TradeCrashTests {
  @Test("leaves it to the next one, which trades once, at whatever step of the disk and the network it dies")
  func everyStep() async throws {
    let page = DocsPage("crashes.md", part: 1)
    let fixture = try await TradeFixture.open(isAwkward: true)
    let relay = try await fixture.relay()
    var table = TradeTable()
    for kind in Trade.Kind.allCases where kind != .reset || fixture.awkward != nil {
      let steps = try await TradeLife(fixture, kind, relay: relay, number: 0).steps()
      #expect(steps.contains(kind == .order ? "request POST /orderbook/v1/order" : "request eth_sendRawTransaction"))
      #expect(steps.contains { $0.hasPrefix("sync ") })
      var ends = Self.ends(over: steps, kind)[...]
      try await withThrowingTaskGroup(of: (KillPlan.Manner, TradeLife.Outcome?).self) { group in
        // Each has an account, an outbox and a journal of its own.
        func next() {
          guard let (manner, step) = ends.popFirst() else { return }
          group.addTask {
            let life = try await TradeLife(fixture, kind, relay: relay, number: step % 2)
            return (manner, try await life.ended(at: step, manner))
          }
        }
        for _ in 0..<4 { next() }
        for try await (manner, outcome) in group {
          // The page is the same whether the awkward token can be compiled or not.
          if let outcome, kind != .reset { table.add(outcome, kind, manner) }
          next()
        }
      }
    }
    #expect(!table.lines.isEmpty)
    if LongRun.isOn {
      try page.write(table.markdown)
      #expect(TradeTable.lines(of: try page.text()) == table.lines, "\(page.advice)")
    }
    await relay.stop()
  }

  /// Who ends how, and at which step: all of them where it makes a difference, or a sample that is the same each time, so
  /// that a change is judged by what it changes.
  private static func ends(over steps: [String], _ kind: Trade.Kind) -> [(KillPlan.Manner, Int)] {
    let manners = KillPlan.Manner.allCases
    guard LongRun.isOn else {
      let place = Trade.Kind.allCases.firstIndex(of: kind) ?? 0
      return [(manners[place % manners.count], 1 + (place * 37) % steps.count)]
    }
    return manners.flatMap { manner in
      steps.indices.filter { manner.differs(at: steps[$0]) }.map { (manner, $0 + 1) }
    }
  }
}
