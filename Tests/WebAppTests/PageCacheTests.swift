import ChainIndex
import ChainSupport
import HTTPTypes
import Keys
import LectureIndex
import Localization
import Locking
import Markup
import Primitives
import Testing

@testable import WebApp

/// The pages of a platform that are kept in memory for everybody who did not sign in.
@Suite struct PageCacheTests {
  private static let usual = [
    "/lectures", "/lectures?all=yes", "/lectures?sort=price&all=yes", "/lectures?all=yes&sort=rating",
    "/lectures?page=1",
  ]

  private func bytes(_ answer: WebAnswer) -> [UInt8] { if case .bytes(let bytes) = answer.body { bytes } else { [] } }

  private func text(_ answer: WebAnswer) -> String { String(decoding: bytes(answer), as: UTF8.self) }

  // MARK: Hits

  @Test(arguments: usual)
  func aPageIsGivenAgainAsItWouldBeWrittenAnew(_ target: String) async throws {
    let fixture = try await IndexedPlatform.open("Soil, year one")
    let hostile = [
      ("X-Forwarded-Host", "evil.example"), ("Referer", "https://evil.example/"), ("User-Agent", "evil"),
      ("Cookie", "a=evil; theme=evil"), ("X-Form-Guard", "evil"),
    ]
    let first = await fixture.platform.answer("GET", target, headers: hostile, client: "203.0.113.5")
    let elsewhere = await (try fixture.process()).answer("GET", target)
    #expect(first.status == .ok && text(first).contains("Soil, year one") && !text(first).contains("evil"))
    #expect(bytes(first) == bytes(elsewhere) && first.headers == elsewhere.headers)
    try await fixture.retitle("Another title")
    let again = await fixture.platform.answer("GET", target)
    #expect(bytes(again) == bytes(first) && again.headers == first.headers)
    #expect(await text((try fixture.process()).answer("GET", target)).contains("Another title"))
  }

  @Test func aKeptPageHoldsNothingOfAVisitor() async throws {
    let fixture = try await IndexedPlatform.open("Soil, year one")
    let page = await fixture.platform.answer("GET", "/lectures")
    #expect(page.headers[.setCookie] == nil && page.headers[.cacheControl] == "private, no-cache")
    #expect(!text(page).contains(Element.guardField + "\""))
    // A page with a form still gives the cookie that the form needs.
    #expect(await fixture.platform.answer("GET", "/settings").headers[.setCookie] != nil)
  }

  @Test func languageColoursAndCodingMakeOtherPages() async throws {
    let fixture = try await IndexedPlatform.open("Soil, year one")
    let choices: [[(String, String)]] = [
      [], [("Accept-Language", "ko")], [("Cookie", "lang=uk")], [("Cookie", "theme=dark")],
      [("Cookie", "theme=light; lang=ko")], [("Accept-Encoding", "gzip")], [("Accept-Encoding", "gzip;q=0")],
    ]
    for choice in choices + choices {
      let page = await fixture.platform.answer("GET", "/lectures", headers: choice)
      let fresh = await (try fixture.process()).answer("GET", "/lectures", headers: choice)
      #expect(page.headers[.eTag] != nil && bytes(page) == bytes(fresh) && page.headers == fresh.headers, "\(choice)")
      let isPacked = choice.contains { $0 == ("Accept-Encoding", "gzip") }
      #expect(page.headers[.contentEncoding] == (isPacked ? "gzip" : nil))
      #expect(page.headers[.contentLength] == "\(bytes(page).count)")
    }
    let pages = await fixture.platform.answer("GET", "/lectures", headers: [("Cookie", "theme=light; lang=ko")])
    #expect(text(pages).contains("lang=\"ko\" data-theme=\"light\""))
  }

  @Test func headIsAnsweredAsGetIs() async throws {
    let fixture = try await IndexedPlatform.open("Soil, year one")
    let head = await fixture.platform.answer("HEAD", "/lectures", headers: [("Origin", ""), ("Content-Type", "")])
    let page = await fixture.platform.answer("GET", "/lectures")
    #expect(head.status == .ok && head.headers == page.headers)
  }

