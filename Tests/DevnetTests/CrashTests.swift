import Foundation
import Primitives
import Testing

@testable import Devnet

@Suite("A process that is killed")
struct CrashTests {
  /// How often; `CRASHES` in the environment for a longer run.
  static let count = ProcessInfo.processInfo.environment["CRASHES"].flatMap { Int($0) } ?? 4
  /// Whose balance counts the changes by hand.
  static let counter = Address(truncating: UInt256(0xc0))

  @Test("after kill -9 in the middle of load all that was answered is there", arguments: 0..<count)
  func killed(round: Int) async throws {
    let folder = try ScratchFolder()
    // Twice on the same file: the second process goes on with what the first left.
    for _ in 0..<2 {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = folder.file() as String, acknowledged = folder.file("answers") as String] in
        let answers = open(acknowledged, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        try #require(answers >= 0)
        var options = Devnet.Options()
        options.storage = Devnet.Storage(path: path, sync: Bool.random() ? .everySecond : .everyAnswer)
        let devnet = try await Devnet.start(options)
        var edits = try await devnet.balance(of: Self.counter)
        let delay = UInt32.random(in: 1000..<60_000)
        Thread.detachNewThread {
          usleep(delay)
          kill(getpid(), SIGKILL)
        }
        while true {
          let hash = try await devnet.send(DevnetCall(to: devnet.accounts[1].address, value: 1))
          var answer = hash.bytes
          if Int.random(in: 0..<4) == 0 {
            edits += 1
            try await devnet.setBalance(edits, of: Self.counter)
            answer = Hash32(edits).bytes
          }
          // One call, so that a kill leaves whole answers.
          try #require(write(answers, answer, 32) == 32)
        }
      }
      var options = Devnet.Options()
      options.storage = Devnet.Storage(path: folder.file())
      let devnet = try await Devnet.start(options)
      let answers = (try? folder.bytes("answers")) ?? []
      var edits: UInt256 = 0
      for start in stride(from: 0, to: answers.count, by: 32) {
        let answer = try Hash32(Bytes(answers[start..<(start + 32)]))
        if UInt256(answer) < 1 << 64 {
          edits = UInt256(answer)
        } else {
          #expect(await devnet.receipt(answer)?.isSuccess == true)
        }
      }
      let found = try await devnet.balance(of: Self.counter)
      #expect(edits...(edits + 1) ~= found)
      // Nothing else was lost or doubled: every block has one transaction.
      let head = await devnet.blockNumber
      #expect(try await devnet.balance(of: devnet.accounts[1].address) == ether(10_000) + UInt256(head))
      await devnet.close()
    }
  }
}
