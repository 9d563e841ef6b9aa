import Foundation
import Testing

@Suite("What the README shows of Swift")
struct SnippetTests {
  @Test("Every piece is the shown part of a program in Snippets, which is compiled with the package")
  func quoted() throws {
    let root = try #require(packageRoot()).path
    let readme = try String(contentsOfFile: root + "/README.md", encoding: .utf8)
    let pieces = readme.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first?.trimmingCharacters(in: .newlines) }
    let shown = try FileManager.default.contentsOfDirectory(atPath: root + "/Snippets").map {
      try shownPart(of: String(contentsOfFile: "\(root)/Snippets/\($0)", encoding: .utf8))
    }
    #expect(!pieces.isEmpty && pieces.sorted() == shown.sorted())
  }

  /// What stands between `snippet.show` and the next `snippet.hide`.
  private func shownPart(of program: String) -> String {
    let pieces = program.components(separatedBy: "// snippet.show\n").dropFirst()
    return pieces.compactMap { $0.components(separatedBy: "// snippet.hide").first }.joined()
      .trimmingCharacters(in: .newlines)
  }
}
