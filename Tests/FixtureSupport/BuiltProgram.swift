import Foundation

/// A program of this package, built beside the tests.
public enum BuiltProgram {
  /// Its path; nil if only the tests were built.
  public static func path(of name: String) -> String? {
    // The bundle is a folder on macOS and a file on Linux; the program is next to it.
    var folder = Bundle(for: Marker.self).bundleURL
    var folders: [URL] = []
    for _ in 0..<3 {
      folder.deleteLastPathComponent()
      folders.append(folder)
    }
    folders.append(URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent())
    return folders.map { $0.appendingPathComponent(name).path }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  private final class Marker {}
}
