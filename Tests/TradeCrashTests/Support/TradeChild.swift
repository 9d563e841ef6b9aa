import ChildProcesses
import FixtureSupport
import Foundation
import Testing

@testable import TradeWorker

/// A process that trades or is a relay, and may be killed over it.
enum TradeChild {
  static func start(_ order: TradeOrder) throws -> ChildProcess {
    let program = try #require(
      BuiltProgram.path(of: "TradeWorker"), "the program that is killed is not built beside the tests")
    let order = String(decoding: try JSONEncoder().encode(order), as: UTF8.self)
    return try ChildProcess(
      program, [order], environment: ProcessInfo.processInfo.environment, output: .inherited, errors: .inherited)
  }

  /// Runs the process to its end.
  static func follow(_ order: TradeOrder) async throws -> ChildProcess.End { try await start(order).waitUntilEnd() }
}
