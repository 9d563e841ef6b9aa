import NodeDoubles
import NodeRPC
import StrictJSON
import Testing

@Suite("Faults of a node, told apart")
struct FaultTests {
  /// One reply or act, once, without retries.
  private func fault(
    _ acts: HostileServer.Act..., change: (inout NodeClient.Options) -> Void = { _ in }
  ) async throws -> NodeError {
    let server = try HostileServer { _ in acts }
    defer { server.stop() }
    let client = try client(server) {
      $0.retries = 0
      change(&$0)
    }
    let error = try await failure { try await client.blockNumber() }
    #expect(error.method == "eth_blockNumber")
    #expect(error.endpoint == server.url)
    let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 4 && lines.allSatisfy { !$0.isEmpty })
    #expect(lines[0].hasPrefix("eth_blockNumber failed: "))
    #expect(error.description.contains("Call: eth_blockNumber at \(server.url)"))
    return error
  }

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

  @Test("a web page")
  func webPage() async throws {
    let error = try await fault(
      .reply(
        "<!DOCTYPE html>\n<html><head><TITLE lang=en>\n Sign\u{1b}[31m in\n to  the\u{202e} Wi-Fi </TITLE></head></html>",
        type: "text/html"))
    #expect(error.code == .notJSON && error.kind == .webPage)
    #expect(error.description.contains(#"a web page with the title "Sign\u{1b}[31m in to the\u{202e} Wi-Fi""#))
    #expect(!error.description.contains("\u{1b}"))
  }

  @Test("a web page without a title")
  func webPageUntitled() async throws {
    let error = try await fault(.reply("<html><title></title>", type: "application/json"))
    #expect(error.code == .notJSON && error.kind == .webPage)
  }

  @Test("plain text")
  func plainText() async throws {
    let error = try await fault(.reply("Only POST\r\nis\tallowed", type: "text/plain"))
    #expect(error.code == .notJSON && error.kind == nil)
    #expect(error.description.contains(#"It begins with "Only POST is allowed"."#))
  }

  @Test("an empty answer", arguments: ["", " \r\n "])
  func empty(body: String) async throws {
    let error = try await fault(.reply(body))
    #expect(error.code == .notJSON && error.kind == .empty)
  }

  @Test("no content")
  func noContent() async throws {
    let error = try await fault(.send(Array(HTTPText.head(status: 204, headers: []).utf8)))
    #expect(error.code == .notJSON && error.kind == .empty)
    #expect(error.httpStatus == 204)
  }

  @Test("text that is not UTF-8")
  func badUTF8() async throws {
    let body = Array(#"{"jsonrpc":"2.0","id":1,"result":""#.utf8) + [0xff, 0xfe] + Array("\"}".utf8)
    let error = try await fault(.send(HTTPText.reply(body)))
    #expect(error.code == .badReply && error.kind == .badUTF8)
  }

  @Test(
    "JSON that is no answer to the question",
    arguments: [
      (#"{"jsonrpc":"2.0","id":2,"result":"0x1"}"#, NodeErrors.Kind.wrongID),
      (#"{"jsonrpc":"2.0","id":"1","result":"0x1"}"#, .wrongID),
      (#"{"jsonrpc":"2.0","id":null,"result":"0x1"}"#, .wrongID),
      (#"{"jsonrpc":"2.0","result":"0x1"}"#, .wrongID),
      (#"{"jsonrpc":"2.0","id":1.0,"result":"0x1"}"#, .wrongID),
      (#"{"jsonrpc":"2.0","id":1}"#, .missingResult),
      (#"{"jsonrpc":"2.0","id":1,"error":null}"#, .missingResult),
      (#"{"jsonrpc":"2.0","id":1,"result":"0x1","error":{"code":1,"message":"x"}}"#, .resultAndError),
      (#"{"jsonrpc":"1.0","id":1,"result":"0x1"}"#, .malformed),
      (#"[{"jsonrpc":"2.0","id":1,"result":"0x1"}]"#, .malformed),
      (#"{"jsonrpc":"2.0","id":1,"result":"0x1","result":"0x2"}"#, .malformed),
      (#"{"jsonrpc":"2.0","id":1,"result":"0x1"} trailing"#, .malformed),
      (#"{"jsonrpc":"2.0","id":1,"result":"0x1",}"#, .malformed),
      (#"{"jsonrpc":"2.0","id":1,"result":[[[["#, .truncated),
      (#"{"jsonrpc":"2.0","id":1,"result":null}"#, .badField),
      (#"{"jsonrpc":"2.0","id":1,"result":"latest"}"#, .badField),
      (#"{"jsonrpc":"2.0","id":1,"result":"0x01"}"#, .badField),
      (#"{"jsonrpc":"2.0","id":1,"result":-1}"#, .badField),
      (#"{"jsonrpc":"2.0","id":1,"result":1.5}"#, .badField),
      (#"{"jsonrpc":"2.0","id":1,"result":1e3}"#, .badField),
      (#"{"jsonrpc":"2.0","id":1,"result":"0x10000000000000000"}"#, .badField),
      (#"{"jsonrpc":"2.0","id":1,"result":{"a":1}}"#, .badField),
    ])
  func badReply(body: String, reason: NodeErrors.Kind) async throws {
    let error = try await fault(.reply(body))
    #expect(error.code == .badReply)
    #expect(error.kind == reason)
    if reason == .badField { #expect(error.field == "result") }
  }

  @Test("a bare string or number is no message", arguments: ["\"0x1\"", "7", "true", "null"])
  func scalar(body: String) async throws {
    let error = try await fault(.reply(body))
    #expect(error.code == .badReply && error.kind == .malformed)
  }

  @Test("answers of JSON-RPC 1.0 and whole numbers are taken")
  func lenient() async throws {
    for body in [
      #"{"id":1,"result":"0x2a","error":null}"#, #"{"jsonrpc":"2.0","id":1,"result":42}"#,
      " \n{\"result\":\"0x2a\",\"extra\":[1],\"id\":1}\n",
    ] {
      let server = try HostileServer { _ in [.reply(body)] }
      defer { server.stop() }
      #expect(try await client(server).blockNumber() == 42)
    }
  }

  @Test("nesting beyond measure")
  func deep() async throws {
    let error = try await fault(
      .reply(
        #"{"jsonrpc":"2.0","id":1,"result":"# + String(repeating: "[", count: 200_000)
          + String(repeating: "]", count: 200_000) + "}"))
    #expect(error.code == .badReply && error.kind == .malformed)
  }

  @Test("too large by its own word")
  func tooLargeAnnounced() async throws {
    let error = try await fault(.send(Array(HTTPText.head(headers: ["Content-Length: 99999999999"]).utf8)), .hang)
    #expect(error.code == .tooLarge)
  }

  @Test("too large without end")
  func tooLargeEndless() async throws {
    let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0x20, count: 65_536) + Array("\r\n".utf8)
    let error = try await fault(
      .send(Array(HTTPText.head(headers: ["Transfer-Encoding: chunked"]).utf8)),
      .send(Array(repeating: chunk, count: 64).flatMap { $0 }),
      .hang
    ) { $0.maximumResponseBytes = 1 << 20 }
    #expect(error.code == .tooLarge)
    #expect(error.description.contains("more than 1048576 bytes"))
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

  @Test("a JSON-RPC error, also with HTTP status 500 or 400", arguments: [200, 400, 500])
  func rpcError(status: Int) async throws {
    let error = try await fault(
      .error(#"{"code":-32000,"message":"nonce\u001b[2J too\nlow","data":{"a":[1]}}"#, status: status))
    #expect(error.code == .rpc)
    #expect(error.rpcCode == -32000)
    #expect(error.rpcMessage == #"nonce\u{1b}[2J too\nlow"#)
    #expect(error.rpcData == ["a": [1]])
    #expect(error.httpStatus == (status == 200 ? nil : status))
    #expect(error.description.contains(#"The node says: nonce\u{1b}[2J too\nlow (code -32000)"#))
  }

  @Test("an error without an id, and errors of odd shapes")
  func oddErrors() async throws {
    let unreadable = try await fault(
      .reply(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error"}}"#))
    #expect(unreadable.code == .rpc && unreadable.rpcCode == -32700)
    let text = try await fault(.error(#""project id required""#))
    #expect(text.code == .rpc && text.rpcMessage == "project id required")
    let bare = try await fault(.error("{}"))
    #expect(bare.code == .rpc && bare.rpcMessage == "{}")
    let huge = try await fault(
      .error("{\"code\":99999999999999999999999,\"message\":\"\(String(repeating: "x", count: 100_000))\"}"))
    #expect(huge.code == .rpc && huge.rpcCode == nil)
    #expect(huge.description.utf8.count < 1_000)
  }

  @Test("an answer that is longer than it says is cut there")
  func excess() async throws {
    let server = try HostileServer { _ in
      [
        .send(
          Array(
            (HTTPText.head(headers: ["Content-Length: 38"]) + #"{"jsonrpc":"2.0","id":1,"result":"0x1"}GARBAGE"#).utf8))
      ]
    }
    defer { server.stop() }
    let client = try client(server)
    // 38 bytes lack the closing brace; what follows must not leak into the next answer.
    #expect(try await failure { try await client.blockNumber() }.kind == .truncated)
    #expect(try await failure { try await client.blockNumber() }.kind == .truncated)
  }
}
