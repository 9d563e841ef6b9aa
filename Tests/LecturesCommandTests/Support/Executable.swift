import ChildProcesses
import FixtureSupport
import Foundation

/// The built program, which lies beside the tests.
enum Executable {
  /// Its path; nil if only the tests were built.
  static let path = BuiltProgram.path(of: "lectures")

  struct Run {
    let status: Int
    let output: String
    let errors: String
  }

  /// A running program.
  struct Running {
    let process: ChildProcess

    /// Waits for its end.
    func end() async -> Run {
      let process = process
      return await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          let text = Self.text(of: process.output)
          let errorText = Self.text(of: process.errors)
          let status =
            switch process.blockUntilEnd() {
            case .exit(let status): Int(status)
            case .signal(let signal): -Int(signal)
            }
          continuation.resume(returning: Run(status: status, output: text, errors: errorText))
        }
      }
    }

    private static func text(of file: FileHandle?) -> String {
      String(decoding: (try? file?.readToEnd()) ?? Data(), as: UTF8.self)
    }
  }

  /// Starts the program with no settings but its own, and nothing on standard input unless a test has something there.
  static func start(
    _ arguments: [String], executable: String? = path, input: ChildProcess.Stream = .nothing
  ) throws -> Running {
    let environment = SanitizerSettings.environment.merging(["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]) { $1 }
    return Running(
      process: try ChildProcess(
        executable ?? "", arguments, environment: environment, input: input, output: .pipe, errors: .pipe))
  }

  static func run(_ arguments: [String]) async throws -> Run { try await start(arguments).end() }

  /// Runs a line of shell in which `$0` is the program.
  static func shell(_ line: String) async throws -> Run {
    try await start(["-c", line, path ?? ""], executable: "/bin/sh").end()
  }
}
