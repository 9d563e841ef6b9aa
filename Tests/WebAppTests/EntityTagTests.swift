import HTTPTypes
import Testing

@testable import WebApp

/// Answers to who has a page or a file already.
@Suite struct EntityTagTests {
  @Test(arguments: [
    ("\"a\"", true), ("W/\"a\"", true), ("*", true), ("\"b\", W/\"a\"", true), (" \"b\",\"a\" ", true),
    ("\"b\"", false), ("", false), ("a", false), ("\"A\"", false), ("\"a", false), ("w/\"a\"", false),
  ])
  func aNameIsFoundInAList(_ list: String, _ isNamed: Bool) {
    #expect(EntityTag.isNamed("W/\"a\"", in: list) == isNamed)
  }

  @Test func bodiesHaveNamesOfTheirOwn() {
    #expect(EntityTag(of: [1]) != EntityTag(of: [2]) && EntityTag(of: [1]) == EntityTag(of: [1]))
  }

  @Test(arguments: ["gzip", ""])
  func whoHasAPageIsToldSo(_ coding: String) async throws {
    let fixture = try await IndexedPlatform.open("Soil, year one")
    func answer(_ tag: String?, _ method: String = "GET") async -> WebAnswer {
      let plain = [("Accept-Encoding", coding), ("Origin", ""), ("Content-Type", "")]
      return await fixture.platform.answer(
        method, "/lectures", headers: plain + (tag.map { [("If-None-Match", $0)] } ?? []))
    }
    let page = await answer(nil)
    let tag = try #require(page.headers[.eTag])
    for method in ["GET", "HEAD"] {
      let same = await answer(tag, method)
      #expect(same.status == .notModified && same.size == 0)
      for name in [HTTPField.Name.eTag, .cacheControl] { #expect(same.headers[name] == page.headers[name]) }
      for name in [HTTPField.Name.contentType, .contentLength, .contentEncoding] { #expect(same.headers[name] == nil) }
    }
    #expect(await answer("W/\"another\"").status == .ok)
    _ = try await fixture.own.openLecture("Soil, year two")
    try await fixture.catchUp()
    fixture.clock.advance(250)
    let other = await answer(tag)
    #expect(other.status == .ok && other.headers[.eTag] != tag)
  }

  @Test(arguments: ["site.css", "site.js", "wallet.js", "icon.svg"])
  func whoHasAFileIsToldSo(_ name: String) async throws {
    let platform = try PlatformFixture(try await SiteFixture.open())
    let target = Assets().link(name).text
    let file = await platform.answer("GET", target)
    let tag = try #require(file.headers[.eTag])
    let packed = await platform.answer("GET", target, headers: [("Accept-Encoding", "gzip")])
    #expect(packed.headers[.eTag] == tag)
    let same = await platform.answer("GET", target, headers: [("If-None-Match", tag)])
    #expect(same.status == .notModified && same.size == 0)
    #expect(same.headers[.cacheControl] == file.headers[.cacheControl])
  }
}
