import Database
import HTTPTypes
import Listening
import NodeDoubles
import Testing
import WireSupport

@testable import WebApp

/// What every answer says to browsers, as it comes off the wire: on each route, and for each way to fail.
@Suite("The headers of answers", .timeLimit(.minutes(5)))
struct AnswerHeaderTests {
  /// A server and a browser's cookie at it.
  private struct Visited {
    let server: WebServer
    let host: String
    let origin: String
    var cookie = ""
    var isPublic: Bool { origin.hasPrefix("https") }

    /// The answer over a connection of its own.
    func ask(
      _ method: String, _ path: String, _ headers: [String: String?] = [:], body: String = ""
    ) async throws -> Conversation.Reply {
      var fields: [String: String?] = ["Host": host, "Cookie": cookie]
      if method == "POST" {
        fields.merge(["Origin": origin, "Content-Type": "application/x-www-form-urlencoded"]) { $1 }
      }
      let lines = fields.merging(headers) { $1 }.compactMap { name, value in value.map { "\(name): \($0)" } }
      var wire = try Conversation(server.port)
      await wire.wire.send(Conversation.request(body, method: method, path: path, headers: lines))
      return try #require(try await wire.reply(), "\(method) \(path)")
    }

    /// The secret of this browser's forms.
    func formGuard() async throws -> String {
      let text = String(decoding: try await ask("GET", "/settings").body, as: UTF8.self)
      let mark = try #require(text.firstRange(of: "name=\"guard\" value=\""))
      return String(text[mark.upperBound...].prefix { $0 != "\"" })
    }
  }

