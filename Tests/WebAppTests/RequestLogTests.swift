import ChainSupport
import Foundation
import Locking
import Testing

@testable import WebApp

@Suite("The log of requests", .timeLimit(.minutes(5)))
struct RequestLogTests {
  @Test("has a line an answer, with the route and without what was asked for, and error pages have its name")
  func lines() async throws {
    let fixture = try await SiteFixture.open()
    let lines = Guarded<[String]>([])
    let server = try await WebServer.start(fixture.site, port: 0, isPlain: true) { line in
      lines.withLock { $0.append(line) }
    }
    let entered = try await Command.run(
      "/usr/bin/curl", ["--silent", "-D", "-", "-o", "/dev/null", server.entrance()], environment: [:])
    let cookie = try #require(
      entered.output.split(separator: "\r\n").first { $0.lowercased().hasPrefix("set-cookie:") }
    )
    .dropFirst("set-cookie: ".count).prefix { $0 != ";" }
    let page = try await Command.run(
      "/usr/bin/curl", ["--silent", "-H", "Cookie: \(cookie)", "\(server.url)/lectures/999?secret=7"], environment: [:])
    await server.stop()
    let line = try #require(lines.withLock { $0 }.last)
    let parts = line.split(separator: " ")
    #expect(parts.count == 8 && parts[1] == "GET" && parts[2] == "/lectures/:number" && parts[3] == "404", "\(line)")
    #expect(parts[5] == "B" && parts[7] == "ms" && Int(parts[4]) == page.output.utf8.count, "\(line)")
    #expect(parts[0].utf8.count == 12 && page.output.contains("<code translate=\"no\">\(parts[0])</code>"))
    #expect(!lines.withLock { $0 }.contains { $0.contains("secret") || $0.contains("t=") })
  }

  @Test("names each request by letters and digits of its own")
  func names() {
    let names = (0..<200).map { _ in WebRequest.newID() }
    #expect(Set(names).count == 200)
    #expect(names.allSatisfy { $0.utf8.count == 12 && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } })
  }
}
