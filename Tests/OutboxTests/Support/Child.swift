import ChildProcesses
import FixtureSupport
import Foundation
import Testing

@testable import CrashWorker

/// A process that follows an order, and may be killed over it.
enum Child {
  static let program = BuiltProgram.path(of: "CrashWorker")

  static func start(_ order: Order) throws -> ChildProcess {
    let program = try #require(program, "the program that is killed is not built beside the tests")
    let order = String(decoding: try JSONEncoder().encode(order), as: UTF8.self)
    return try ChildProcess(
      program, [order], environment: ProcessInfo.processInfo.environment, output: .inherited, errors: .inherited)
  }

  /// Runs the process to its end.
  static func follow(_ order: Order) async throws -> ChildProcess.End { try await start(order).waitUntilEnd() }
}
