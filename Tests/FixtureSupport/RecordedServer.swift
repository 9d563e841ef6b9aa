import ChildProcesses
import Foundation

/// The program that answers for sources of rates from recorded files, which people start to try rates without a network;
/// it ends with the value, or with the tests.
public final class RecordedServer: Sendable {
  /// Its address; behind `/~KIND` it lies.
  public let url: String
  private let child: ChildProcess

  /// Starts it on a free port.
  ///
  /// - Parameter answers: The folder of the files; nil for those that were recorded.
  public init(_ arguments: [String] = [], answers: String? = nil) throws {
    let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("RecordedSources/serve.py").path
    child = try ChildProcess(
      "/usr/bin/env",
      ["python3", program, "--port", "0", "--log", "/dev/null", "--with-parent"]
        + (answers.map { ["--answers", $0] } ?? []) + arguments,
      environment: ProcessInfo.processInfo.environment, output: .pipe, errors: .inherited)
    var line = ""
    while !line.hasSuffix("\n"), let byte = try child.output?.read(upToCount: 1), !byte.isEmpty {
      line += String(decoding: byte, as: UTF8.self)
    }
    url = line.split(separator: " ").last.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) } ?? ""
  }

  deinit { child.send(SIGKILL) }
}
