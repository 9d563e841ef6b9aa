import FixtureSupport
import Foundation
import NodeDoubles
import Testing

@testable import OutboxErrands

/// A process that follows an order, and may be killed over it.
enum Child {
  enum End: Hashable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  static let program = BuiltProgram.path(of: "OutboxErrands")

  /// Runs the process to its end; none of the waiting is done on the threads that tests share.
  static func follow(_ order: Order) async throws -> End {
    let program = try #require(program, "the program that is killed is not built beside the tests")
    let order = String(decoding: try JSONEncoder().encode(order), as: UTF8.self)
    let environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
    let end = await withCheckedContinuation { continuation in
      RawSocket.thread { continuation.resume(returning: run([program, order], environment)) }
    }
    return try #require(end, "the process could not be started")
  }

  private static func run(_ arguments: [String], _ environment: [String]) -> End? {
    var words = arguments.map { strdup($0) } + [nil]
    var settings = environment.map { strdup($0) } + [nil]
    defer { for text in words + settings { free(text) } }
    var process = pid_t()
    guard posix_spawn(&process, arguments[0], nil, nil, &words, &settings) == 0 else { return nil }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return nil } }
    // As `WIFEXITED`, `WEXITSTATUS` and `WTERMSIG` read it.
    return status & 0x7f == 0 ? .exit(status >> 8 & 0xff) : .signal(status & 0x7f)
  }
}
