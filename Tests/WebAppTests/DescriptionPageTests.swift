import ChainSupport
import ContractClient
import Files
import HTTPTypes
import Keys
import LectureKit
import Operations
import Primitives
import StrictJSON
import Testing

@testable import WebApp

/// Descriptions of lectures on a platform and on one's own pages, and the links for buyers.
@Suite(.timeLimit(.minutes(20))) struct DescriptionPageTests {
  private static let now: Int64 = 1_800_000_000
  private static let url = "https://meet.example/soil?key=4711"

  /// A platform with a lecture, and a clock that goes on when a test says so.
  private struct School: Sendable {
    let own: SiteFixture
    let platform: PlatformFixture
    let clock: TestClock
    let lecture: UInt256
    let link: BuyersLink

    static func open() async throws -> School {
      let clock = TestClock(now)
      let own = try await SiteFixture.open(["student", "teacher", "other"], clock: clock.now)
      return School(
        own: own, platform: try PlatformFixture(own), clock: clock, lecture: try await own.openLecture("Soil"),
        link: try BuyersLink(url: url))
    }

    /// A description that an account signed.
    func description(
      _ text: String = "Eight evenings.", by name: String = "teacher", lecture: UInt256? = nil, run: UInt64? = nil,
      chainID: UInt256? = nil, contract: Address? = nil, hasLink: Bool = true, issuedAt: Int64 = now
    ) throws -> SignedDescription {
      let content = try DescriptionContent(
        texts: [DescribedText(language: "en", text: text), DescribedText(language: "ko", text: "저녁 강의")], place: "101",
        seats: 20)
      let description = try LectureDescription(
        lecture: lecture ?? self.lecture, run: run, content: content, linkHash: hasLink ? link.hash : .zero,
        issuedAt: UInt64(issuedAt))
      let (chain, market) = (chainID ?? own.client.session.chainID, contract ?? own.client.market.address)
      let digest = try description.typedData(chainID: chain, contract: market).digest()
      let key = try #require(own.keys[name])
      return try SignedDescription(
        description, chainID: chain, contract: market, signature: try key.sign(digest).bytes65)
    }

    /// Publishes a description as the command does.
    @discardableResult
    func publish(_ signed: SignedDescription, _ link: BuyersLink?) async -> (status: Int, text: String) {
      var members: [(String, JSON)] = [("description", signed.json)]
      if let link { members += [("link", .string(link.url)), ("salt", .string(link.salt.hex))] }
      return await send(JSON.object(JSONObject(members)).serialized(), to: "/api/v1/descriptions")
    }

    /// Asks for the link as the command does.
    func ask(
      by name: String, run: UInt64 = 0, lecture: UInt256? = nil, site: String = PlatformFixture.origin,
      as student: String? = nil, nonce: UInt64 = 1, issuedAt: Int64? = nil
    ) async throws -> (status: Int, text: String) {
      let (key, asked) = (try #require(own.keys[name]), try #require(own.keys[student ?? name]))
      let request = LinkRequest(
        site: site, lecture: lecture ?? self.lecture, run: run, student: asked.address, nonce: Hash32(UInt256(nonce)),
        issuedAt: UInt64(issuedAt ?? clock.now()))
      let typed = try request.typedData(chainID: own.client.session.chainID, contract: own.client.market.address)
      let signed = SignedLinkRequest(request, signature: try key.sign(typed.digest()).bytes65)
      return await send(signed.json.serialized(), to: "/api/v1/links")
    }

    func send(_ body: String, to path: String, origin: String = PlatformFixture.origin) async -> (
      status: Int, text: String
    ) {
      let answer = await platform.answer(
        "POST", path,
        headers: [("Content-Type", "application/json"), ("Accept", "application/json"), ("Origin", origin)], body: body)
      guard case .bytes(let bytes) = answer.body else { return (answer.status.code, "") }
      return (answer.status.code, String(decoding: bytes, as: UTF8.self))
    }

    func buy(as name: String) async throws {
      let key = try #require(own.keys[name])
      _ = try await own.client.planPurchase(lecture, from: key.address).send(from: key)
    }

    func reopen() async throws {
      let (owner, teacher) = (try #require(own.keys["owner"]), try #require(own.keys["teacher"]))
      _ = try await own.client.planSettlement(lecture, from: owner.address).send(from: owner)
      _ = try await own.client.planReopen(lecture, price: Price(klay: 12), from: teacher.address).send(from: teacher)
    }

    /// The text that the platform shows programs; nil where there is none.
    func shown(run: UInt64? = nil) async throws -> String? {
      let query = run.map { "?run=\($0)" } ?? ""
      let answer = await platform.answer(
        "GET", "/api/v1/lectures/\(lecture)/description\(query)", headers: [("Accept", "application/json")])
      guard answer.status == .ok, case .bytes(let bytes) = answer.body else { return nil }
      return try SignedDescription(parsing: bytes).description.content.text(in: "en").text
    }
  }

  @Test("are published by the teacher's signature, and shown to everybody in their language, without the link")
  func publishing() async throws {
    let school = try await School.open()
    #expect(try await school.shown() == nil)
    let signed = try school.description()
    let answer = await school.publish(signed, school.link)
    #expect(answer.status == 200 && answer.text.contains(signed.hash.hex), "\(answer)")
    #expect(try await school.shown() == "Eight evenings.")
    let (stranger, buyer) = (try await school.platform.stranger(), try await school.platform.browser(of: "student"))
    try await school.buy(as: "student")
    let page = await stranger.get("/lectures/\(school.lecture)")
    #expect(page.text.contains("Eight evenings.") && page.text.contains("Signed by the teacher"), "\(page.text)")
    for browser in [stranger, buyer] {
      for target in [
        "/lectures/\(school.lecture)", "/api/v1/lectures/\(school.lecture)/description", "/api/v1/lectures",
      ] {
        let text = await browser.get(target).text
        #expect(!text.contains("meet.example") && !text.contains(school.link.salt.hex), "\(target)")
      }
    }
    let korean = await school.platform.answer(
      "GET", "/lectures/\(school.lecture)", headers: [("Accept-Language", "ko")])
    if case .bytes(let bytes) = korean.body { #expect(String(decoding: bytes, as: UTF8.self).contains("저녁 강의")) }
    // The same once more is no harm, and changes nothing.
    #expect(await school.publish(signed, school.link).status == 200)
  }

  @Test("that are forged, misplaced, huge or malformed are refused, and what is known stays")
  func attacks() async throws {
    let school = try await School.open()
    let second = try await school.own.openLecture("Other")
    #expect(await school.publish(try school.description(), school.link).status == 200)
    let later = Self.now + 1
    for (signed, why) in [
      (try school.description("x", by: "student", issuedAt: later), "not signed"),
      (try school.description("x", chainID: 1, issuedAt: later), "another chain"),
      (try school.description("x", contract: .zero, issuedAt: later), "another contract"),
      (try school.description("x", by: "other", lecture: second, issuedAt: later), "not signed"),
      (try school.description("x", lecture: 99, issuedAt: later), "notFound"),
      (try school.description("x", run: 2, issuedAt: later), "badForm"),
      (try school.description("x", issuedAt: Self.now + 301), "not come yet"),
      (try school.description("x", issuedAt: Self.now), "newer one"),
      (try school.description("x", issuedAt: Self.now - 1), "newer one"),
    ] {
      let answer = await school.publish(signed, school.link)
      #expect(answer.status >= 400 && answer.text.contains(why), "\(why): \(answer)")
    }
    // The teacher's signature covers the link: another one does not go with it, and none does not either.
    let newer = try school.description("y", issuedAt: later)
    for link in [try BuyersLink(url: "https://evil.example", salt: school.link.salt), nil] {
      #expect(await school.publish(newer, link).status == 400)
    }
    let text = newer.json.serialized()
    let changed = text.replacing("\"seats\":20", with: "\"seats\":21")
    for body in [
      "", "[]", "{}", "{\"description\":1}",
      "{\"description\":\(changed),\"link\":\"\(Self.url)\",\"salt\":\"\(school.link.salt.hex)\"}",
      "{\"description\":\(text.replacing("\"seats\":20", with: "\"seats\":20,\"more\":1"))}",
      "{\"description\":\(String(repeating: "[", count: 9_000))}", String(repeating: " ", count: 60_000) + "{}",
    ] {
      #expect(await school.send(body, to: "/api/v1/descriptions").status >= 400, "\(body.prefix(60))")
    }
    let good = "{\"description\":\(text),\"link\":\"\(Self.url)\",\"salt\":\"\(school.link.salt.hex)\"}"
    #expect(await school.send(good, to: "/api/v1/descriptions", origin: "https://evil.example").status == 403)
    #expect(try await school.shown() == "Eight evenings.")
    #expect(await school.send(good, to: "/api/v1/descriptions").status == 200)
    #expect(try await school.shown() == "y")
  }

  @Test("a description that is published, sent once more by anybody, takes nothing from what its teacher may publish")
  func sentOnceMore() async throws {
    let school = try await School.open()
    let first = try school.description()
    for _ in 0..<12 { #expect(await school.publish(first, school.link).status == 200) }
    let newer = try school.description("Nine evenings.", issuedAt: Self.now + 1)
    #expect(await school.publish(newer, school.link).status == 200)
    // An earlier one is refused, and is not counted either.
    for _ in 0..<12 { #expect(await school.publish(first, school.link).status >= 400) }
    let newest = try school.description("Ten evenings.", issuedAt: Self.now + 2)
    #expect(await school.publish(newest, school.link).status == 200)
    #expect(try await school.shown() == "Ten evenings.")
  }

  @Test("are replaced by newer ones alone, for all runs and for one")
  func replacing() async throws {
    let school = try await School.open()
    func publish(_ text: String, run: UInt64? = nil, _ time: Int64) async throws -> Int {
      await school.publish(try school.description(text, run: run, issuedAt: Self.now + time), school.link).status
    }
    #expect(try await publish("all", 0) == 200)
    #expect(try await publish("next", run: 1, 2) == 200)
    #expect(try await school.shown() == "all")
    #expect(try await school.shown(run: 1) == "next")
    #expect(try await publish("newest", 3) == 200)
    #expect(try await publish("again", run: 1, 1) == 409)
    #expect(try await school.shown(run: 1) == "newest")
    #expect(try await publish("own", run: 1, 4) == 200)
    try await school.reopen()
    #expect(try await school.shown() == "own")
    #expect(try await school.shown(run: 0) == "newest")
  }

  @Test("so many a minute are taken of a lecture")
  func rate() async throws {
    let school = try await School.open()
    var statuses: [Int] = []
    for second in 0..<12 {
      statuses.append(
        await school.publish(try school.description(issuedAt: Self.now + Int64(second)), school.link).status)
    }
    #expect(statuses == [Int](repeating: 200, count: 10) + [429, 429])
  }

  @Test("that are pages of markup and marks are shown as text")
  func hostile() async throws {
    let school = try await School.open()
    let text = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>\n\u{202E}gnp.exe\u{200B}\n&lt;b&gt;"
    #expect(await school.publish(try school.description(text), school.link).status == 200)
    let page = await (try await school.platform.stranger()).get("/lectures/\(school.lecture)").text
    #expect(!page.contains("<script>alert") && !page.contains("<img src=x") && page.contains("&lt;script&gt;alert(1)"))
    #expect(!page.unicodeScalars.contains { $0.value == 0x202E || $0.value == 0x200B } && page.contains("⟨U+202E⟩"))
    #expect(page.contains("&amp;lt;b"))
  }

  @Test(
    "the link opens to an account that bought the run, by a signed request that counts once, here and for five minutes")
  func requests() async throws {
    let school = try await School.open()
    try await school.buy(as: "student")
    #expect(try await school.ask(by: "student", nonce: 1).text.contains("no link"))
    #expect(await school.publish(try school.description(), school.link).status == 200)
    let given = try await school.ask(by: "student", nonce: 2)
    #expect(
      given.status == 200 && given.text.contains(Self.url) && given.text.contains(school.link.salt.hex), "\(given)")
    // The very same request again, also at another process and after a while.
    #expect(try await school.ask(by: "student", nonce: 2).text.contains("used before"))
    for (answer, why) in [
      (try await school.ask(by: "other", nonce: 3), "did not buy"),
      (try await school.ask(by: "teacher", nonce: 4), "did not buy"),
      (try await school.ask(by: "other", as: "student", nonce: 5), "not signed"),
      (try await school.ask(by: "student", run: 1, nonce: 6), "has no run 1 yet"),
      (try await school.ask(by: "student", lecture: 1, nonce: 7), ""),
      (try await school.ask(by: "student", site: "https://evil.example", nonce: 8), "another site"),
      (try await school.ask(by: "student", nonce: 9, issuedAt: Self.now - 300), "its time is over"),
      (try await school.ask(by: "student", nonce: 10, issuedAt: Self.now + 61), "its time is over"),
    ] {
      #expect(
        answer.status >= 400 && answer.text.contains(why) && !answer.text.contains("meet.example"), "\(why): \(answer)")
    }
    school.clock.advance(299)
    let old = try await school.ask(by: "student", nonce: 2, issuedAt: Self.now)
    #expect(old.text.contains("used before"), "\(old)")
    school.clock.advance(2)
    #expect(try await school.ask(by: "student", nonce: 2, issuedAt: Self.now).text.contains("its time is over"))
  }

  @Test("a request for the link that cannot be read, or names no site or another one as its own, is told just that")
  func unread() async throws {
    let school = try await School.open()
    let unread = await school.send("{}", to: "/api/v1/links")
    #expect(unread.status >= 400 && unread.text.contains("\"code\":\"lecture.invalidLinkRequest\""), "\(unread)")
    #expect(unread.text.contains("That is no request for the buyers' link."), "\(unread)")
    #expect(unread.text.contains("It has no member site."), "\(unread)")
    for (origin, words) in [("", "The header Origin is missing"), ("https://evil.example", "Another page sent this.")] {
      let refused = await school.send("{}", to: "/api/v1/links", origin: origin)
      #expect(refused.status == 403 && refused.text.contains(words), "\(origin): \(refused)")
    }
  }

  @Test("the link of a run is for its buyers: those of another run and those who took their payment back get none")
  func runs() async throws {
    let school = try await School.open()
    try await school.buy(as: "student")
    try await school.buy(as: "other")
    #expect(await school.publish(try school.description(), school.link).status == 200)
    try await school.reopen()
    let next = try BuyersLink(url: "https://meet.example/next")
    let content = try DescriptionContent(texts: [DescribedText(language: "en", text: "Next")])
    let description = try LectureDescription(
      lecture: school.lecture, run: 1, content: content, linkHash: next.hash, issuedAt: UInt64(Self.now) + 1)
    let (chainID, market) = (school.own.client.session.chainID, school.own.client.market.address)
    let digest = try description.typedData(chainID: chainID, contract: market).digest()
    let signed = try SignedDescription(
      description, chainID: chainID, contract: market,
      signature: try #require(school.own.keys["teacher"]).sign(digest).bytes65)
    #expect(await school.publish(signed, next).status == 200)
    try await school.buy(as: "student")
    #expect(try await school.ask(by: "student", run: 0, nonce: 1).text.contains(Self.url))
    #expect(try await school.ask(by: "student", run: 1, nonce: 2).text.contains("meet.example/next"))
    #expect(try await school.ask(by: "other", run: 0, nonce: 3).text.contains(Self.url))
    #expect(try await school.ask(by: "other", run: 1, nonce: 4).text.contains("did not buy"))
    try await school.own.chain.advance(seconds: 91 * 86_400)
    let student = try #require(school.own.keys["student"])
    _ = try await school.own.client.planReclaim(school.lecture, from: student.address).send(from: student)
    #expect(try await school.ask(by: "student", run: 1, nonce: 5).text.contains("taken back"))
  }

  @Test("on the page the link is behind a button, for who signed in and bought the present run")
  func button() async throws {
    let school = try await School.open()
    #expect(await school.publish(try school.description(), school.link).status == 200)
    let (path, stranger) = ("/lectures/\(school.lecture)/link", try await school.platform.stranger())
    let (buyer, other) = (
      try await school.platform.browser(of: "student"), try await school.platform.browser(of: "other")
    )
    #expect(await stranger.post(path).location?.hasPrefix("/sign-in") == true)
    for browser in [buyer, other] {
      let refused = await browser.post(path)
      #expect(refused.status == 409 && refused.text.contains("did not buy") && !refused.text.contains("meet.example"))
    }
    try await school.buy(as: "student")
    #expect(await buyer.get("/lectures/\(school.lecture)").text.contains("action=\"\(path)\""))
    #expect(await !other.get("/lectures/\(school.lecture)").text.contains("action=\"\(path)\""))
    let page = await buyer.post(path)
    #expect(page.status == 200 && page.text.contains("href=\"\(Self.url)\""), "\(page.text)")
    #expect(page.headers[.cacheControl] == "no-store")
    // A page of another site cannot press it, nor can a link.
    #expect(await buyer.post(path, guarded: "x").status == 403)
    #expect(await buyer.get(path).status == 405)
  }

  @Test("the link of an earlier run stays with its buyers: on the lecture's page and among what they bought")
  func earlierRun() async throws {
    let school = try await School.open()
    try await school.buy(as: "student")
    #expect(await school.publish(try school.description(run: 0), school.link).status == 200)
    try await school.reopen()
    let (path, buyer) = ("/lectures/\(school.lecture)/link", try await school.platform.browser(of: "student"))
    let other = try await school.platform.browser(of: "other")
    for target in ["/lectures/\(school.lecture)", "/mine"] {
      let page = await buyer.get(target).text
      #expect(page.contains("action=\"\(path)\"") && page.contains("name=\"run\" value=\"0\""), "\(target): \(page)")
      #expect(await !other.get(target).text.contains(path), "\(target)")
    }
    let page = await buyer.post(path, ["run": "0"])
    #expect(page.status == 200 && page.text.contains("href=\"\(Self.url)\""), "\(page.text)")
    #expect(await other.post(path, ["run": "0"]).text.contains("did not buy"))
    #expect(await buyer.post(path, ["run": "x"]).status == 400)
    // The present run has a link of its own, or none.
    let present = await buyer.post(path)
    #expect(present.status == 409 && !present.text.contains("meet.example"), "\(present.text)")
  }

  @Test("one's own pages show what the commands kept here, and where its link is")
  func own() async throws {
    let school = try await School.open()
    let browser = try await school.own.browser()
    #expect(await !browser.get("/lectures/\(school.lecture)").text.contains("Eight evenings"))
    let folder = try #require(
      DescriptionFolder(of: school.lecture, at: school.own.client, school.own.site.settings))
    try await folder.keep(try school.description("by a stranger", by: "other", issuedAt: Self.now + 1))
    try await folder.keep(try school.description())
    let page = await browser.get("/lectures/\(school.lecture)").text
    #expect(
      page.contains("Eight evenings.") && page.contains("a link for those who bought") && !page.contains("stranger"))
    #expect(await browser.post("/api/v1/descriptions").status == 404)
    #expect(await browser.post("/lectures/\(school.lecture)/link").status == 404)
  }
}