  private static func own(_ fixture: SiteFixture) async throws -> Visited {
    let server = try await WebServer.start(fixture.site, port: 0, isPlain: true)
    var visited = Visited(server: server, host: "127.0.0.1:\(server.port)", origin: server.url)
    let entered = try await visited.ask("GET", "/enter?t=\(fixture.site.entryLinks.make())")
    expect(entered, of: "/enter", at: visited)
    visited.cookie = String(try #require(entered.header("set-cookie")).prefix { $0 != ";" })
    return visited
  }

  private static func platform(_ platform: PlatformFixture) async throws -> Visited {
    let server = try await WebServer.start(
      platform.site, try #require(platform.site.platform), at: .port(0, host: "127.0.0.1"))
    return Visited(
      server: server, host: PlatformFixture.authority, origin: PlatformFixture.origin,
      cookie: try await platform.browser(of: "student").cookie)
  }

  /// Section 4.2 of what pages promise, in words of their own.
  private static func expect(
    _ reply: Conversation.Reply, of pattern: String, at visited: Visited,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let pictures = ["/sign-in", "/proposals/:id"].contains(pattern) ? " data:" : ""
    let camera = pattern == "/scan" ? "(self)" : "()"
    var expected = [
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'\(pictures); connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'\(visited.isPublic ? "; upgrade-insecure-requests" : "")",
      "x-frame-options": "DENY", "x-content-type-options": "nosniff", "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": pattern == "/enter" ? "no-referrer" : "same-origin",
      "permissions-policy":
        "camera=\(camera), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), clipboard-read=()",
    ]
    if visited.isPublic { expected["strict-transport-security"] = "max-age=31536000" }
    let fields = reply.head.split(separator: "\r\n").dropFirst().map { line in
      let name = line.prefix { $0 != ":" }
      return (name.lowercased(), String(line.dropFirst(name.count + 1).drop { $0 == " " }))
    }
    for (name, value) in expected {
      let values = fields.filter { $0.0 == name }.map(\.1)
      #expect(values == [value], "\(pattern) \(reply.status) \(name)", sourceLocation: sourceLocation)
    }
    let told = fields.filter {
      $0.0.hasPrefix("access-control-") || ["server", "x-powered-by"].contains($0.0)
        || ($0.0 == "strict-transport-security" && !visited.isPublic)
    }
    #expect(told.isEmpty, "\(pattern): \(told)", sourceLocation: sourceLocation)
  }

  /// Asks for every route, as a form without its secret where it takes one; gives the statuses.
  private static func visitAll(_ routes: [Route], at visited: Visited) async throws -> Set<Int> {
    var statuses: Set<Int> = []
    for route in routes {
      let path = route.pattern.split(separator: "/").map { piece in
        switch piece {
        case ":number": "0"
        case ":pair": "TKA-TKB"
        default: piece.hasPrefix(":") ? "x" : String(piece)
        }
      }
      let reply = try await visited.ask(route.method.rawValue, "/" + path.joined(separator: "/"))
      expect(reply, of: route.pattern, at: visited)
      statuses.insert(reply.status)
    }
    return statuses
  }

  /// Fails in every way that needs no page; gives the statuses.
  private static func failEveryWay(at visited: Visited) async throws -> Set<Int> {
    let big = String(repeating: "a", count: 70_000)
    let preflight = ["Origin": "https://evil.example", "Access-Control-Request-Method": "POST"]
    let requests: [(String, String, [String: String?], String, status: Int)] = [
      ("GET", "/nothing", [:], "", 404), ("GET", "/assets/nothing.js", [:], "", 404),
      ("DELETE", "/lectures", [:], "", 405), ("POST", "/more", [:], "", 405), ("OPTIONS", "/lectures", [:], "", 405),
      ("OPTIONS", "/lectures", preflight, "", 403), ("POST", "/settings", ["Origin": "https://evil.example"], "", 403),
      ("POST", "/settings", [:], "guard=x", 403), ("POST", "/settings", ["Content-Type": "text/plain"], "", 415),
      ("GET", "/lectures", ["Host": "evil.example"], "", 421), ("GET", "/%", [:], "", 400),
      ("POST", "/settings", [:], "a=\(big)", 413),
      ("GET", "/lectures", ["X-Big": big], "", 431), ("GET", "/\(big)", [:], "", 431),
    ]
    var statuses: Set<Int> = []
    for (method, path, headers, body, status) in requests {
      let reply = try await visited.ask(method, path, headers, body: body)
      #expect(reply.status == status, "\(method) \(path.prefix(30))")
      expect(reply, of: "", at: visited)
      #expect((reply.status == 405) == (reply.header("allow") != nil), "\(method) \(path.prefix(30))")
      statuses.insert(reply.status)
    }
    // A browser gets a page in its language that leads on; a program gets a line.
    for (headers, body, reason) in [
      (["Origin": "https://evil.example"], "", GateText.foreign), (["Origin": nil], "", .unnamed),
      (["Content-Type": "text/plain"], "", .noForm), ([:], "a=\(big)", .tooLarge),
    ] as [([String: String?], String, GateText)] {
      let line = try await visited.ask("POST", "/settings", headers, body: body)
      #expect(line.header("content-type")?.hasPrefix("text/plain") == true && line.body.count < 80, "\(reason)")
      let browser: [String: String?] = ["Accept": "text/html,*/*;q=0.8", "Accept-Language": "ko"]
      let page = try await visited.ask("POST", "/settings", headers.merging(browser) { $1 }, body: body)
      let text = String(decoding: page.body, as: UTF8.self)
      #expect(page.status == line.status && text.contains(reason.korean), "\(text)")
      #expect(text.contains("href=\"/lectures\"") && !text.contains("guard"), "\(text)")
      expect(page, of: "", at: visited)
    }
    let asset = try await visited.ask("GET", Assets().link("site.js").text)
    #expect(asset.status == 200 && asset.header("vary") == "Accept-Encoding")
    expect(asset, of: "", at: visited)
    let events = try await visited.ask("GET", "/events")
    #expect(events.status == 200 && events.header("content-type") == "text/event-stream")
    expect(events, of: "", at: visited)
    return statuses
  }

  @Test("of one person's pages are on every route and every error")
  func ownPages() async throws {
    let fixture = try await SiteFixture.open()
    let visited = try await Self.own(fixture)
    _ = try await Self.failEveryWay(at: visited)
    let statuses = try await Self.visitAll(Pages.routes(of: fixture.site), at: visited)
    #expect(statuses.isSuperset(of: [200, 403, 404]), "\(statuses)")
    await visited.server.stop()
    let lonely = fixture.withoutNode()
    let alone = try await Self.own(lonely)
    let failed = try await alone.ask("POST", "/wallets/student/payments", body: "guard=\(try await alone.formGuard())")
    #expect(failed.status >= 500, "\(failed.status)")
    Self.expect(failed, of: "", at: alone)
    await alone.server.stop()
  }

  @Test("of a platform are on every route and every error")
  func platformPages() async throws {
    let fixture = try PlatformFixture(try await SiteFixture.open(), hasExplorer: true)
    let visited = try await Self.platform(fixture)
    _ = try await Self.failEveryWay(at: visited)
    let statuses = try await Self.visitAll(Pages.routes(of: fixture.site), at: visited)
    #expect(statuses.isSuperset(of: [200, 403, 404]), "\(statuses)")
    let form = "address=0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC&guard=\(try await visited.formGuard())"
    var last = try await visited.ask("POST", "/session/nonce", body: form)
    for _ in 0..<10 { last = try await visited.ask("POST", "/session/nonce", body: form) }
    #expect(last.status == 429 && last.header("retry-after") != nil)
    Self.expect(last, of: "/session/nonce", at: visited)
    for path in ["/healthz", "/readyz", "/metrics"] {
      Self.expect(try await visited.ask("GET", path), of: path, at: visited)
    }
    try await fixture.store.database.write { try $0.execute("DROP TABLE session") }
    let away = try await visited.ask("GET", "/mine")
    #expect(away.status == 503 && away.header("retry-after") == "60")
    Self.expect(away, of: "/mine", at: visited)
    await visited.server.stop()
  }
}
