import Foundation
import Testing

/// The long runs, which `make crash-test` asks for; else a sample is looked at.
enum LongRun {
  /// How many processes are killed at random.
  static let kills = ProcessInfo.processInfo.environment["KILLS"].flatMap { Int($0) }
  static let isOn = kills != nil
}

/// A page of the docs that a test writes, and compares with what it found.
struct DocsPage {
  private let path: String
  let advice: String

  init(_ name: String) {
    path =
      URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appendingPathComponent("Docs/\(name)").path
    advice = "Docs/\(name) is not what happens; WRITE_DOCS=1 make crash-test writes it anew"
  }

  func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  /// Writes the page, if that is asked for.
  func write(_ wanted: String) throws {
    guard ProcessInfo.processInfo.environment["WRITE_DOCS"] != nil else { return }
    try wanted.write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// Compares the page with what it should be, or writes it.
  func check(_ wanted: String) throws {
    try write(wanted)
    #expect(try text() == wanted, "\(advice)")
  }
}
