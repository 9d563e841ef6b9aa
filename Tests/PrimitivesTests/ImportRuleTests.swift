import Foundation
import Testing

@Suite("What the lower rooms import")
struct ImportRuleTests {
  @Test("The core has no Foundation and no C library", arguments: ["StrictJSON", "Primitives", "ContractABI"])
  func noFoundation(room: String) throws {
    let allowed: Set<String> = ["Primitives", "StrictJSON", "Synchronization"]
    for (file, module) in try imports(of: room) {
      #expect(allowed.contains(module), "\(room)/\(file) imports \(module)")
    }
  }

  @Test("A room imports only rooms of lower floors, as CONTRIBUTING.md has them")
  func floors() throws {
    let floors = try floorTable()
    let rooms = try FileManager.default.contentsOfDirectory(atPath: try #require(packageRoot()).path + "/Sources")
    for room in rooms where room != "BindingsGenerator" {
      let floor = try #require(floors[room], "\(room) is on no floor")
      for (file, module) in try imports(of: room) {
        guard let other = floors[module] else { continue }
        #expect(other < floor, "\(room)/\(file) on floor \(floor) imports \(module) on floor \(other)")
      }
    }
  }

  /// The floor of each room, from the table.
  private func floorTable() throws -> [String: Int] {
    let text = try String(contentsOfFile: try #require(packageRoot()).path + "/CONTRIBUTING.md", encoding: .utf8)
    var floors: [String: Int] = [:]
    for row in text.split(separator: "\n") where row.hasPrefix("| ") {
      let cells = row.split(separator: "|")
      guard cells.count == 2, let floor = Int(cells[0].filter { $0 != " " }) else { continue }
      // What stands between back quotes is every other piece.
      let pieces = cells[1].split(separator: "`", omittingEmptySubsequences: false)
      for index in stride(from: 1, to: pieces.count, by: 2) { floors[String(pieces[index])] = floor }
    }
    return floors
  }

  /// What the files of a room import.
  private func imports(of room: String) throws -> [(file: String, module: String)] {
    let folder = try #require(packageRoot()).appendingPathComponent("Sources/" + room)
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
