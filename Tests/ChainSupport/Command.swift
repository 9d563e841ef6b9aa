import Foundation
import StrictJSON

/// Runs a program to its end.
public enum Command {
  /// What a program left behind.
  public struct Run: Sendable {
    /// Its exit status; the number of the signal, negative, if one ended it.
    public let status: Int
    public let output: String
    public let errors: String

    /// Standard output as JSON.
    public func json() throws -> JSON { try JSON(parsing: output.utf8.map { $0 }) }
  }

  /// A program that could not be run.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// Runs a program with an environment of its own; none of the waiting is done on Swift's cooperative threads.
  ///
  /// - Parameters:
  ///   - input: What it finds on standard input; nil is nothing.
  ///   - timeout: Seconds after which it is ended, so that a test fails instead of hanging.
  public static func run(
    _ executable: String, _ arguments: [String], environment: [String: String], directory: String? = nil,
    input: String? = nil, timeout: Double = 600
  ) async throws -> Run {
    try await start(
      executable, arguments, environment: environment, directory: directory, input: input, timeout: timeout
    ).end()
  }

  /// Starts a program.
  public static func start(
    _ executable: String, _ arguments: [String], environment: [String: String], directory: String? = nil,
    input: String? = nil, timeout: Double = 600
  ) throws -> Running {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.environment = environment
    if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
    let (output, errors, feed) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input == nil ? FileHandle.nullDevice : feed
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    if let input {
      // A program that reads nothing closes the pipe: that is its right.
      try? feed.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try? feed.fileHandleForWriting.close()
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + timeout) {
      if process.isRunning { process.terminate() }
    }
    return Running(process: process, output: output.fileHandleForReading, errors: errors.fileHandleForReading)
  }

  /// A program that runs.
  public struct Running: Sendable {
    fileprivate let process: Process
    fileprivate let output: FileHandle
    fileprivate let errors: FileHandle

    /// What Ctrl-C does.
    public func interrupt() { process.interrupt() }

    /// Waits for its end.
    public func end() async -> Run {
      async let outputText = Self.text(of: output)
      async let errorText = Self.text(of: errors)
      let texts = await (outputText, errorText)
      let process = process
      let status = await Self.onThread {
        process.waitUntilExit()
        return Int(process.terminationStatus) * (process.terminationReason == .uncaughtSignal ? -1 : 1)
      }
      return Run(status: status, output: texts.0, errors: texts.1)
    }

    private static func text(of file: FileHandle) async -> String {
      await onThread { String(decoding: file.readDataToEndOfFile(), as: UTF8.self) }
    }

    private static func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
      }
    }
  }
}
