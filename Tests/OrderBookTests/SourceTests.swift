import ChainSupport
import Foundation
import Testing

/// The sources of what handles amounts.
@Suite struct SourceTests {
  @Test(arguments: ["Orders", "OrderBook"])
  func noFloatingPointIsAnywhere(target: String) throws {
    let root = URL(fileURLWithPath: TestTools.root + "/Sources/" + target)
    let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      count += 1
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      for line in lines where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        // Text in quotation marks is for people.
        let code = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter {
          $0.offset.isMultiple(of: 2)
        }.map(\.element).joined(separator: " ")
        let words = code.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
        let isFloating = words.contains { word in
          ["Double", "Float", "Float16", "Float80", "CGFloat"].contains { word.split(separator: ".").contains($0) }
            || word.hasSuffix("approximation")
            || (word.first?.isNumber == true && word.contains(".") && word.split(separator: ".").count == 2
              && !word.contains("..") && word.split(separator: ".").allSatisfy { $0.allSatisfy(\.isNumber) })
        }
        #expect(!isFloating, "\(file.lastPathComponent): \(line)")
      }
    }
    #expect(count > 15)
  }
}
