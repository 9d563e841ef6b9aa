import ChainSupport
import Foundation
import Testing

@Suite("Korean texts") struct KoreanParticleTests {
  @Test("have no particle whose form depends on a value: nobody knows how its last letter is read")
  func particles() throws {
    // Such as `\(name)은 `.
    let lone = #/\\\([^()"]*(?:\([^()"]*\)[^()"]*)*\)[`’']?(?:은|는|이|가|을|를|와|과|로|으로|라|이라)(?=[ .,"])/#
    let root = URL(fileURLWithPath: TestTools.root + "/Sources")
    let walk = try #require(FileManager.default.enumerator(atPath: root.path))
    var count = 0
    for case let path as String in walk where path.hasSuffix(".swift") {
      let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      // Letters of Hangul begin with these bytes.
      for line in text.split(separator: "\n") where line.utf8.contains(where: { (0xEA...0xED).contains($0) }) {
        count += 1
        #expect(line.firstMatch(of: lone) == nil, "\(path): \(line)")
      }
    }
    #expect(count > 1_000)
    #expect(#"case .a(let name): "\(name)은 없습니다""#.contains(lone))
  }
}
