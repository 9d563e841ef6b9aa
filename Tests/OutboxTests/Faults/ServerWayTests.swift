import DatabaseSupport
import FixtureSupport
import Testing

@Suite(
  "A send on a bad way to the outbox's server", .enabled(if: PostgresCluster.isInstalled, PostgresCluster.advice),
  .timeLimit(.minutes(60)))
struct ServerWayTests {
  @Test("pays once, and knows what was written, whichever message is cut off, in half, late or never comes")
  func everyMessage() async throws {
    let fixture = try await ChainFixture.open()
    let count = try await ServerWayRun(fixture).messages()
    #expect(count > 100)
    let blows = PostgresProxy.Blow.allCases
    // The sample is the same each time; each blow is at messages of its own.
    let pause = LongRun.isOn ? 1 : max(1, count / 8)
    var courses = blows.enumerated().flatMap { index, blow in
      stride(from: 1 + index * pause / blows.count, through: count, by: pause).map { (blow, $0) }
    }[...]
    var met: Set<String> = []
    try await withThrowingTaskGroup(of: String?.self) { group in
      func next() {
        guard let (blow, number) = courses.popFirst() else { return }
        group.addTask { try await ServerWayRun(fixture).paid(blow, at: number, patience: blow.patience) }
      }
      for _ in 0..<4 { next() }
      for try await message in group {
        if let message { met.insert(message) }
        next()
      }
    }
    #expect(!met.isEmpty)
  }
}

extension PostgresProxy.Blow {
  /// The seconds for which a server is waited for: those blows that no end of a connection tells are waited for in vain.
  fileprivate var patience: Double {
    switch self {
    case .cut, .halve: 60
    case .delay, .oneWay: 3
    }
  }
}
