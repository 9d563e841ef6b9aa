import ChildProcesses
import Foundation
import StrictJSON

/// The directory of vectors that others wrote.
public enum Fixtures {
  /// Its path: `LECTURES_FIXTURES` if that is set (nil if it does not exist), else `../shared/fixtures` beside the
  /// package; nil when there is none.
  public static let directory: String? = locate()

  /// Whether a folder or file is there.
  public static func available(_ folder: String) -> Bool {
    directory.map { FileManager.default.fileExists(atPath: $0 + "/" + folder) } ?? false
  }

  /// A file's bytes; one whose name ends in `.gz` is unzipped.
  public static func bytes(_ path: String) throws -> [UInt8] {
    guard let directory else { throw FixtureError(path: path, reason: "there is no directory of fixtures") }
    let full = path.hasPrefix("/") ? path : directory + "/" + path
    guard FileManager.default.fileExists(atPath: full) else { throw FixtureError(path: full, reason: "no such file") }
    if full.hasSuffix(".gz") { return try unzipped(full) }
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: full)))
  }

  /// A file's JSON; one whose name ends in `.gz` is unzipped.
  public static func json(_ path: String) throws -> JSON {
    try JSON(parsing: bytes(path), limits: JSON.Limits(depth: 512, bytes: 1 << 30))
  }

  /// The paths, relative to the directory and sorted, of all files under a folder whose names end so.
  public static func files(under folder: String, suffix: String) throws -> [String] {
    guard let directory else { throw FixtureError(path: folder, reason: "there is no directory of fixtures") }
    let root = directory + "/" + folder
    guard let walk = FileManager.default.enumerator(atPath: root) else {
      throw FixtureError(path: root, reason: "no such folder")
    }
    return walk.compactMap { $0 as? String }.filter { $0.hasSuffix(suffix) }.map { folder + "/" + $0 }.sorted()
  }

  /// Says on standard output how many vectors of a suite passed.
  public static func report(_ suite: String, passed: Int) {
    print("vectors: \(suite): \(passed) passed")
  }

  private static func locate() -> String? {
    let manager = FileManager.default
    if let path = ProcessInfo.processInfo.environment["LECTURES_FIXTURES"], !path.isEmpty {
      return manager.fileExists(atPath: path) ? path : nil
    }
    // The package's root, as the compiler saw it and with symbolic links resolved, and the current directory; from each
    // some steps upward.
    let here = URL(fileURLWithPath: #filePath)
    let starts = [here, here.resolvingSymlinksInPath(), URL(fileURLWithPath: manager.currentDirectoryPath)]
    for start in starts {
      var folder = start
      for _ in 0..<8 {
        let candidate = folder.appendingPathComponent("shared/fixtures").path
        if manager.fileExists(atPath: candidate) { return candidate }
        guard folder.path != "/" else { break }
        folder = folder.deletingLastPathComponent()
      }
    }
    return nil
  }

  private static func unzipped(_ path: String) throws -> [UInt8] {
    let process = try ChildProcess(
      "/usr/bin/env", ["gzip", "-dc", path], environment: ProcessInfo.processInfo.environment, output: .pipe,
      errors: .inherited)
    let data = try process.output?.readToEnd() ?? Data()
    let end = process.blockUntilEnd()
    guard end == .exit(0) else { throw FixtureError(path: path, reason: "gzip ended with \(end)") }
    return [UInt8](data)
  }
}

/// A fixture that cannot be read.
public struct FixtureError: Error, CustomStringConvertible {
  /// The file.
  public let path: String
  /// The reason.
  public let reason: String

  /// The file and the reason in one line.
  public var description: String { "cannot read the fixture \(path): \(reason)" }
}
