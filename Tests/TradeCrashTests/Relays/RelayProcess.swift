import ChildProcesses
import CrashSupport
import Foundation
import Testing
import WireSupport

@testable import TradeWorker

/// A relay that runs as a process of its own until it is killed.
struct RelayProcess {
  let process: ChildProcess
  private let work: RelayWork

  /// - Parameter plan: What is to happen at which of its steps.
  init(_ work: RelayWork, _ plan: KillPlan) throws {
    try? FileManager.default.removeItem(atPath: work.place)
    (self.work, process) = (work, try TradeChild.start(.serve(work, plan)))
  }

  /// Where it listens; nil before it does.
  var port: UInt16? {
    FileManager.default.contents(atPath: work.place).flatMap { UInt16(String(decoding: $0, as: UTF8.self)) }
  }

  /// Waits until it takes orders.
  ///
  /// - Parameter tries: So many looks, 5 ms apart.
  /// - Returns: nil if it does not come so far.
  func ready(tries: Int = 24_000) async throws -> UInt16? {
    for _ in 0..<tries {
      if let port, let status = try await RelayTalk.get("/readyz", port)?.status, status == 200 { return port }
      if process.isOver { return nil }
      try await Task.sleep(for: .milliseconds(5))
    }
    return nil
  }

  /// Kills it, if nothing else has.
  func end() async -> ChildProcess.End {
    process.send(SIGKILL)
    return await process.waitUntilEnd()
  }
}
