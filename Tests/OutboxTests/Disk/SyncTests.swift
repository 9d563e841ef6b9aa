import ChildProcesses
import NodeDoubles
import Sending
import Testing

@testable import OutboxErrands

@Suite("What the outbox asks of the disk")
struct SyncTests {
  @Test("Two syncs lie between a command and its broadcast, in a new process, too")
  func twoSyncs() async throws {
    let (scene, folder) = (try await ChainFixture.open(), try Folder())
    let errand = try await scene.errand(.call, outbox: folder.outbox)
    for process in 0..<3 {
      let numbers = (0..<3).map { 3 * process + $0 }
      let end = try await Child.follow(
        .carryOut(errand, numbers, KillPlan(step: 0, manner: .before, trace: folder.trace)))
      #expect(end == .exit(0))
      let commands = try folder.takeTrace().split { $0.hasPrefix("- errand") }
      #expect(commands.count == 3)
      for (number, steps) in zip(numbers, commands) {
        let before = steps.prefix { $0 != "request eth_sendRawTransaction" }
        #expect(before.count < steps.count, "it was broadcast")
        // The very first makes the file and its tables.
        if number > 0 { #expect(before.count { $0.hasPrefix("sync ") } == 2, "errand \(number): \(before)") }
      }
    }
    try await Books(of: errand, on: scene.devnet, from: scene.firstBlock).check(did: 0..<9)
  }

  @Test("Where nothing can be written nothing is signed, and the error says so")
  func nowhere() async throws {
    let scene = try await ChainFixture.open()
    // A folder in which not even root can make a file.
    let errand = try await scene.errand(.call, outbox: "/proc/self/outbox.sqlite")
    let sender = errand.sender(over: try Errand.node([scene.server.url]), Outbox(path: errand.outbox))
    let error = await #expect(throws: SendingError.self) { try await errand.carryOut(0, with: sender) }
    #expect(error?.code == .outboxFailed)
    #expect(error?.description.split(separator: "\n").count ?? 0 <= 4)
    try await Books(of: errand, on: scene.devnet, from: scene.firstBlock).check(did: [])
  }
}
