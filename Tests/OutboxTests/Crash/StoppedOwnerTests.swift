import ChildProcesses
import DatabaseSupport
import Foundation
import Testing

@testable import CrashWorker
@testable import Outbox

@Suite(
  "A process that stands still", .enabled(if: PostgresCluster.isInstalled, PostgresCluster.advice),
  .timeLimit(.minutes(20)))
struct StoppedOwnerTests {
  @Test("for longer than its lease is good signs nothing when it goes on: another has its work by then")
  func stopped() async throws {
    let folder = try Folder()
    let address = try TestDatabases.$current.withValue(TestDatabases()) {
      try TestDatabases.argument(folder.outbox)
    }
    let late = LateSignature(outbox: address, begun: folder.path("begun"), go: folder.path("go"))
    let child = try Child.start(.wait(late))
    while !child.isOver, !FileManager.default.fileExists(atPath: late.begun) {
      try await Task.sleep(for: .milliseconds(20))
    }
    child.send(SIGSTOP)
    let outbox = CrashJob.open(address)
    let first = try #require(try await outbox.intents().first)
    #expect(first.state == .reserved)
    // Nobody writes down a sign of it: its time passes by the server's clock.
    while try await outbox.isAbandoned(first) == false { try await Task.sleep(for: .milliseconds(200)) }
    guard case .begun(let second, _) = try await outbox.begin(LateSignature.draft, count: 0) else {
      Issue.record("the work of the one that stands still was not taken up")
      return child.send(SIGKILL)
    }
    #expect(second.id != first.id && second.nonce == 0)
    try Data().write(to: URL(fileURLWithPath: late.go))
    child.send(SIGCONT)
    #expect(await child.waitUntilEnd() == .exit(LateSignature.takenForDead))
    try await outbox.record(LateSignature.signed(2), of: second.id, label: "")
    let intents = try await outbox.intents()
    #expect(intents.map(\.state) == [.signed, .expired] && intents.flatMap(\.attempts).count == 1)
    await outbox.close()
  }
}
