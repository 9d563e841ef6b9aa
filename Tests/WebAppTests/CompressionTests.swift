import CZlib
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Answers that are compressed")
struct CompressionTests {
  /// The bytes of a member of a gzip file, by zlib's own reader.
  private func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
    var stream = z_stream()
    try #require(inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK)
    defer { inflateEnd(&stream) }
    var (source, target) = (bytes, [UInt8](repeating: 0, count: 1 << 20))
    return try source.withUnsafeMutableBufferPointer { source in
      try target.withUnsafeMutableBufferPointer { target in
        (stream.next_in, stream.avail_in) = (source.baseAddress, UInt32(source.count))
        (stream.next_out, stream.avail_out) = (target.baseAddress, UInt32(target.count))
        try #require(inflate(&stream, Z_FINISH) == Z_STREAM_END)
        return Array(target.prefix(Int(stream.total_out)))
      }
    }
  }

  private func bytes(_ answer: WebAnswer) -> [UInt8] { if case .bytes(let bytes) = answer.body { bytes } else { [] } }

  @Test("are those that were, and say what they are")
  func pages() throws {
    let text = (0..<400).map { "<li>lecture \($0 % 7)</li>" }.joined()
    let plain = WebAnswer(.ok, "text/html; charset=utf-8", Array(text.utf8))
    let packed = plain.encoded(for: "gzip, deflate, br")
    #expect(try unpacked(bytes(packed)) == bytes(plain) && bytes(packed).count < 500)
    #expect(packed.headers[.contentEncoding] == "gzip")
    #expect(packed.headers[.contentLength] == "\(bytes(packed).count)")
    let same = plain.encoded(for: nil)
    #expect(bytes(same) == bytes(plain) && same.headers[.contentEncoding] == nil)
    // Twice is once.
    #expect(bytes(packed.encoded(for: "gzip")) == bytes(packed))
  }

  @Test("are none where that makes nothing smaller, and streams never are")
  func others() {
    let small = WebAnswer(.ok, "text/html; charset=utf-8", Array("short".utf8)).encoded(for: "gzip")
    #expect(small.headers[.contentEncoding] == nil && bytes(small) == Array("short".utf8))
    let picture = WebAnswer(.ok, "image/png", [UInt8](repeating: 7, count: 5000)).encoded(for: "gzip")
    #expect(picture.headers[.contentEncoding] == nil)
    var random = SystemRandomNumberGenerator()
    let noise = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(bytes(WebAnswer(.ok, "text/plain", noise).encoded(for: "gzip")) == noise)
    let stream = WebAnswer.events(AsyncStream { $0.finish() }).encoded(for: "gzip")
    #expect(stream.headers[.contentEncoding] == nil && stream.size == nil)
  }

  @Test(
    "are for who accepts them",
    arguments: [
      ("gzip", true), ("GZIP", true), ("deflate, gzip;q=0.5", true), ("*", true), ("br;q=1.0, *;q=0.1", true),
      ("", false), ("identity", false), ("gzip;q=0", false), ("gzip; q=0.000", false), ("*, gzip;q=0", false),
      ("*;q=0", false), ("xgzip", false),
    ])
  func accepted(header: String, isTaken: Bool) { #expect(WebAnswer.takesGzip(header) == isTaken) }

  @Test("first load is small: page, style and scripts")
  func firstLoad() async throws {
    let fixture = try await SiteFixture.open()
    for index in 0..<20 { _ = try await fixture.openLecture("A lecture about soil, part \(index)") }
    let browser = try await fixture.browser()
    let page = await fixture.answer("GET", "/lectures", headers: [("Cookie", browser.cookie)])
    #expect(page.encoded(for: "gzip").size ?? .max <= 12_000)
    var total = page.encoded(for: "gzip").size ?? .max
    let text = String(decoding: bytes(page), as: UTF8.self)
    for (ending, most) in [("css", 10_000), ("js", 15_000), ("svg", 12_000)] {
      let links = text.split(separator: "\"").filter { $0.hasPrefix("/assets/") && $0.hasSuffix(".\(ending)") }
      #expect(!links.isEmpty, "\(ending)")
      let sizes = Set(links).compactMap { Assets().answer(to: String($0.dropFirst(8)), isCompressed: true)?.size }
      #expect(sizes.count == Set(links).count && sizes.reduce(0, +) <= most, "\(ending): \(sizes)")
      total += sizes.reduce(0, +)
    }
    #expect(total <= 60_000)
    // The script for wallets is loaded on a platform's pages besides.
    let scripts = ["site.js", "wallet.js"].compactMap {
      Assets().answer(to: String(Assets().link($0).text.dropFirst(8)), isCompressed: true)?.size
    }
    #expect(scripts.count == 2 && scripts.reduce(0, +) <= 15_000)
  }
}
