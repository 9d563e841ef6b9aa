import Foundation
import Testing

@Suite("The comments of the sources")
struct CommentTests {
  @Test("open with a noun phrase or a verb, and not with a headless pronoun")
  func openings() throws {
    let sources = try #require(packageRoot()).appendingPathComponent("Sources")
    let walk = try #require(FileManager.default.enumerator(atPath: sources.path))
    var count = 0
    for case let name as String in walk where name.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appendingPathComponent(name), encoding: .utf8)
      var previous = ""
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        let line = line.drop { $0 == " " }
        defer { previous = String(line) }
        guard line.hasPrefix("//"), !previous.hasPrefix("//") || line.contains("/// - ") else { continue }
        count += 1
        #expect(!Self.isHeadless(line), "\(name): \(line)")
      }
    }
    #expect(count > 5000)
  }

  @Test(
    "are told apart",
    arguments: [
      ("/// What the node says.", true), ("// Who signs.", true), ("/// - Throws: What it says.", true),
      ("/// How it ends.", true), ("/// So many blocks are kept.", true),
      ("/// - Parameter most: So many are kept.", true),
      ("/// The most blocks that are kept.", false), ("/// The same as before.", true), ("/// The answer.", false),
      ("/// Whoever signs.", false),
      ("/// - Returns: The hash.", false), ("/// It was mined.", true), ("/// One that was mined.", true),
      ("/// One proof for each blob.", false), ("/// Items of a list.", false),
    ])
  func examples(line: String, isHeadless: Bool) { #expect(Self.isHeadless(line) == isHeadless) }

  private static func isHeadless(_ line: some StringProtocol) -> Bool {
    String(line).contains(/^\/\/\/? (- \w+: )?(- Parameter \w+: )?(What|Who|How|So many|The same)\b/)
      || String(line).contains(/^\/\/\/ (It|One (that|with|whose|on which))\b/)
  }
}
