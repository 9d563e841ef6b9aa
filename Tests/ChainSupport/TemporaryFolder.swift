import Foundation

/// A folder that is there for one test; those that live as long as the process go with it.
public final class TemporaryFolder: Sendable {
  /// Where it is.
  public let path: String

  /// Makes it, for its owner alone.
  public init() throws {
    path = Self.root + "/" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// The folder of all of them. What a static property holds is never released, so the end of the process removes it.
  private static let root: String = {
    atexit { try? FileManager.default.removeItem(atPath: TemporaryFolder.root) }
    return FileManager.default.temporaryDirectory.appendingPathComponent("lectures-\(UUID().uuidString)").path
  }()

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file that only its owner can read, and returns its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    let path = file(name)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return path
  }

  /// A file's text; nil if there is none.
  public func read(_ name: String) -> String? {
    FileManager.default.contents(atPath: file(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The names of the files in it, sorted.
  public func names() -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
