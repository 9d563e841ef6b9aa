import ChildProcesses
import CrashSupport
import Foundation
import Locking

@testable import TradeWorker

/// One relay after the other on one file, each killed at a random time; a client asks for the port of the one that reigns.
actor RelayReign {
  nonisolated let port = Guarded<UInt16>(0)
  private let work: RelayWork
  private let folder: TradeFolder
  private var current: RelayProcess?

  init(_ work: RelayWork, _ folder: TradeFolder) { (self.work, self.folder) = (work, folder) }

  /// Begins the next one and waits until it takes orders.
  func begin() async throws {
    let next = try RelayProcess(work, .none(trace: folder.file("relay-steps")))
    current = next
    let found = try await next.ready() ?? 0
    port.withLock { $0 = found }
  }

  /// Kills the one that reigns.
  ///
  /// - Returns: Whether it lived until then.
  func end() async -> Bool {
    guard let process = current else { return false }
    current = nil
    return await process.end() == .signal(SIGKILL)
  }
}
