import Foundation
import Testing

@Suite("The table of where things are")
struct PlaceTableTests {
  @Test("Each path that begins with a target names a folder or a file that is there")
  func paths() throws {
    let root = try #require(packageRoot())
    let text = try String(contentsOfFile: root.path + "/CONTRIBUTING.md", encoding: .utf8)
    let table = try #require(text.components(separatedBy: "## Where things are").last)
    let rows = table.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("| ") }
    let targets = Set(try FileManager.default.contentsOfDirectory(atPath: root.path + "/Sources"))
    var found = 0
    for row in rows {
      // What stands between back quotes is every other piece.
      for (index, piece) in row.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      where index % 2 == 1 && piece.contains("/") && !piece.contains("*") {
        let folder = piece.prefix { $0 != "/" }
        guard targets.contains(String(folder)) || folder == "Tests" else { continue }
        let path = root.path + (folder == "Tests" ? "/" : "/Sources/") + piece
        #expect(
          FileManager.default.fileExists(atPath: path) || FileManager.default.fileExists(atPath: path + ".swift"),
          "\(piece)")
        found += 1
      }
    }
    #expect(found > 100)
  }
}
