import ChildProcesses
import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Notices by a program on this machine: the desktop's `notify-send`, or a line for the shell.
enum LocalNotice {
  /// Runs a program to its end. Of the environment it has the allowed variables alone: what else is there may be a secret.
  ///
  /// - Parameter patience: Seconds after which it is ended.
  /// - Returns: Nil if it ended well; else what was wrong.
  static func run(
    _ program: String, _ arguments: [String], variables: [String: String], patience: Double = 60
  ) async -> String? {
    let environment = allowed(of: ProcessInfo.processInfo.environment).merging(variables) { $1 }
    guard let process = try? ChildProcess(program, arguments, environment: environment) else {
      return "it cannot be run"
    }
    let limit = Task {
      try await Task.sleep(for: .seconds(patience))
      process.send(SIGKILL)
    }
    defer { limit.cancel() }
    return switch await process.waitUntilEnd() {
    case .exit(0): nil
    case .exit(let status): "it ended with status \(status)"
    case .signal: "it was ended"
    }
  }

  /// The variables that a program needs to find its way on this machine.
  static func allowed(of environment: [String: String]) -> [String: String] {
    environment.filter { name, _ in
      let upper = name.uppercased()
      guard !["KEY", "TOKEN", "SECRET", "PASSWORD"].contains(where: { upper.contains($0) }) else { return false }
      return allowedNames.contains(name) || name.hasPrefix("LC_") || name.hasPrefix("XDG_")
    }
  }

  private static let allowedNames: Set<String> = [
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "DISPLAY", "WAYLAND_DISPLAY",
    "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS",
  ]

  /// The program of a name in `PATH`.
  static func find(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The variables of a command's environment.
  static func variables<Subject>(_ delivery: Delivery<Subject>) -> [String: String] {
    let price = [("price", delivery.subject.text(of: delivery.value))] + delivery.limits
    let parts =
      [("delivery", delivery.id), ("message", delivery.message)] + (Subject.hasValues ? price : [])
      + (delivery.note.map { [("note", $0)] } ?? []) + delivery.subject.facts
    let variables = parts.map { ("LECTURES_ALERT_\($0.0.uppercased())", $0.1) }
    return Dictionary(variables + [("LECTURES_ALERT", "\(delivery.alert)")]) { first, _ in first }
  }
}

extension AlertChannel {
  /// Whether there is a program to tell the desktop.
  public static var hasDesktop: Bool { LocalNotice.find("notify-send") != nil }

  /// The channels where none is named: the terminal, and the desktop if there is one.
  public static var usual: [AlertChannel] {
    [AlertChannel(.terminal)] + (hasDesktop ? [AlertChannel(.desktop)] : [])
  }
}
