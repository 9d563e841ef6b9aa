import CrashSupport
import FixtureSupport
import Locking
import Testing

@testable import TradeWorker

/// A relay that is killed, or whose disk fails, at each step of its disk and its way to the node, and is begun again.
@Suite("A relay that dies", .serialized, .timeLimit(.minutes(60)))
struct RelayCrashTests {
  @Test("has afterwards what it answered for, nothing that it refused, and counts on")
  func everyStep() async throws {
    let page = DocsPage("crashes.md", part: 2)
    // Each fixture is one relay's at a time: blocks are taken away.
    let steps = try await RelayLife(try await TradeFixture.open()).steps()
    #expect(steps.contains { $0.hasPrefix("write relay.sqlite") } && steps.contains { $0.hasPrefix("sync ") })
    #expect(steps.contains { $0.hasPrefix("answer ") })
    let (ends, table) = (Guarded(Self.ends(over: steps)[...]), Guarded(RelayTable()))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<(LongRun.isOn ? 3 : 1) {
        group.addTask {
          let fixture = try await TradeFixture.open()
          while let (manner, step) = ends.withLock({ $0.popFirst() }) {
            let outcomes = try await RelayLife(fixture).ended(at: step, manner)
            table.withLock { $0.add(outcomes, manner) }
          }
        }
      }
      try await group.waitForAll()
    }
    let found = table.withLock { $0 }
    #expect(!found.lines.isEmpty)
    if LongRun.isOn {
      try page.write(found.markdown)
      #expect(TradeTable.lines(of: try page.text()) == found.lines, "\(page.advice)")
    }
  }

  /// Who ends how, and at which step, where it makes a difference, or a sample that is the same each time.
  private static func ends(over steps: [String]) -> [(KillPlan.Manner, Int)] {
    let manners = KillPlan.Manner.allCases
    guard LongRun.isOn else {
      return manners.enumerated().map { ($1, 1 + (2 * $0 + 1) * (steps.count - 1) / (2 * manners.count)) }
    }
    return manners.flatMap { manner in
      steps.indices.filter { manner.differs(at: steps[$0]) }.map { (manner, $0 + 1) }
    }
  }
}
