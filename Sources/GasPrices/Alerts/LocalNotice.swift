import Foundation
import Sending

/// Telling by a program on this machine: the desktop's `notify-send`, or a line for the shell.
enum LocalNotice {
  /// Runs a program to its end.
  ///
  /// - Parameter patience: Seconds after which it is ended.
  /// - Returns: Nil if it ended well; else what was wrong.
  static func run(
    _ program: String, _ arguments: [String], variables: [String: String], patience: Double = 60
  ) async -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return await withCheckedContinuation { (continuation: CheckedContinuation<String?, Never>) in
      Thread.detachNewThread {
        do {
          try process.run()
        } catch {
          continuation.resume(returning: "it cannot be run")
          return
        }
        let identifier = process.processIdentifier
        let end = DispatchWorkItem { if process.isRunning { kill(identifier, SIGKILL) } }
        DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: end)
        process.waitUntilExit()
        end.cancel()
        let status = process.terminationStatus
        let byItself = process.terminationReason == .exit
        continuation.resume(
          returning: byItself && status == 0 ? nil : byItself ? "it ended with status \(status)" : "it was ended")
      }
    }
  }

  /// The program of a name in `PATH`.
  static func find(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// What a command finds in its environment.
  static func variables(_ delivery: Delivery) -> [String: String] {
    [
      "LECTURES_ALERT_DELIVERY": delivery.id, "LECTURES_ALERT": "\(delivery.alert)",
      "LECTURES_ALERT_MESSAGE": delivery.message, "LECTURES_ALERT_PRICE": "\(delivery.price)",
      "LECTURES_ALERT_THRESHOLD": "\(delivery.rule.threshold)", "LECTURES_ALERT_TIER": delivery.rule.tier.rawValue,
      "LECTURES_ALERT_NETWORK": delivery.rule.network,
    ]
  }
}
