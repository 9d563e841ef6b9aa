import Foundation

/// A page of the docs that a test writes, and compares with what it found; or a part of one, between lines of `---`.
public struct DocsPage: Sendable {
  private let path: String
  private let part: Int
  /// The advice for a page of the docs that differs from the run.
  public let advice: String

  /// A rule between parts.
  private static let rule = "\n---\n\n"
  /// Several tests write parts of one page.
  private static let lock = NSLock()

  /// - Parameter part: Counted from 0.
  public init(_ name: String, part: Int = 0) {
    let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    path = root.appendingPathComponent("Docs/\(name)").path
    self.part = part
    advice = "Docs/\(name) is not what happens; WRITE_DOCS=1 make crash-test writes it anew"
  }

  /// The part as it is; empty where there is none.
  public func text() throws -> String {
    let parts = try parts()
    return part < parts.count ? parts[part] : ""
  }

  /// Writes the part, if that is asked for.
  public func write(_ wanted: String) throws {
    guard ProcessInfo.processInfo.environment["WRITE_DOCS"] != nil else { return }
    try Self.lock.withLock {
      var parts = try parts()
      while parts.count <= part { parts.append("") }
      parts[part] = wanted
      try parts.joined(separator: Self.rule).write(toFile: path, atomically: true, encoding: .utf8)
    }
  }

  private func parts() throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: Self.rule)
  }
}