  // MARK: The index goes on

  @Test func aNewBlockMakesANewPage() async throws {
    let fixture = try await IndexedPlatform.open("Soil, year one")
    let old = await fixture.platform.answer("GET", "/lectures")
    _ = try await fixture.own.openLecture("Soil, year two")
    try await fixture.catchUp()
    // The block was looked at just now; the page says of which it is.
    #expect(bytes(await fixture.platform.answer("GET", "/lectures")) == bytes(old))
    fixture.clock.advance(250)
    let page = await fixture.platform.answer("GET", "/lectures")
    #expect(text(page).contains("Soil, year two") && page.headers[.eTag] != old.headers[.eTag])
  }

  @Test func anotherBlockOfTheSameHeightMakesANewPage() async throws {
    let fixture = try await IndexedPlatform.open("Soil, year one")
    let snapshot = try await fixture.own.chain.snapshot()
    try await fixture.own.chain.mine()
    try await fixture.catchUp()
    let index = try fixture.index()
    let undone = try #require(try await index.head())
    #expect(text(await fixture.platform.answer("GET", "/lectures")).contains("Soil, year one"))
    try await fixture.own.chain.revert(to: snapshot)
    try await fixture.own.chain.advance(seconds: 100)
    try await fixture.catchUp()
    let head = try #require(try await index.head())
    #expect(head.number == undone.number && head.hash != undone.hash)
    try await fixture.retitle("Written anew")
    fixture.clock.advance(250)
    #expect(text(await fixture.platform.answer("GET", "/lectures")).contains("Written anew"))
  }

  @Test func theAgeOfTheIndexIsAlwaysThatOfNow() async throws {
    let fixture = try await IndexedPlatform.open("Soil, year one")
    let index = try fixture.index()
    for (milliseconds, isStale) in [(0, false), (999, false), (1, false), (240, false), (60_000, true)] {
      fixture.clock.advance(Int64(milliseconds))
      let age = try #require(try await index.head()).age(at: index.now)
      let page = text(await fixture.platform.answer("GET", "/lectures"))
      #expect(page.contains(", \(age) s ago") && page.contains("more than a minute old") == isStale, "\(milliseconds)")
    }
  }

  @Test func whatElseIsOnAPageIsASecondOldAtMost() async throws {
    let fixture = try await IndexedPlatform.open("Soil, year one")
    let pages = PageCache(try fixture.index())
    let written = Guarded(0)
    // As an index that is found up to date each time.
    func read() async throws {
      try await fixture.catchUp()
      let index = try fixture.index()
      let moment = IndexSnapshot(try await index.head(), at: index.now)
      _ = await pages.answer(key()) {
        written.withLock { $0 += 1 }
        return self.page("<p>a rate</p>", moment)
      }
    }
    try await read()
    fixture.clock.advance(900)
    try await read()
    #expect(written.withLock { $0 } == 1)
    fixture.clock.advance(100)
    try await read()
    #expect(written.withLock { $0 } == 2)
  }

  // MARK: What is not kept

  @Test(arguments: [
    "/lectures?x=1", "/lectures?q=soil", "/lectures?q=", "/lectures?all=no", "/lectures?all=yes&all=yes",
    "/lectures?sort=evil", "/lectures?page=2", "/lectures?page=01", "/lectures?page=-1", "/lectures?page=1&x",
    "/lectures?teacher=0x00000000000000000000000000000000000000aa", "/lectures/0", "/settings", "/none", "/more",
  ])
  func whatPeopleMakeUpIsNotKept(_ target: String) async throws {
    let fixture = try await IndexedPlatform.open("Soil, year one")
    let page = await fixture.platform.answer("GET", target)
    #expect(page.headers[.eTag] == nil && page.headers[.cacheControl] == "no-store")
  }

