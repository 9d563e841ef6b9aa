import Database
import DatabaseSupport
import Foundation
import Platform
import Testing

@testable import Outbox
@testable import Sending

@Suite(
  "A process that stands still", .enabled(if: PostgresCluster.isInstalled, PostgresCluster.advice),
  .timeLimit(.minutes(20)))
struct StoppedOwnerTests {
  @Test("for longer than its lease is good signs nothing when it goes on: another has its work by then")
  func stopped() async throws {
    let databases = TestDatabases()
    try await TestDatabases.$current.withValue(databases) {
      let folder = try OutboxFolder()
      let (argument, path) = (try folder.argument, folder.path)
      async let child: Void = Self.live(argument, path)
      while !FileManager.default.fileExists(atPath: "\(path)/begun") { try await Task.sleep(for: .milliseconds(20)) }
      let pid = try #require(Int32(String(contentsOfFile: "\(path)/begun", encoding: .utf8)))
      kill(pid, SIGSTOP)
      let outbox = folder.outbox()
      let first = try #require(try await outbox.intents().first)
      #expect(first.state == .reserved)
      // Nobody writes down a sign of it: its time passes by the server's clock.
      while try await outbox.isAbandoned(first) == false { try await Task.sleep(for: .milliseconds(200)) }
      let second = try await outbox.begin(.transfer(key: "once"), count: 0).begun()
      #expect(second.id != first.id && second.nonce == 0)
      try Data().write(to: URL(fileURLWithPath: "\(path)/go"))
      kill(pid, SIGCONT)
      await child
      try await outbox.record(.sample(2, nonce: 0), of: second.id, label: "")
      let intents = try await outbox.intents()
      #expect(intents.map(\.state) == [.signed, .expired] && intents.flatMap(\.attempts).count == 1)
    }
  }

  /// Begins in a process of its own, and signs when it is told to.
  private static func live(_ argument: String, _ path: String) async {
    await #expect(processExitsWith: .exitCode(17)) { [argument = argument as String, path = path as String] in
      let outbox = Outbox(at: try OutboxFolder.place(argument))
      let intent = try await outbox.begin(.transfer(key: "once"), count: 0).begun()
      try "\(getpid())".write(toFile: "\(path)/begun", atomically: true, encoding: .utf8)
      while access("\(path)/go", F_OK) != 0 { usleep(20_000) }
      do {
        try await outbox.record(.sample(1, nonce: 0), of: intent.id, label: "")
        exit(1)
      } catch let error as OutboxError where error.code == .takenForDead {
        exit(17)
      }
    }
  }
}
