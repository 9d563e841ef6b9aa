import ChildProcesses
import FixtureSupport
import Foundation
import StrictJSON
import Testing

@Suite("What the README shows of Swift")
struct SnippetTests {
  @Test("Every piece is the shown part of a program in Snippets, which is compiled with the package")
  func quoted() throws {
    let root = try #require(packageRoot()).path
    let pieces = try pieces().filter { !$0.hasPrefix(Self.manifest) }
    let shown = try FileManager.default.contentsOfDirectory(atPath: root + "/Snippets").map {
      try shownPart(of: String(contentsOfFile: "\(root)/Snippets/\($0)", encoding: .utf8))
    }
    #expect(!pieces.isEmpty && pieces.sorted() == shown.sorted())
  }

  @Test("The manifest of who adopts the libraries is one, and brings the modules that the first steps import")
  func adopter() async throws {
    let root = try #require(packageRoot()).path
    let manifest = try #require(try pieces().first { $0.hasPrefix(Self.manifest) })
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("adopter-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try manifest.write(to: folder.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
    let swift = try ChildProcess(
      "/usr/bin/env", ["swift", "package", "--package-path", folder.path, "dump-package"],
      environment: ProcessInfo.processInfo.environment, output: .pipe, errors: .inherited)
    let package = try JSON(parsing: swift.output?.readToEnd() ?? Data())
    #expect(await swift.waitUntilEnd() == .exit(0))
    let products = package["targets"]?[0]?["dependencies"]?.array?.compactMap { $0["product"]?[0]?.string }
    let program = try String(contentsOfFile: root + "/Snippets/FirstSteps.swift", encoding: .utf8)
    let imports = program.split(separator: "\n").filter { $0.hasPrefix("import ") }.map { String($0.dropFirst(7)) }
    #expect(!imports.isEmpty && products == imports)
  }

  private static let manifest = "// swift-tools-version"

  /// The Swift of the README, fence by fence.
  private func pieces() throws -> [String] {
    let readme = try String(contentsOfFile: #require(packageRoot()).path + "/README.md", encoding: .utf8)
    return readme.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first?.trimmingCharacters(in: .newlines) }
  }

  /// The lines between `snippet.show` and the next `snippet.hide`.
  private func shownPart(of program: String) -> String {
    let pieces = program.components(separatedBy: "// snippet.show\n").dropFirst()
    return pieces.compactMap { $0.components(separatedBy: "// snippet.hide").first }.joined()
      .trimmingCharacters(in: .newlines)
  }
}
