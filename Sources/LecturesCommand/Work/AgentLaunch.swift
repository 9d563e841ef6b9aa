import ChildProcesses
import Files
import Foundation
import Keys

/// The start of this program once more, as the process that keeps an account unlocked.
enum AgentLaunch {
  /// Starts it with arguments and gives it a secret on its standard input; false if it does not tell that it is ready.
  static func start(_ arguments: [String], with secret: SecretBytes) async -> Bool {
    #if os(Linux)
      let program = "/proc/self/exe"
    #else
      let program = CommandLine.arguments.first ?? ""
    #endif
    // The agent keeps nothing of where it was started: no variables, no folder, no streams.
    guard
      let process = try? ChildProcess(
        program, arguments, environment: [:], directory: "/", input: .pipe, output: .pipe),
      let input = process.input, let output = process.output
    else { return false }
    // The agent outlives this command; nobody waits for its end.
    return
      (try? await BlockingWork.run {
        let isGiven = secret.withUnsafeBytes { bytes in
          write(input.fileDescriptor, bytes.baseAddress, bytes.count) == bytes.count
        }
        try? input.close()
        return isGiven && (try? output.read(upToCount: 6)) == Data("ready\n".utf8)
      }) ?? false
  }
}