  @Test func whoSignedInReadsAPageOfTheirOwn() async throws {
    let fixture = try await IndexedPlatform.open("Soil, year one")
    let kept = await fixture.platform.answer("GET", "/lectures")
    let tag = try #require(kept.headers[.eTag])
    let browser = try await fixture.platform.browser(of: "student")
    let own = await fixture.platform.answer(
      "GET", "/lectures", headers: [("Cookie", browser.cookie), ("If-None-Match", tag)])
    let address = try #require(fixture.own.keys["student"]).address.checksummed
    #expect(own.status == .ok && own.headers[.eTag] == nil && own.headers[.cacheControl] == "no-store")
    #expect(text(own).contains(address))
    let after = await fixture.platform.answer("GET", "/lectures")
    #expect(bytes(after) == bytes(kept) && !text(after).contains(address))
  }

  @Test func refusedRequestsAreAnsweredNothingOfIt() async throws {
    let fixture = try await IndexedPlatform.open("Soil, year one")
    let tag = try #require(await fixture.platform.answer("GET", "/lectures").headers[.eTag])
    let known = [("If-None-Match", tag)]
    #expect(
      await fixture.platform.answer("GET", "/lectures", headers: known, hosts: ["evil.example"]).status
        == .misdirectedRequest)
    #expect(await fixture.platform.answer("OPTIONS", "/lectures", headers: known).status == .methodNotAllowed)
    #expect(await fixture.platform.answer("POST", "/lectures", headers: known).headers[.eTag] == nil)
  }

  @Test func aPageWithAnythingOfOneVisitorIsWrittenEachTime() async throws {
    let fixture = try await IndexedPlatform.open("Soil, year one")
    let index = try fixture.index()
    let pages = PageCache(index)
    let moment = IndexSnapshot(try await index.head(), at: index.now)
    var cookie = page("<p>text</p>", moment)
    cookie.headers[.setCookie] = "a=b"
    var refused = page("<p>text</p>", moment)
    refused.status = .notFound
    let form = page("<form><input type=\"hidden\" name=\"\(Element.guardField)\" value=\"x\"></form>", moment)
    for answer in [cookie, refused, form, page("<p>text</p>", nil)] {
      let written = Guarded(0)
      for _ in 0..<3 {
        let given = await pages.answer(key()) {
          written.withLock { $0 += 1 }
          return answer
        }
        #expect(given.headers == answer.headers && bytes(given) == bytes(answer))
      }
      #expect(written.withLock { $0 } == 3 && pages.bytes == 0)
    }
  }

  // MARK: Memory and crowds

  @Test func memoryIsBoundedAndTheNewestStay() async throws {
    let fixture = try await IndexedPlatform.open("Soil, year one")
    let index = try fixture.index()
    let pages = PageCache(index, most: 100_000)
    let moment = IndexSnapshot(try await index.head(), at: index.now)
    let answer = page(String(repeating: "x", count: 9_000), moment)
    for number in 0..<100 {
      _ = await pages.answer(key(number)) { answer }
      // The first one is read all the time.
      _ = await pages.answer(key(0)) {
        Issue.record("it is gone")
        return answer
      }
      #expect(pages.bytes <= 100_000)
    }
    #expect(pages.bytes > 40_000)
    _ = await pages.answer(key(99)) {
      Issue.record("it is gone")
      return answer
    }
  }

  @Test func aCrowdIsToldWhatOneRequestWrote() async throws {
    let fixture = try await IndexedPlatform.open("Soil, year one")
    let index = try fixture.index()
    let pages = PageCache(index)
    let answer = page("<p>text</p>", IndexSnapshot(try await index.head(), at: index.now))
    let written = Guarded(0)
    let given = await withTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<200 {
        group.addTask {
          self.bytes(
            await pages.answer(self.key()) {
              written.withLock { $0 += 1 }
              await Task.yield()
              return answer
            })
        }
      }
      return await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
    }
    #expect(given == [bytes(answer)] && written.withLock { $0 } == 1)
  }

  private func key(_ number: Int = 1) -> PageCache.Key {
    PageCache.Key(
      pieces: ["lectures", "\(number)"], query: FormFields(), language: .english, theme: "auto", isCompressed: false)
  }

  private func page(_ text: String, _ moment: IndexSnapshot?) -> WebAnswer {
    var answer = WebAnswer(.ok, "text/html; charset=utf-8", Array(text.utf8))
    answer.moment = moment
    return answer
  }
}
