import Foundation
import Testing

struct FoundationFreeTests {
  @Test func `ContractABI imports nothing but the rooms below it`() throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let sources = package.appendingPathComponent("Sources/ContractABI").resolvingSymlinksInPath().path
    let files = try #require(FileManager.default.enumerator(atPath: sources)).compactMap { $0 as? String }
    var count = 0
    for file in files where file.hasSuffix(".swift") {
      count += 1
      let text = try String(contentsOfFile: sources + "/" + file, encoding: .utf8)
      for line in text.split(separator: "\n") where line.hasPrefix("import ") || line.hasPrefix("public import ") {
        #expect(
          ["Primitives", "StrictJSON"].contains(line.split(separator: " ").last.map(String.init)), "\(file): \(line)")
      }
    }
    #expect(count > 10)
  }
}
