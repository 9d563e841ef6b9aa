import ChildProcesses
import Foundation
import StrictJSON

// Unchecked: the process is set once, and the buffer is touched on the serial queue alone.
/// A process that is spoken to in lines: one in, one out. It ends when nothing holds it any more.
public final class LineProcess: @unchecked Sendable {
  private let process: ChildProcess
  private let name: String
  /// The arguments of `lectures`; nil for another program.
  private let command: [String]?
  private let queue = DispatchQueue(label: "line process")
  private var buffer: [UInt8] = []

  /// Starts it; standard error stays that of the tests, and the environment unless another is given.
  public convenience init(_ executable: String, _ arguments: [String]) throws {
    try self.init(executable, arguments, environment: nil, command: nil)
  }

  init(_ executable: String, _ arguments: [String], environment: [String: String]?, command: [String]?) throws {
    name = executable
    self.command = command
    process = try ChildProcess(
      executable, arguments, environment: environment ?? ProcessInfo.processInfo.environment, input: .pipe,
      output: .pipe, errors: .inherited)
  }

  // Both the chain and the witness end when their standard input does.
  deinit { try? process.input?.close() }

  /// Sends a line and waits for the one that answers it.
  public func ask(_ line: String) async throws -> String {
    try await onQueue { process in
      try process.process.input?.write(contentsOf: Data((line + "\n").utf8))
      return try process.readLine()
    }
  }

  /// Waits for a line.
  public func line() async throws -> String { try await onQueue { try $0.readLine() } }

  /// Waits for a line of JSON.
  ///
  /// - Throws: What is no JSON; what `lectures` prints and `Docs/json.md` does not say.
  public func json() async throws -> JSON { try JSON(printed: try await line(), by: command) }

  /// Waits for the endpoint of a devnet that was started with `--json`.
  public func endpoint() async throws -> String { try await json()["result"]?["endpoint"]?.string ?? "" }

  /// Sends it a signal, waits for its end, and gives its status (negative if the signal ended it) and what it still said.
  public func end(signal: Int32) async throws -> (status: Int, rest: String) {
    process.send(signal)
    let rest = try await onQueue { process in
      let rest = process.buffer + (try process.process.output?.readToEnd() ?? Data())
      return String(decoding: rest, as: UTF8.self)
    }
    return switch await process.waitUntilEnd() {
    case .exit(let status): (Int(status), rest)
    case .signal(let signal): (-Int(signal), rest)
    }
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
      let count = read(process.output?.fileDescriptor ?? -1, &part, part.count)
      // FileHandle would not survive a signal that comes meanwhile.
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw Command.Failure(description: "\(name) ended without an answer")
      }
      buffer += part[..<count]
    }
  }
}
