import Foundation

@testable import CrashWorker

/// A folder for an outbox and what its processes tell, which is gone with the last that holds it.
final class Folder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "outbox-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var outbox: String { path("outbox.sqlite") }
  /// The file that a ``KillPlan`` is told to write.
  var trace: String { path("steps") }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// How many bytes a file has; none if it is not there.
  func size(_ name: String) -> Int { FileManager.default.contents(atPath: path(name))?.count ?? 0 }

  /// The lines of ``trace``, which is removed.
  func takeTrace() throws -> [String] {
    defer { try? FileManager.default.removeItem(atPath: trace) }
    return try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n").map {
      String($0)
    }
  }
}
