import Listening
import NodeDoubles
import Testing
import WireSupport

@testable import WebApp

@Suite("The bounds of a server of pages", .timeLimit(.minutes(2)))
struct ServerBoundTests {
  private static func own(_ limits: ConnectionLimits? = nil) async throws -> WebServer {
    let site = try await SiteFixture.open().site
    guard let limits else { return try await WebServer.start(site, port: 0, isPlain: true) }
    return try await WebServer.start(site, port: 0, isPlain: true, limits: limits)
  }

  /// The status of the answer to a request with these lines; nil where the server closed without one.
  private static func status(_ lines: [String], at server: WebServer) async throws -> Int? {
    var asking = try Conversation(server.port)
    let headers = ["Host: 127.0.0.1:\(server.port)"] + lines
    await asking.wire.send(Conversation.request("", method: "GET", path: "/lectures", headers: headers))
    return try await asking.reply()?.status
  }

  @Test("a head of 32 kB is read, and one more byte too many, in one field or in ten thousand cookies")
  func heads() async throws {
    let server = try await Self.own()
    let most = 32 << 10
    // Room for the path, the host and the names.
    #expect(try await Self.status(["X-Big: " + String(repeating: "a", count: most - 200)], at: server) == 403)
    #expect(try await Self.status(["X-Big: " + String(repeating: "a", count: most)], at: server) == 431)
    let cookies = (0..<10_000).map { "c\($0)=v" }
    #expect(try await Self.status(cookies.map { "Cookie: \($0)" }, at: server) == 431)
    #expect(try await Self.status(["Cookie: " + cookies.joined(separator: "; ")], at: server) == 431)
    #expect(try await Self.status(cookies.prefix(500).map { "Cookie: \($0)" }, at: server) == 403)
    await server.stop()
  }

  @Test("a client that sends its head or its form a byte at a time is cut off, and others are answered meanwhile")
  func slowly() async throws {
    let limits = ConnectionLimits(requestTime: .milliseconds(500), ofOneAddress: .max)
    let server = try await Self.own(limits)
    let start = "POST /settings HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
    for head in [start, start + "Content-Length: 100000\r\n\r\n"] {
      let slow = try Conversation(server.port)
      await slow.wire.send(head)
      let drops = Task {
        while !Task.isCancelled {
          await slow.wire.send("a")
          try await Task.sleep(for: .milliseconds(20))
        }
      }
      #expect(try await Self.status([], at: server) == 403)
      var reading = slow
      #expect((try? await reading.reply()) == nil, "it has no answer, and its connection is over")
      drops.cancel()
    }
    await server.stop()
  }

  @Test("forms of a platform have eight kilobytes, and texts and lists of boxes, which are longer, sixty-four")
  func forms() async throws {
    let platform = try PlatformFixture(try await SiteFixture.open())
    let server = try await WebServer.start(
      platform.site, try #require(platform.site.platform), at: .port(0, host: "127.0.0.1"))
    func status(_ path: String, _ count: Int) async throws -> Int? {
      var asking = try Conversation(server.port)
      let headers = [
        "Host: \(PlatformFixture.authority)", "Origin: \(PlatformFixture.origin)",
        "Content-Type: application/x-www-form-urlencoded",
      ]
      let body = "a=" + String(repeating: "b", count: count - 2)
      await asking.wire.send(Conversation.request(body, path: path, headers: headers))
      return try await asking.reply()?.status
    }
    for path in ["/settings", "/session", "/api/v1/fee", "/nothing", "/lectures/0/buy"] {
      #expect(try await status(path, 8 << 10) != 413, "\(path)")
      #expect(try await status(path, 8 << 10 + 1) == 413, "\(path)")
    }
    for path in ["/lectures/0/describe", "/api/v1/descriptions", "/exchange/TKA-TKB/cancel"] {
      #expect(try await status(path, 64 << 10) != 413, "\(path)")
      #expect(try await status(path, 64 << 10 + 1) == 413, "\(path)")
    }
    await server.stop()
  }

  @Test("a session, an address and the whole server have so many streams of events, and one that ends makes room")
  func streams() throws {
    let hub = EventHub()
    var open: [AsyncStream<[UInt8]>] = []
    for session in 0..<20 {
      for _ in 0..<8 { open.append(try #require(hub.stream(after: nil, for: "s\(session)", from: "192.0.2.7"))) }
      #expect(hub.stream(after: nil, for: "s\(session)", from: "192.0.2.8") == nil)
    }
    #expect(hub.stream(after: nil, for: "other", from: "192.0.2.7") == nil, "the address has 160")
    while open.count < 5_000 { open.append(try #require(hub.stream(after: nil, for: "s\(open.count)"))) }
    #expect(hub.stream(after: nil, for: "other", from: "192.0.2.9") == nil, "all have 5,000")
    // What was refused was not counted.
    open.removeFirst()
    #expect(hub.stream(after: nil, for: "s0", from: "192.0.2.7") != nil)
  }
}
