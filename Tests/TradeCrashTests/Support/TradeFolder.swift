import Foundation

/// A folder for what processes keep and tell, which is gone with the last that holds it.
final class TradeFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("trades-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The file that a `KillPlan` is told to write.
  var trace: String { file("steps") }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// How many bytes a file has; none if it is not there.
  func size(_ name: String) -> Int { FileManager.default.contents(atPath: file(name))?.count ?? 0 }

  /// The lines of ``trace``, which is removed.
  func takeTrace() throws -> [String] {
    defer { try? FileManager.default.removeItem(atPath: trace) }
    return try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n").map { String($0) }
  }
}
