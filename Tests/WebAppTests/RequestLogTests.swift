import ChainSupport
import Foundation
import Listening
import Locking
import Logging
import Testing

@testable import WebApp

@Suite("The log of requests", .timeLimit(.minutes(5)))
struct RequestLogTests {
  @Test("has a line an answer, with the route and without what was asked for, and error pages have its name")
  func lines() async throws {
    let fixture = try await SiteFixture.open()
    let lines = Guarded<[String]>([])
    let server = try await WebServer.start(
      fixture.site, port: 0, isPlain: true,
      logger: .lines("web", level: .info) { line in lines.withLock { $0.append(line) } })
    let entered = try await Command.run(
      "/usr/bin/curl", ["--silent", "-D", "-", "-o", "/dev/null", server.entrance()], environment: [:])
    let cookie = try #require(
      entered.output.split(separator: "\r\n").first { $0.lowercased().hasPrefix("set-cookie:") }
    )
    .dropFirst("set-cookie: ".count).prefix { $0 != ";" }
    let page = try await Command.run(
      "/usr/bin/curl",
      [
        "--silent", "-i", "-H", "Cookie: \(cookie)", "-H", "X-Request-ID: visit-7",
        "\(server.url)/lectures/999?secret=7",
      ], environment: [:])
    await server.stop()
    let line = try #require(lines.withLock { $0 }.last)
    let parts = line.split(separator: " ").map(String.init)
    #expect(parts.prefix(2) == ["info", "web"] && parts[2].hasPrefix("bytes=") && parts[4].hasPrefix("ms="), "\(line)")
    #expect(parts[3] == "method=GET", "\(line)")
    #expect(
      parts.dropFirst(5) == ["request=visit-7", "route=/lectures/:number", "status=404:", "answered"], "\(line)")
    #expect(page.output.lowercased().contains("x-request-id: visit-7\r\n"))
    #expect(page.output.contains("<code translate=\"no\">visit-7</code>"))
    #expect(!lines.withLock { $0 }.contains { $0.contains("secret") || $0.contains("?") })
  }
}
