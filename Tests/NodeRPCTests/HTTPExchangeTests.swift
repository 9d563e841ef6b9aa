import NodeDoubles
import NodeRPC
import StrictJSON
import Testing

@Suite("A POST to an address that speaks no JSON-RPC")
struct HTTPExchangeTests {
  private let exchange = HTTPExchange(of: "relay", timeout: .seconds(60), mostBytes: 1 << 16)

  private func post(_ server: HostileServer, path: String = "/v0/order") async throws -> HTTPExchange.Answer {
    try await exchange.post(Array(#"{"a":1}"#.utf8), to: Endpoint(server.url + path), headers: ["X-Name: value"])
  }

  @Test("brings its JSON and headers once, and gives back status, body and all headers")
  func good() async throws {
    let server = try HostileServer { _ in [.reply("", status: 201, headers: ["X-Book-Sequence: 7"])] }
    defer { server.stop() }
    let answer = try await post(server)
    #expect(answer.status == 201 && answer.body.isEmpty && answer.headers["x-book-sequence"] == "7")
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1 && request.method == "POST" && request.path == "/v0/order")
    #expect(request.headers["content-type"] == "application/json" && request.headers["x-name"] == "value")
    #expect(request.text == #"{"a":1}"#)
  }

  @Test(
    "is never sent twice by itself, however the connection ends",
    arguments: [[HostileServer.Act.close], [.reset], [.send(Array("HTTP/1.1 201 Created\r\n".utf8)), .reset]])
  func once(acts: [HostileServer.Act]) async throws {
    let server = try HostileServer(inTurn: [[.reply("{}")], acts])
    defer { server.stop() }
    // The second would find an open connection, which is dead when its answer is due.
    _ = try await exchange.get(Endpoint(server.url), headers: [])
    let error = try await failure { try await post(server) }
    #expect(error.leavesOutcomeOpen, "\(error)")
    #expect(server.requests.map(\.method) == ["GET", "POST"])
  }

  @Test("follows no redirect: the status is the answer")
  func redirect() async throws {
    let server = try HostileServer { _ in [.reply("", status: 307, headers: ["Location: /elsewhere"])] }
    defer { server.stop() }
    let answer = try await post(server)
    #expect(answer.status == 307 && answer.location == "/elsewhere" && server.requests.count == 1)
  }

  @Test("is not made without TLS, but to this machine; then nothing was sent")
  func secure() async throws {
    let error = try await failure { try await exchange.post([], to: Endpoint("http://relay.example/v0/order")) }
    #expect(error.code == .unsupportedScheme && !error.leavesOutcomeOpen)
  }

  @Test("leaves nothing open where nobody listens")
  func nobody() async throws {
    let error = try await failure { try await exchange.post([], to: Endpoint(HostileServer.nobody())) }
    #expect(error.code == .unreachable && !error.leavesOutcomeOpen)
  }
}
