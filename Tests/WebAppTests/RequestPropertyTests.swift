import FixtureSupport
import HTTPTypes
import Testing

@testable import WebApp

@Suite("What is written into addresses and forms")
struct RequestPropertyTests {
  /// Letters that mean something in addresses and forms, and others that are written in several bytes.
  private static let letters = Array(
    "abyz09-._~&=+%?#/\\;:\"'<> \t\n\r,é가ї😀\u{301}\u{202E}\u{FEFF}\u{10FFFF}".unicodeScalars)

  private static func text(_ random: inout Seeded, longest: Int = 12) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...longest, using: &random) { text.append(letters.randomElement(using: &random)!) }
    return String(text)
  }

  @Test("is read back byte for byte", arguments: 0..<50)
  func text(seed: UInt64) {
    var random = Seeded(seed)
    for _ in 0..<20 {
      let text = Self.text(&random)
      let written = PercentCoding.encoded(text)
      #expect(written.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f })
      #expect(PercentCoding.decoded(written.utf8).map { Array($0.utf8) } == Array(text.utf8))
    }
  }

  @Test("is read back as the fields and pieces that it was, in their order", arguments: 0..<50)
  func link(seed: UInt64) throws {
    var random = Seeded(seed)
    let fields = (0..<Int.random(in: 0...9, using: &random)).map { _ in
      (Self.text(&random, longest: 3), Self.text(&random))
    }
    // No page of ours has an empty piece.
    let pieces = (0..<Int.random(in: 1...4, using: &random)).map { _ in "p" + Self.text(&random) }
    let request = try #require(WebRequest(.get, Link(path: pieces, query: fields).text, hosts: []))
    #expect(request.pieces.map { Array($0.utf8) } == pieces.map { Array($0.utf8) })
    #expect(request.query.names.map { Array($0.utf8) } == fields.map { Array($0.0.utf8) })
    for name in Set(fields.map(\.0)) {
      let values = fields.filter { $0.0 == name }.map(\.1)
      #expect(request.query.all(name).map { Array($0.utf8) } == values.map { Array($0.utf8) })
    }
  }

  @Test("as a part of a form with a file is read back, whatever bytes it has", arguments: 0..<50)
  func multipart(seed: UInt64) throws {
    var random = Seeded(seed)
    let bytes = (0..<200).map { _ in [0x0d, 0x0a, 0x2d, 0x58, 0x00, 0xff].randomElement(using: &random)! as UInt8 }
    let head = "--XYZ\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n"
    let form = MultipartForm(
      Array(head.utf8) + bytes + Array("\r\n--XYZ--".utf8), type: "multipart/form-data; boundary=XYZ")
    #expect(form?.parts == ["file": bytes])
  }
}
