import ChildProcesses
import FixtureSupport
import Foundation
import StrictJSON

/// Runs a program to its end.
public enum Command {
  /// The output and exit status of a program.
  public struct Run: Sendable {
    /// Its exit status; the number of the signal, negative, if one ended it.
    public let status: Int
    /// Its standard output.
    public let output: String
    /// Its standard error.
    public let errors: String
    /// The arguments of `lectures`; nil for another program.
    let command: [String]?

    /// Standard output as JSON.
    ///
    /// - Throws: What is no JSON; what `lectures` prints and `Docs/json.md` does not say.
    public func json() throws -> JSON { try JSON(printed: output, by: command) }
  }

  /// A program that could not be run.
  public struct Failure: Error, CustomStringConvertible {
    /// The reason.
    public let description: String

    /// A failure in these words.
    public init(description: String) { self.description = description }
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
    let process = try ChildProcess(
      executable, arguments, environment: environment, directory: directory, input: input == nil ? .nothing : .pipe,
      output: .pipe, errors: .pipe)
    if let input {
      // A program that reads nothing closes the pipe: that is its right.
      try? process.input?.write(contentsOf: Data(input.utf8))
      try? process.input?.close()
    }
    for (signal, delay) in [(SIGTERM, timeout), (SIGKILL, timeout + 10)] {
      DispatchQueue.global().asyncAfter(deadline: .now() + delay) { [weak process] in process?.send(signal) }
    }
    return Running(process: process)
  }

  /// A program that runs.
  public struct Running: Sendable {
    fileprivate let process: ChildProcess
    /// The arguments of `lectures`; nil for another program.
    var command: [String]?

    /// Sends SIGINT, as Ctrl-C does.
    public func interrupt() { process.send(SIGINT) }

    /// Waits for its end.
    public func end() async -> Run {
      let process = process
      async let output = Self.onThread { Self.text(of: process.output, from: process) }
      async let errors = Self.onThread { Self.text(of: process.errors, from: process) }
      let texts = await (output, errors)
      let status =
        switch await process.waitUntilEnd() {
        case .exit(let status): Int(status)
        case .signal(let signal): -Int(signal)
        }
      return Run(status: status, output: texts.0, errors: texts.1, command: command)
    }

    /// Reads to the end of a stream, or until ten silent seconds after the end of the program: what it started and left
    /// behind may hold the stream for ever.
    private static func text(of file: FileHandle?, from process: ChildProcess) -> String {
      guard let file else { return "" }
      var (text, silent) = (Data(), 0)
      var descriptor = pollfd(fd: file.fileDescriptor, events: Int16(POLLIN), revents: 0)
      while silent < 10 {
        if poll(&descriptor, 1, 1000) == 0 {
          silent = process.isOver ? silent + 1 : 0
        } else {
          silent = 0
          let part = file.availableData
          if part.isEmpty { break }
          text += part
        }
      }
      return String(decoding: text, as: UTF8.self)
    }

    private static func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
      }
    }
  }
}

extension JSON {
  /// The output of a program.
  ///
  /// - Parameter command: What `lectures` was given, which prints what `Docs/json.md` says; nil for another program.
  init(printed text: String, by command: [String]?) throws {
    self = try JSON(parsing: Array(text.utf8))
    if let command { try JSONReference.ofThisPackage().check(self, to: command) }
  }
}
