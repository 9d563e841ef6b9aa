import Foundation

/// A process that is spoken to in lines: one in, one out. It ends when nothing holds it any more.
// Unchecked: process and pipes are set once, and the buffer is touched on the serial queue alone.
public final class LineProcess: @unchecked Sendable {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let queue = DispatchQueue(label: "line process")
  private var buffer: [UInt8] = []

  /// Starts it; standard error stays that of the tests, and the environment unless another is given.
  public init(_ executable: String, _ arguments: [String], environment: [String: String]? = nil) throws {
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    if let environment { process.environment = environment }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  // Both the chain and the witness end when their standard input does.
  deinit { try? input.fileHandleForWriting.close() }

  /// Sends a line and waits for the one that answers it.
  public func ask(_ line: String) async throws -> String {
    try await onQueue { process in
      try process.input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
      return try process.readLine()
    }
  }

  /// Waits for a line.
  public func line() async throws -> String { try await onQueue { try $0.readLine() } }

  /// Sends it a signal, waits for its end, and gives its status (negative if the signal ended it) and what it still said.
  public func end(signal: Int32) async throws -> (status: Int, rest: String) {
    kill(process.processIdentifier, signal)
    let rest = try await onQueue { process in
      let rest = process.buffer + (try process.output.fileHandleForReading.readToEnd() ?? Data())
      process.process.waitUntilExit()
      return String(decoding: rest, as: UTF8.self)
    }
    return (Int(process.terminationStatus) * (process.terminationReason == .uncaughtSignal ? -1 : 1), rest)
  }

  private func onQueue(_ body: @escaping @Sendable (LineProcess) throws -> String) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try body(self) }) }
    }
  }

  private func readLine() throws -> String {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeSubrange(...end) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      var part = [UInt8](repeating: 0, count: 65_536)
      let count = read(output.fileHandleForReading.fileDescriptor, &part, part.count)
      // FileHandle would not survive a signal that comes meanwhile.
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw Command.Failure(description: "\(process.executableURL?.path ?? "a process") ended without an answer")
      }
      buffer += part[..<count]
    }
  }
}
