import Foundation
import Testing

@Suite("The statements of the stores")
struct StatementTests {
  @Test("name the columns of what they insert: a later program may have added some where this one goes on")
  func namedColumns() throws {
    let sources = try #require(packageRoot()).appendingPathComponent("Sources")
    let walk = try #require(FileManager.default.enumerator(atPath: sources.path))
    var count = 0
    for case let name as String in walk where name.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appendingPathComponent(name), encoding: .utf8)
      let insertions = Self.insertions(in: text)
      count += insertions.count
      for insertion in insertions where !insertion.isNamed { Issue.record("\(name): \(insertion.text)") }
    }
    #expect(count > 80)
  }

  @Test(
    "are told apart by what follows the table's name",
    arguments: [
      ("INSERT INTO a (b) VALUES (1)", true), ("INSERT INTO a VALUES (1)", false),
      ("INSERT INTO a\n  (b)\n  VALUES (1)", true), ("INSERT OR REPLACE INTO a VALUES (1)", false),
      ("INSERT INTO a SELECT b FROM c", false), ("INSERT INTO a AS b (c) VALUES (1)", true),
      ("INSERT INTO a AS b VALUES (1)", false), (#"INSERT INTO \(a) (\(b)) VALUES (1)"#, true),
      (#"INSERT INTO \(a) VALUES (1)"#, false), ("INSERT INTO a DEFAULT VALUES", false),
      (#"db.insert("a", "(b) VALUES (?)", [1])"#, true), (#"db.insert("a", "VALUES (?)", [1])"#, false),
      ("insert(\n  \"a\",\n  \"\"\"\n  (b) VALUES (?)\n  \"\"\")", true),
      ("insert(\n  \"a\",\n  \"\"\"\n  VALUES (?)\n  \"\"\")", false),
    ])
  func found(text: String, isNamed: Bool) { #expect(Self.insertions(in: text).map(\.isNamed) == [isNamed]) }

  /// The statements of a source that insert, and whether they name columns; those of rows with a check sum are put together
  /// of a table and the rest.
  private static func insertions(in source: String) -> [(text: String, isNamed: Bool)] {
    let statement = /INSERT(?:\s+OR\s+\w+)?\s+INTO\s+[\w.\\()]+(?:\s+AS\s+\w+)?(\s+(?:\\\(insertion\)|\())?/
    // By characters alone: to Unicode `db.insert` is one word.
    let part = /\binsert\(\s*"\w+",\s*"+(\s*\()?/.wordBoundaryKind(.simple)
    return source.matches(of: statement).map { (String($0.output.0), $0.output.1 != nil) }
      + source.matches(of: part).map { (String($0.output.0), $0.output.1 != nil) }
  }
}
