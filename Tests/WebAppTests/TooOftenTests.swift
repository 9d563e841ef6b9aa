import Database
import HTTPTypes
import Localization
import StrictJSON
import Testing

@testable import WebApp

/// What a platform refuses to who asks too often (429), and until when.
@Suite("What is asked too often of a platform", .timeLimit(.minutes(20)))
struct TooOftenTests {
  /// Ten seconds of a minute are over.
  private static let now: Int64 = 1_800_000_010

  private func open() async throws -> (PlatformFixture, TestClock) {
    let clock = TestClock(Self.now)
    return (try PlatformFixture(try await SiteFixture.open(clock: clock.now), paysFees: true), clock)
  }

  @Test("counters do not hold the cookie of a session: it opens that to whoever reads the store")
  func cookies() async throws {
    let (platform, _) = try await open()
    let student = try await platform.browser(of: "student")
    #expect(await student.get("/lectures?q=soil").status == 200)
    let names = try await platform.store.database.read { db in
      try db.rows("SELECT name FROM counter").map { try $0.value("name", as: String.self) }
    }
    let secret = String(student.cookie.dropFirst("\(SessionCookie.name)=".count))
    #expect(!names.isEmpty && secret.utf8.count > 20 && !names.contains { $0.contains(secret) }, "\(names)")
  }

  @Test("sixty searches a minute are answered, of pages and programs together; lists without one are not counted")
  func search() async throws {
    let (platform, clock) = try await open()
    let (own, other) = (try await platform.stranger(), try await platform.stranger())
    let (page, program) = ("/lectures?q=soil", "/api/v1/lectures?q=soil")
    var statuses: Set<Int> = []
    for _ in 0..<30 { statuses.formUnion([await own.get(page).status, await own.get(program).status]) }
    #expect(statuses == [200])
    let refused = await own.get(page)
    #expect(refused.status == 429 && refused.headers[.retryAfter] == "50")
    #expect(refused.text.contains("Too often: wait 50 s") && refused.text.contains("Nothing was sent."))
    for accept in ["", "*/*", "text/html"] {
      let told = await own.get(program, headers: accept.isEmpty ? [] : [("Accept", accept)])
      #expect(told.json?["error"]?["code"] == "web.tooOften", "no page is there: \(told.text)")
    }
    #expect(await own.get("/api/v1/none").json?["error"]?["code"] == "web.notFound")
    #expect(await own.get("/session").json?["error"]?["code"] == "web.otherMethod")
    let told = await own.get(program, headers: [("Accept", "application/json")])
    #expect(told.status == 429 && told.headers[.retryAfter] == "50")
    #expect(told.json?["error"]?["code"] == "web.tooOften" && told.json?["ok"] == false)
    #expect(await own.get("/lectures").status == 200, "nothing is looked for")
    #expect(await other.get(page).status == 200, "another session of the same address")
    clock.advance(49)
    #expect(await own.get(page).headers[.retryAfter] == "1")
    clock.advance(1)
    #expect(await own.get(page).status == 200)
  }

  @Test("it is told in the language of the page", arguments: Language.allCases)
  func words(language: Language) async throws {
    let (platform, _) = try await open()
    let browser = try await platform.stranger()
    for _ in 0..<60 { _ = await browser.get("/lectures?q=soil") }
    let page = await browser.get("/lectures?q=soil", headers: [("Accept-Language", language.rawValue)])
    let told: WebRefusal = .tooOften(50)
    #expect(page.status == 429 && page.text.contains("<h1>\(language[RefusalText.title(told)])"), "\(page.text)")
    #expect(page.text.contains(language[RefusalText.advice(told)]))
  }

  @Test("ten fees a minute are looked at for a session, and two hundred for an address; nothing of the others is paid")
  func fees() async throws {
    let (platform, clock) = try await open()
    func ask(_ browser: PlatformBrowser) async -> PlatformBrowser.Reading { await browser.pay("none", "0x31c0") }
    let first = try await platform.browser(of: "student")
    for _ in 0..<10 {
      let looked = await ask(first)
      #expect(looked.status == 404 && looked.headers[.retryAfter] == nil, "\(looked.text)")
    }
    let refused = await ask(first)
    #expect(refused.status == 429 && refused.headers[.retryAfter] == "50")
    #expect(refused.json?["error"]?["code"] == "web.tooOften")
    #expect(refused.json?["error"]?["message"] == "Too often: wait 50 s")
    #expect(refused.json?["error"]?["advice"] == "Nothing was sent.")
    for _ in 0..<19 {
      let browser = try await platform.stranger()
      for _ in 0..<10 { #expect(await ask(browser).status == 403) }
    }
    var late = try await platform.stranger()
    #expect(await ask(late).status == 429, "the address has had two hundred")
    late.client = "192.0.2.8"
    #expect(await ask(late).status == 403, "another address")
    clock.advance(50)
    #expect(await ask(first).status == 404)
  }
}
