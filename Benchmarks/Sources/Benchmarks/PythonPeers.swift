import Foundation
import Synchronization

/// The peers in Python: one process that is told in lines what to do, and that measures itself.
final class PythonPeers: Sendable {
  /// What one command gave.
  struct Answer: Decodable, Sendable {
    /// For all that was asked.
    let seconds: Double
    /// What came out, to be compared with ours.
    let result: String
  }

  private struct Line: ~Copyable {
    let process: Process
    let input: FileHandle
    let output: FileHandle
  }

  private let line: Mutex<Line>

  init(interpreter: String, script: String) throws {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: interpreter)
    process.arguments = [script]
    process.standardInput = input
    process.standardOutput = output
    do {
      try process.run()
    } catch {
      throw BenchmarkFailure("\(interpreter) cannot be started: \(error)")
    }
    line = Mutex(
      Line(process: process, input: input.fileHandleForWriting, output: output.fileHandleForReading))
  }

  // It ends when its standard input does.

  /// Runs one command to its end.
  func run(_ words: String...) throws -> Answer {
    try line.withLock { line in
      try line.input.write(contentsOf: Data((words.joined(separator: " ") + "\n").utf8))
      var reply = Data()
      while reply.last != UInt8(ascii: "\n") {
        let part = line.output.availableData
        try require(!part.isEmpty, "the peer in Python ended without an answer to \(words.joined(separator: " "))")
        reply += part
      }
      return try JSONDecoder().decode(Answer.self, from: reply)
    }
  }
}
