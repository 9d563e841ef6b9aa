import Foundation
import Testing

@Suite("What the lower targets import")
struct ImportRuleTests {
  @Test(
    "The core has no Foundation and no C library", arguments: ["Failures", "StrictJSON", "Primitives", "ContractABI"])
  func noFoundation(target: String) throws {
    let allowed: Set<String> = ["Failures", "Primitives", "StrictJSON", "Synchronization"]
    for (file, module) in try imports(of: target) {
      #expect(allowed.contains(module), "\(target)/\(file) imports \(module)")
    }
  }

  @Test("A target imports only targets of lower layers, as CONTRIBUTING.md has them")
  func layers() throws {
    let layers = try layerTable()
    for target in try targets() where target != "BindingsGenerator" {
      let layer = try #require(layers[target], "\(target) is in no layer")
      for (file, module) in try imports(of: target) {
        guard let other = layers[module] else { continue }
        #expect(other < layer, "\(target)/\(file) in layer \(layer) imports \(module) in layer \(other)")
      }
    }
  }

  @Test("One target alone imports the driver of databases: what stores use does not show it")
  func driver() throws {
    let importers = try targets().filter { target in
      try imports(of: target).contains { ["GRDB", "GRDBSQLite", "CSQLite"].contains($0.module) }
    }
    #expect(importers == ["Database"])
  }

  @Test(
    "No rate of exchange reaches what is signed",
    arguments: ["Sending", "Transactions", "Keys", "LectureKit", "Outbox"])
  func rates(target: String) throws {
    #expect(try imports(of: target).allSatisfy { $0.module != "Rates" })
  }

  /// The folders of targets: one that has the artifacts of contracts alone is none yet.
  private func targets() throws -> [String] {
    let sources = try #require(packageRoot()).appendingPathComponent("Sources")
    return try FileManager.default.contentsOfDirectory(atPath: sources.path).filter { name in
      let files = FileManager.default.enumerator(atPath: sources.appendingPathComponent(name).path)
      return files?.contains { ($0 as? String)?.hasSuffix(".json") == false && ($0 as? String)?.contains(".") == true }
        ?? false
    }
  }

  /// The layer of each target, from the table.
  private func layerTable() throws -> [String: Int] {
    let text = try String(contentsOfFile: try #require(packageRoot()).path + "/CONTRIBUTING.md", encoding: .utf8)
    var layers: [String: Int] = [:]
    for row in text.split(separator: "\n") where row.hasPrefix("| ") {
      let cells = row.split(separator: "|")
      guard cells.count == 2, let layer = Int(cells[0].filter { $0 != " " }) else { continue }
      // What stands between back quotes is every other piece.
      let pieces = cells[1].split(separator: "`", omittingEmptySubsequences: false)
      for index in stride(from: 1, to: pieces.count, by: 2) { layers[String(pieces[index])] = layer }
    }
    return layers
  }

  /// The imports of a target's files.
  private func imports(of target: String) throws -> [(file: String, module: String)] {
    let folder = try #require(packageRoot()).appendingPathComponent("Sources/" + target)
    let walk = try #require(FileManager.default.enumerator(atPath: folder.path))
    var imports: [(String, String)] = []
    var files = 0
    for case let name as String in walk where [".swift", ".h", ".modulemap"].contains(where: name.hasSuffix) {
      files += 1
      guard name.hasSuffix(".swift") else { continue }
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      imports += text.split(whereSeparator: \.isNewline).compactMap { importedModule($0) }.map { (name, $0) }
    }
    #expect(files > 0, "no sources found in \(folder.path)")
    return imports
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
}
