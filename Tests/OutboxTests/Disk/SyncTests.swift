import ChildProcesses
import CrashSupport
import NodeDoubles
import Sending
import Testing

@testable import CrashWorker
@testable import Outbox

@Suite("What the outbox asks of the disk")
struct SyncTests {
  @Test("Two syncs lie between a command and its broadcast, in a new process, too")
  func twoSyncs() async throws {
    let (fixture, folder) = (try await ChainFixture.open(), try Folder())
    let job = try await fixture.job(.call, outbox: folder.outbox)
    for process in 0..<3 {
      let numbers = (0..<3).map { 3 * process + $0 }
      let end = try await Child.follow(
        .carryOut(job, numbers, KillPlan(step: 0, manner: .before, trace: folder.trace)))
      #expect(end == .exit(0))
      let commands = try folder.takeTrace().split { $0.hasPrefix("- job") }
      #expect(commands.count == 3)
      for (number, steps) in zip(numbers, commands) {
        let before = steps.prefix { $0 != "request eth_sendRawTransaction" }
        #expect(before.count < steps.count, "it was broadcast")
        // The very first makes the file and its tables.
        if number > 0 { #expect(before.count { $0.hasPrefix("sync ") } == 2, "job \(number): \(before)") }
      }
    }
    try await Books(of: job, on: fixture.devnet, from: fixture.firstBlock).check(did: 0..<9)
  }

  @Test("Where nothing can be written nothing is signed, and the error says so")
  func nowhere() async throws {
    let fixture = try await ChainFixture.open()
    // A folder in which not even root can make a file.
    let job = try await fixture.job(.call, outbox: "/proc/self/outbox.sqlite")
    let sender = job.sender(over: try CrashJob.node([fixture.server.url]), Outbox(path: job.outbox))
    let error = await #expect(throws: OutboxError.self) { try await job.carryOut(0, with: sender) }
    #expect(error?.code == .failed)
    #expect(error?.description.split(separator: "\n").count ?? 0 <= 4)
    try await Books(of: job, on: fixture.devnet, from: fixture.firstBlock).check(did: [])
  }
}
