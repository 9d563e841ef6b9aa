import Listening
import NodeDoubles
import Testing
import WireSupport

@testable import WebApp

@Suite("Connections of a server of pages", .timeLimit(.minutes(2)))
struct ConnectionTests {
  private static let request = Conversation.request(
    "", method: "GET", path: "/lectures", headers: ["Connection: keep-alive"])

  @Test("that were opened and say nothing keep nobody out: those silent longest are closed, and no more than need be")
  func crowd() async throws {
    let fixture = try await SiteFixture.open()
    // So long that no connection of this test is closed for its time.
    let limits = ConnectionLimits(requestTime: .seconds(36_000), ofAll: 20, ofOneAddress: .max)
    let server = try await WebServer.start(fixture.site, port: 0, isPlain: true, limits: limits)
    var silent: [Conversation] = []
    for _ in 0..<50 { silent.append(try Conversation(server.port)) }
    var asking = try Conversation(server.port)
    await asking.wire.send(Self.request)
    #expect(try await asking.reply() != nil)
    var open = 0
    for index in silent.indices {
      await silent[index].wire.send(Self.request)
      if (try? await silent[index].reply()) != nil { open += 1 }
    }
    #expect((15...20).contains(open), "\(open)")
    // The one that asked was idle for a shorter time than those.
    await asking.wire.send(Self.request)
    #expect(try await asking.reply() != nil)
    await server.stop()
  }

  @Test(
    "a request whose target names a host is none for this server, whatever its Host says",
    arguments: ["http://evil.example/lectures", "http://evil.example", "https://127.0.0.1/lectures"])
  func absoluteTarget(target: String) async throws {
    let fixture = try await SiteFixture.open()
    let server = try await WebServer.start(fixture.site, port: 0, isPlain: true)
    let host = "Host: 127.0.0.1:\(server.port)"
    var asking = try Conversation(server.port)
    await asking.wire.send(Conversation.request("", method: "GET", path: target, headers: [host]))
    #expect(try await asking.reply()?.status == 421)
    var usual = try Conversation(server.port)
    await usual.wire.send(Conversation.request("", method: "GET", path: "/lectures", headers: [host]))
    #expect(try await usual.reply()?.status == 403)
    await server.stop()
  }

  @Test("a port that another program has is told as such")
  func taken() async throws {
    let fixture = try await SiteFixture.open()
    let (socket, port) = try RawSocket.bindFreePort(listening: true)
    defer { RawSocket.end(socket) }
    let error = await #expect(throws: WebError.self) { try await WebServer.start(fixture.site, port: port) }
    #expect(error?.code == .cannotListen && error?.reason == ListenFailure.portInUse.words, "\(error as Any)")
  }
}
