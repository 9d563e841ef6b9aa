import NodeDoubles
import NodeRPC
import Testing

@Suite("Faults of a node, told apart")
struct FaultTests {
  @Test("a good answer")
  func good() async throws {
    let server = try HostileServer { _ in [.result("\"0x10\"")] }
    defer { server.stop() }
    #expect(try await client(server).blockNumber() == 16)
    let request = try #require(server.requests.first)
    #expect(request.method == "POST" && request.path == "/")
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["expect"] == nil)
    #expect(request.text == #"{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}"#)
  }

  @Test("nothing listens")
  func refused() async throws {
    let client = try NodeClient(HostileServer.nobody(), options: .quick)
    let error = try await failure { try await client.blockNumber() }
    #expect(error.code == .unreachable && error.kind == .refused)
    #expect(error.attempts == 4)
    #expect(error.description.contains("refused the connection"))
    #expect(error.description.contains("Does the node run"))
  }

  @Test("a name without an address")
  func nameNotFound() async throws {
    let client = try NodeClient("http://no-such-host.invalid", options: .quick.with { $0.retries = 0 })
    let error = try await failure { try await client.blockNumber() }
    #expect(error.code == .unreachable || error.code == .timeout)
    if error.code == .unreachable { #expect(error.kind == .nameNotFound) }
  }

  @Test("a node that hangs")
  func hangs() async throws {
    let error = try await fault(.hang) { $0.requestTimeout = .seconds(6) }
    #expect(error.code == .timeout && error.kind == nil)
    #expect(error.description.contains("No whole answer came within 6 s."))
  }

  @Test("an answer that drips")
  func drips() async throws {
    var acts: [HostileServer.Act] = [.send(Array(HTTPText.head(headers: ["Content-Length: 1000"]).utf8))]
    for _ in 0..<100 { acts += [.send([0x20]), .pause(milliseconds: 20)] }
    let dripping = acts
    let server = try HostileServer { _ in dripping }
    defer { server.stop() }
    let client = try client(server) {
      $0.retries = 0
      $0.requestTimeout = .milliseconds(150)
    }
    #expect(try await failure { try await client.blockNumber() }.code == .timeout)
  }

  @Test("a slow answer that is whole in time")
  func slow() async throws {
    let text = HTTPText.reply(#"{"jsonrpc":"2.0","id":1,"result":"0x7"}"#.utf8)
    let acts = text.flatMap { [HostileServer.Act.send([$0]), .pause(milliseconds: 1)] }
    let server = try HostileServer { _ in acts }
    defer { server.stop() }
    #expect(try await client(server).blockNumber() == 7)
  }

  @Test("closed without an answer")
  func closed() async throws {
    let error = try await fault(.close)
    #expect(error.code == .unreachable && error.kind == .cutShort)
  }

  @Test("reset without an answer")
  func reset() async throws {
    let error = try await fault(.reset)
    #expect(error.code == .unreachable && error.kind == .cutShort)
  }

  @Test("cut in the headers")
  func cutInHeaders() async throws {
    let error = try await fault(.send(Array("HTTP/1.1 200 OK\r\nContent-Le".utf8)), .close)
    #expect(error.code == .unreachable || error.code == .notJSON)
  }

  @Test("cut in the body")
  func cutInBody() async throws {
    let error = try await fault(
      .send(Array((HTTPText.head(headers: ["Content-Length: 100"]) + #"{"jsonrpc":"2.0","#).utf8)), .close)
    #expect(error.code == .unreachable && error.kind == .cutShort)
  }

  @Test("cut in a body of unknown length")
  func truncated() async throws {
    let error = try await fault(
      .send(Array((HTTPText.head(headers: ["Connection: close"]) + #"{"jsonrpc":"2.0","id":1,"result":"0x"#).utf8)),
      .close)
    #expect(error.code == .badReply && error.kind == .truncated)
    #expect(error.description.contains("ends in the middle of its JSON"))
  }

  @Test("not HTTP at all")
  func notHTTP() async throws {
    let error = try await fault(.send(Array("SSH-2.0-OpenSSH_9.2p1\r\n".utf8)), .close)
    #expect(error.code == .unreachable && error.kind == .notHTTP)
  }

  @Test("TLS where there is none")
  func tls() async throws {
    let server = try HostileServer(greeting: Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)) { _ in [] }
    defer { server.stop() }
    let client = try NodeClient("https://127.0.0.1:\(server.port)", options: .quick)
    let error = try await failure { try await client.blockNumber() }
    #expect(error.code == .tls)
    #expect(error.attempts == 1)
    #expect(error.description.contains("no secure connection"))
  }

  @Test("headers without end")
  func endlessHeaders() async throws {
    let line = Array("X-Filler: \(String(repeating: "x", count: 8_000))\r\n".utf8)
    let error = try await fault(
      .send(Array("HTTP/1.1 200 OK\r\n".utf8)), .send(Array(repeating: line, count: 2_000).flatMap { $0 }), .hang)
    #expect([.unreachable, .tooLarge, .timeout].contains(error.code))
  }

  @Test("headers of 300 kB, in one line or in many, are called by their name", arguments: [1, 40])
  func largeHeaders(lines: Int) async throws {
    let line = "X-Filler: \(String(repeating: "x", count: 300_000 / lines))"
    let body = #"{"jsonrpc":"2.0","id":1,"result":"0x1"}"#
    let error = try await fault(.reply(body, headers: Array(repeating: line, count: lines)))
    #expect(error.code == .unreachable && error.kind == .headersTooLarge)
    #expect(error.description.contains("the headers of the answer are larger than allowed"))
    #expect(error.description.contains("more than 65536 bytes"))
    #expect(!error.description.lowercased().contains("memory"))
  }

  @Test("headers of 50 kB are none, answer after answer")
  func fairHeaders() async throws {
    let lines = (0..<10).map { "X-Filler-\($0): \(String(repeating: "x", count: 5_000))" }
    let server = try HostileServer { _ in [.reply(#"{"jsonrpc":"2.0","id":1,"result":"0x2a"}"#, headers: lines)] }
    defer { server.stop() }
    let client = try client(server)
    for _ in 0..<3 { #expect(try await client.blockNumber() == 42) }
  }

  @Test(
    "HTTP statuses",
    arguments: [301, 302, 307, 400, 401, 403, 404, 405, 410, 413, 500, 501, 502, 503, 504, 520])
  func status(status: Int) async throws {
    let error = try await fault(
      .reply(
        "<html><title>Nope \(status)</title>", status: status, headers: ["Location: http://127.0.0.1:1/"],
        type: "text/html"))
    #expect(error.code == .httpStatus)
    #expect(error.httpStatus == status)
    #expect(error.description.contains("HTTP status \(status)"))
    #expect(error.description.contains("Nope \(status)"))
  }

  @Test("a redirect is not followed")
  func redirect() async throws {
    let other = try HostileServer { _ in [.result("\"0x1\"")] }
    let server = try HostileServer { _ in [.reply("", status: 307, headers: ["Location: \(other.url)/"])] }
    defer { stop(server, other) }
    #expect(try await failure { try await client(server).blockNumber() }.httpStatus == 307)
    #expect(other.requests.isEmpty)
  }

  @Test("too many requests")
  func rateLimited() async throws {
    let error = try await fault(.reply("slow down", status: 429, headers: ["Retry-After: 7"]))
    #expect(error.code == .rateLimited && error.httpStatus == 429 && error.retryAfter == 7)
    #expect(error.description.contains("It asks to wait 7 s."))
  }
}
