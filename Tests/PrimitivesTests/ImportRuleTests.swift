import Foundation
import Testing

@Suite("What the lower rooms import")
struct ImportRuleTests {
  @Test("The core has no Foundation and no C library", arguments: ["StrictJSON", "Primitives", "ContractABI"])
  func noFoundation(room: String) throws {
    let folder = try #require(packageRoot()).appendingPathComponent("Sources/" + room)
    let allowed: Set<String> = ["Primitives", "StrictJSON", "Synchronization"]
    let walk = try #require(FileManager.default.enumerator(atPath: folder.path))
    var files = 0
    for case let name as String in walk where name.hasSuffix(".swift") {
      files += 1
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      for line in text.split(whereSeparator: \.isNewline) {
        guard let module = importedModule(line) else { continue }
        #expect(allowed.contains(module), "\(room)/\(name) imports \(module)")
      }
    }
    #expect(files > 0, "no sources found in \(folder.path)")
  }

  /// The module that a line imports, whatever attributes, access level or kind of symbol stand with it.
  private func importedModule(_ line: Substring) -> String? {
    var words = line.split(separator: " ").map(String.init)
    while let first = words.first, first.hasPrefix("@") || ["public", "package", "internal", "private"].contains(first)
    {
      words.removeFirst()
    }
    guard words.first == "import" else { return nil }
    let kinds: Set<String> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
    guard let name = words.dropFirst().first(where: { !kinds.contains($0) }) else { return nil }
    return name.split(separator: ".").first.map(String.init)
  }

  /// The nearest folder above this file, or above where it really lies, that holds a package with sources.
  private func packageRoot() -> URL? {
    let here = URL(fileURLWithPath: #filePath)
    for start in [here, here.resolvingSymlinksInPath()] {
      var folder = start.deletingLastPathComponent()
      while folder.path != "/" {
        if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) { return folder }
        folder = folder.deletingLastPathComponent()
      }
    }
    return nil
  }
}
