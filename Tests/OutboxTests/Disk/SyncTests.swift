import Foundation
import NodeDoubles
import Sending
import Testing

@Suite("What the outbox asks of the disk")
struct SyncTests {
  @Test("Two syncs lie between a command and its broadcast, and two more when a process opens the file for it")
  func twoSyncs() async throws {
    let scene = try await Scene.open()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let errand = try await scene.errand(.call, outbox: folder.appendingPathComponent("outbox.sqlite").path)
    for command in 0..<3 {
      let trace = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
      defer { try? FileManager.default.removeItem(atPath: trace) }
      await #expect(processExitsWith: .exitCode(0)) {
        [errand = errand as Errand, trace = trace as String, command = command as Int] in
        let counter = StepCounter(KillPlan(step: 0, manner: .before, trace: trace))
        counter.install()
        let proxy = try FaultProxy(FaultProxy.node(port: errand.port), observe: { counter.network($0) })
        let outbox = Outbox(path: errand.outbox)
        let sender = errand.sender(over: try Errand.node([proxy.url]), outbox)
        for number in 0..<3 {
          counter.note("command")
          try await errand.carryOut(3 * command + number, with: sender)
        }
        await outbox.close()
        exit(0)
      }
      let lines = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
      let commands = lines.split(separator: "error command")
      #expect(commands.count == 3)
      for (number, steps) in commands.enumerated() {
        let before = steps.prefix { $0 != "request eth_sendRawTransaction" }
        #expect(before.count < steps.count)
        let syncs = before.count { $0.hasPrefix("sync") }
        // The very first makes the file; the first of a process opens it, which syncs the head of its log.
        if command + number > 0 {
          #expect(syncs == (number == 0 ? 4 : 2), "command \(command), errand \(number): \(before)")
        }
      }
    }
    try await Books(of: errand, on: scene.devnet, from: scene.firstBlock).check(did: 0..<9)
  }

  @Test("Where nothing can be written nothing is signed, and the error says so")
  func nowhere() async throws {
    let scene = try await Scene.open()
    // A folder in which not even root can make a file.
    let errand = try await scene.errand(.call, outbox: "/proc/self/outbox.sqlite")
    let sender = errand.sender(over: try Errand.node([scene.server.url]), Outbox(path: errand.outbox))
    let error = await #expect(throws: SendingError.self) { try await errand.carryOut(0, with: sender) }
    #expect(error?.code == .outboxFailed)
    #expect(error?.description.split(separator: "\n").count ?? 0 <= 4)
    try await Books(of: errand, on: scene.devnet, from: scene.firstBlock).check(did: [])
  }
}
