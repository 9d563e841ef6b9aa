import DatabaseSupport
import HTTPTypes
import Keys
import Operations
import Primitives
import StrictJSON
import Testing

@testable import WebApp

/// Signing in to a platform: the server's own message, once, and the signature of the account that it was made for.
@Suite(.overEachEngine) struct SignInTests {
  private func message(for account: Address, _ browser: PlatformBrowser) async throws -> String {
    let answer = await browser.tell("/session/nonce", ["address": account.checksummed])
    return try #require(answer.json?["message"]?.string)
  }

  private func signature(_ key: PrivateKey, _ text: String, _ prefix: PersonalMessage.Prefix = .ethereum) throws
    -> String
  {
    try key.sign(PersonalMessage.digest(text, prefix: prefix)).bytes65.hex
  }

  @Test(arguments: PersonalMessage.Prefix.allCases)
  func whoSignsTheMessageIsIn(_ prefix: PersonalMessage.Prefix) async throws {
    let own = try await SiteFixture.open()
    let platform = try PlatformFixture(own)
    let (stranger, key) = (try await platform.stranger(), try #require(own.keys["student"]))
    let text = try await message(for: key.address, stranger)
    #expect(
      text.hasPrefix("lectures.example wants you to sign in with your Ethereum account:\n\(key.address.checksummed)\n"))
    #expect(text.contains("URI: https://lectures.example/session\n"))
    let answer = await stranger.tell(
      "/session", ["address": key.address.checksummed, "signature": try signature(key, text, prefix)])
    #expect(answer.json == ["ok": true, "account": .string(key.address.checksummed)])
    let cookie = try #require(answer.headers[.setCookie])
    for part in ["__Host-lectures=", "Secure", "HttpOnly", "SameSite=Lax", "Path=/"] { #expect(cookie.contains(part)) }
    let pair = String(cookie.prefix { $0 != ";" })
    // The number from before the sign-in opens nothing.
    #expect(pair != stranger.cookie)
    #expect(await stranger.get("/mine").status == 303)
    #expect(await PlatformBrowser(platform: platform, cookie: pair).get("/mine").status == 200)
  }

  @Test func aMessageIsTakenOnceAndForItsAccountAlone() async throws {
    let own = try await SiteFixture.open()
    let platform = try PlatformFixture(own)
    let (stranger, key) = (try await platform.stranger(), try #require(own.keys["student"]))
    let other = try #require(own.keys["teacher"])
    let text = try await message(for: key.address, stranger)
    // The signature of another account, for either.
    let foreign = try signature(other, text)
    #expect(
      await stranger.tell("/session", ["address": other.address.checksummed, "signature": foreign]).status == 403)
    #expect(await stranger.tell("/session", ["address": key.address.checksummed, "signature": foreign]).status != 200)
    // It was used up by the try.
    let right = ["address": key.address.checksummed, "signature": try signature(key, text)]
    #expect(await stranger.tell("/session", right).status == 403)
    // One that was made for another browser counts for nothing here.
    let fresh = try await message(for: key.address, stranger)
    let elsewhere = try await platform.stranger()
    let signed = ["address": key.address.checksummed, "signature": try signature(key, fresh)]
    #expect(await elsewhere.tell("/session", signed).status == 403)
    #expect(await stranger.tell("/session", signed).status == 200)
  }

  @Test func aMessageIsGoodForTenMinutes() async throws {
    let clock = TestClock(1_800_000_000)
    let own = try await SiteFixture.open(clock: clock.now)
    let platform = try PlatformFixture(own)
    let (stranger, key) = (try await platform.stranger(), try #require(own.keys["student"]))
    let text = try await message(for: key.address, stranger)
    clock.advance(600)
    let late = ["address": key.address.checksummed, "signature": try signature(key, text)]
    #expect(await stranger.tell("/session", late).status == 403)
  }

  @Test(arguments: [
    ["address": "0x12", "signature": "0x00"], ["signature": "0x00"], ["address": "alice", "signature": "0x"], [:],
  ])
  func malformedFieldsAreRefused(_ fields: [String: String]) async throws {
    let stranger = try await PlatformFixture(try await SiteFixture.open()).stranger()
    #expect(await stranger.tell("/session", fields).status == 400)
  }

  @Test func whoHasNoWalletInTheBrowserIsToldOfTheWalletAppAndTheAddress() async throws {
    let page = await (try await PlatformFixture(try await SiteFixture.open()).stranger()).get("/sign-in").text
    #expect(page.contains("On a phone, open this site in your wallet app"))
    #expect(page.contains(">https://lectures.example</code>"))
  }

  @Test func whoTriesTooOftenHasToWait() async throws {
    let own = try await SiteFixture.open()
    let stranger = try await PlatformFixture(own).stranger()
    let address = try #require(own.keys["student"]).address.checksummed
    for _ in 0..<10 { #expect(await stranger.tell("/session/nonce", ["address": address]).status == 200) }
    let refused = await stranger.tell("/session/nonce", ["address": address])
    #expect(refused.status == 429 && refused.headers[.retryAfter] != nil)
    #expect(refused.json?["error"]?["code"]?.string == "web.tooOften")
  }
}

/// The answers of a platform for programs.
@Suite struct InterfaceTests {
  @Test func theDescriptionHasJustTheRoutesForPrograms() async throws {
    let platform = try PlatformFixture(try await SiteFixture.open())
    let answer = try await platform.stranger().get("/openapi.json")
    let paths = try #require(answer.json?["paths"])
    guard case .object(let object) = paths else {
      Issue.record("paths is no object")
      return
    }
    var described: Set<String> = []
    for (path, methods) in object {
      guard case .object(let methods) = methods else { continue }
      for (method, _) in methods { described.insert("\(method.uppercased()) \(path)") }
    }
    let served = Set(
      Pages.routes(of: platform.site).map { route in
        // `:number` of a pattern is `{number}` of a path.
        let path = route.pattern.split(separator: "/").map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : "\($0)" }
        return "\(route.method.rawValue) /\(path.joined(separator: "/"))"
      })
    #expect(described.subtracting(served).isEmpty)
    let forPrograms = served.filter { $0.contains("/api/") || ["POST /session", "POST /session/nonce"].contains($0) }
    #expect(forPrograms.subtracting(described).isEmpty)
  }

  @Test func lecturesAreListedForPrograms() async throws {
    let own = try await SiteFixture.open()
    _ = try await own.openLecture("Soil, year one")
    _ = try await own.openLecture("Algebra")
    let stranger = try await PlatformFixture(own).stranger()
    let all = await stranger.get("/api/v1/lectures")
    #expect(all.status == 200 && all.headers[.contentType] == "application/json")
    #expect(all.json?["lectures"]?.array?.count == 2 && all.json?["total"] == 2 && all.json?["pages"] == 1)
    #expect(await stranger.get("/api/v1/lectures?page=7").json?["page"] == 1)
    #expect(await stranger.get("/api/v1/lectures?q=soil").json?["lectures"]?.array?.count == 1)
  }

  @Test func whoWatchesCountsAnswersAndStrangersDoNot() async throws {
    let platform = try PlatformFixture(try await SiteFixture.open())
    #expect(await platform.answer("GET", "/metrics", hosts: ["127.0.0.1:7789"]).status == .ok)
    #expect(await platform.answer("GET", "/metrics").status == .notFound)
    let proxied = await platform.answer(
      "GET", "/metrics", headers: [("X-Forwarded-For", "192.0.2.1")], hosts: ["127.0.0.1:7789"])
    #expect(proxied.status == .misdirectedRequest)
  }
}
