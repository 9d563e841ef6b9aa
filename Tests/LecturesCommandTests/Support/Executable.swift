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
    let process: Process
    fileprivate let output: FileHandle
    fileprivate let errors: FileHandle

    /// Waits for its end.
    func end() async -> Run {
      let (process, output, errors) = (process, output, errors)
      return await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          let text = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
          let errorText = String(decoding: errors.readDataToEndOfFile(), as: UTF8.self)
          process.waitUntilExit()
          continuation.resume(returning: Run(status: Int(process.terminationStatus), output: text, errors: errorText))
        }
      }
    }
  }

  /// Starts the program with nothing on standard input and no settings but its own.
  static func start(_ arguments: [String], executable: String? = path) throws -> Running {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable ?? "")
    process.arguments = arguments
    process.environment = SanitizerSettings.environment.merging(["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]) {
      $1
    }
    let (output, errors) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    return Running(process: process, output: output.fileHandleForReading, errors: errors.fileHandleForReading)
  }

  static func run(_ arguments: [String]) async throws -> Run { try await start(arguments).end() }

  /// Runs a line of shell in which `$0` is the program.
  static func shell(_ line: String) async throws -> Run {
    try await start(["-c", line, path ?? ""], executable: "/bin/sh").end()
  }
}
