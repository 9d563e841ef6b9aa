import CrashSupport
import DatabaseSupport
import FixtureSupport
import Testing

@testable import CrashWorker

/// One job in a process that is killed, or whose disk fails, at each step of its disk and its network; another process
/// does it again.
@Suite("A process that dies over a send", .serialized, .timeLimit(.minutes(60)))
struct CrashTests {
  @Test(
    "leaves it to the next one, which pays once, at whatever step of the disk and the network it dies"
  )
  func everyStep() async throws {
    let page = DocsPage("crashes.md")
    var table = CrashTable()
    for kind in CrashJob.Kind.single {
      let fixture = try await ChainFixture.open(lectures: 1)
      let steps = try await Life(fixture, kind).steps()
      #expect(steps.contains("request eth_sendRawTransaction") && steps.contains { $0.hasPrefix("sync ") })
      var ends = Self.ends(over: steps.count)[...]
      try await withThrowingTaskGroup(of: (KillPlan.Manner, Life.Outcome?).self) { group in
        // Each has an account and an outbox of its own.
        func next() {
          guard let (manner, step) = ends.popFirst() else { return }
          group.addTask { (manner, try await Life(fixture, kind).ended(at: step, manner)) }
        }
        for _ in 0..<4 { next() }
        for try await (manner, outcome) in group {
          if let outcome { table.add(outcome, kind, manner) }
          next()
        }
      }
    }
    #expect(!table.lines.isEmpty)
    if LongRun.isOn { try page.check(table) }
  }

  @Test(
    "leaves it to another machine over a server, which pays once when the time of the dead is over",
    .enabled(if: PostgresCluster.isInstalled, PostgresCluster.advice))
  func overServer() async throws {
    try await TestDatabases.$current.withValue(TestDatabases()) {
      let fixture = try await ChainFixture.open(lectures: 1)
      let steps = try await Life(fixture, .purchase).steps()
      let sample = LongRun.isOn ? Array(1...steps.count) : stride(from: 1, through: steps.count, by: 4).map { $0 }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for step in sample {
          for manner in KillPlan.Manner.allCases where manner.isDeadly {
            group.addTask { _ = try await Life(fixture, .purchase).ended(at: step, manner) }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  /// Who ends how, and at which of so many steps: all of them, or a sample that is the same each time, so that a change is
  /// judged by what it changes.
  private static func ends(over steps: Int) -> [(KillPlan.Manner, Int)] {
    let manners = KillPlan.Manner.allCases
    var ends: [(KillPlan.Manner, Int)] = []
    for (index, manner) in manners.enumerated() {
      let sample: Int = 1 + index * (steps - 1) / (manners.count - 1)
      let range: ClosedRange<Int> = LongRun.isOn ? 1...steps : sample...sample
      for step in range { ends.append((manner, step)) }
    }
    return ends
  }
}
