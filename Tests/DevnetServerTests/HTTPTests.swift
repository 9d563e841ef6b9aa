import Devnet
import DevnetServer
import StrictJSON
import Testing
import WireSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("JSON-RPC over HTTP", .timeLimit(.minutes(20)))
struct HTTPTests {
  let server: DevnetServer
  let chain: Devnet

  init() async throws {
    chain = try await Devnet.start()
    server = try await chain.listen(port: 0)
  }

  private let chainID = Conversation.call("eth_chainId")

  @Test("a request is answered, and many on one connection in their order")
  func keepAlive() async throws {
    #expect(server.url == "http://127.0.0.1:\(server.port)")
    var client = try Conversation(server.port)
    for id in 0..<20 {
      let reply = try #require(try await client.post(Conversation.call("eth_chainId", id: .number("\(id)"))))
      #expect(reply.status == 200 && reply.header("content-type") == "application/json")
      #expect(reply.json == ["jsonrpc": "2.0", "id": .number("\(id)"), "result": "0x7a69"])
    }
    await server.stop()
  }

  @Test("requests sent without waiting for answers are answered in their order")
  func pipelined() async throws {
    var client = try Conversation(server.port)
    let requests = (0..<50).map { Conversation.request(Conversation.call("net_version", id: .number("\($0)"))) }
    await client.wire.send(requests.joined())
    for id in 0..<50 { #expect(try await client.reply()?.json?["id"]?.int == id) }
    await server.stop()
  }

  @Test("a connection is closed or kept as the request says, in capitals, among other words, or by HTTP/1.0")
  func connectionWords() async throws {
    func request(_ version: String, _ words: String?) -> String {
      "POST / HTTP/\(version)\r\nHost: 127.0.0.1\r\n" + (words.map { "Connection: \($0)\r\n" } ?? "")
        + "Content-Length: \(chainID.utf8.count)\r\n\r\n\(chainID)"
    }
    for (version, words) in [
      ("1.1", "close"), ("1.1", "Close"), ("1.1", "foo, CLOSE"), ("1.1", "keep-alive,close"), ("1.0", nil),
      ("1.0", "foo"), ("1.0", "close"),
    ] {
      var client = try Conversation(server.port)
      await client.wire.send(request(version, words))
      let reply = try await client.reply()
      #expect(reply?.status == 200 && reply?.header("connection") == "close", "\(version) \(words ?? "")")
      #expect(try await client.wire.rest() == [], "\(version) \(words ?? "")")
    }
    for (version, words, answer) in [
      ("1.1", nil, nil), ("1.1", "keep-alive", nil), ("1.1", "foo", nil), ("1.0", "Keep-Alive", "keep-alive"),
      ("1.0", "foo, keep-alive", "keep-alive"),
    ] as [(String, String?, String?)] {
      var client = try Conversation(server.port)
      for _ in 0..<2 {
        await client.wire.send(request(version, words))
        let reply = try await client.reply()
        #expect(reply?.status == 200 && reply?.header("connection") == answer, "\(version) \(words ?? "")")
      }
    }
    await server.stop()
  }

  @Test("a batch, a notification and what is no JSON get the answers of JSON-RPC")
  func messages() async throws {
    var client = try Conversation(server.port)
    let batch = try await client.post("[\(chainID),\(chainID),7]")
    #expect(batch?.json?.array?.count == 3 && batch?.json?[2]?["error"]?["code"]?.int == -32600)
    let notification = try await client.post(#"{"jsonrpc":"2.0","method":"eth_chainId"}"#)
    #expect(notification?.status == 200 && notification?.body == [])
    for broken in ["", "{", "{\"a\":1,\"a\":2}", "nonsense", "\u{0}", String(repeating: "[", count: 100_000)] {
      let reply = try await client.post(broken)
      #expect(reply?.status == 200)
      #expect(reply?.json?["error"]?["code"]?.int == -32700)
      #expect(reply?.json?["id"] == .null)
    }
    #expect(try await client.post(chainID)?.json?["result"] == "0x7a69")
    await server.stop()
  }

  @Test("a port in use is told, and stopping frees it and ends the connections")
  func stopping() async throws {
    var client = try Conversation(server.port)
    #expect(try await client.post(chainID)?.status == 200)
    let error = await #expect(throws: DevnetServerError.self) { try await chain.listen(port: server.port) }
    #expect(error?.code == .portInUse)
    for words in ["\(server.port)", "Another program"] { #expect(error?.description.contains(words) == true) }
    let silent = try Wire(server.port)
    await server.stop()
    #expect(try await silent.rest() == [])
    #expect(try await client.reply() == nil)
    #expect(try await Wire.isClosed(server.port))
    let again = try await chain.listen(port: server.port)
    var other = try Conversation(again.port)
    #expect(try await other.post(chainID)?.json?["result"] == "0x7a69")
    await again.stop()
  }

  @Test("an address that this machine doesn't have is told")
  func unknownAddress() async throws {
    let error = await #expect(throws: DevnetServerError.self) { try await chain.listen(host: "192.0.2.1", port: 0) }
    #expect(error?.code == .unknownHost)
    await server.stop()
  }

  @Test("pages of other sites are turned away, and those of this machine get the CORS headers")
  func access() async throws {
    var client = try Conversation(server.port)
    for header in [
      "Host: localhost:8545", "Host: devnet.localhost", "Host: [::1]:8545", "Host: 192.168.1.5", "Host: LOCALHOST",
    ] {
      #expect(try await client.post(chainID, headers: [header])?.status == 200, "\(header)")
    }
    for header in [
      "Host: example.org", "Host: 127.0.0.1.example.org", "Host: localhost.example.org:8545", "Host: a:b:c",
    ] {
      #expect(try await client.post(chainID, headers: [header])?.status == 403, "\(header)")
    }
    for origin in [
      "http://localhost:3000", "https://127.0.0.1", "http://[::1]:80", "http://app.localhost", "moz-extension://abc",
      "http://127.0.0.1:5173",
    ] {
      let reply = try await client.post(chainID, headers: ["Origin: \(origin)"])
      #expect(reply?.status == 200 && reply?.header("access-control-allow-origin") == origin, "\(origin)")
    }
    for origin in [
      "https://example.org", "null", "http://localhost.example.org", "http://127.0.0.1.example.org", "file://", "x",
      "http://192.168.1.5",
    ] {
      let reply = try await client.post(chainID, headers: ["Origin: \(origin)"])
      #expect(reply?.status == 403 && reply?.header("access-control-allow-origin") == nil, "\(origin)")
    }
    #expect(
      try await client.post(chainID, headers: ["Host: 192.168.1.5:8545", "Origin: http://192.168.1.5:3000"])?.status
        == 200)
    await client.wire.send(
      Conversation.request(
        "", method: "OPTIONS",
        headers: ["Origin: http://localhost:3000", "Access-Control-Request-Private-Network: true"]))
    let preflight = try await client.reply()
    #expect(preflight?.status == 204 && preflight?.header("access-control-allow-headers") == "*")
    #expect(preflight?.header("access-control-allow-private-network") == "true")
    await server.stop()
  }

  @Test("a host or an origin that hides another behind a user's name, or comes twice, is turned away")
  func disguised() async throws {
    for host in [
      "localhost:80@evil.com", "localhost@evil.com", "localhost/evil.com", "localhost:x", "localhost:123456",
      "[::1]evil", "[::1", "[localhost]", "localhost evil", "localhost%00.evil.com", "localhost\\evil",
      "localhost#evil", ":80", "127.0.0.1,evil.com",
    ] {
      var client = try Conversation(server.port)
      #expect(try await client.post(chainID, headers: ["Host: \(host)"])?.status == 403, "\(host)")
      var page = try Conversation(server.port)
      let reply = try await page.post(chainID, headers: ["Origin: http://\(host)"])
      #expect(reply?.status == 403 && reply?.header("access-control-allow-origin") == nil, "\(host)")
    }
    for headers in [
      ["Host: localhost", "Host: evil.com"], ["Host: evil.com", "Host: localhost"],
      ["Host: localhost", "Host: localhost"], ["Origin: http://localhost", "Origin: https://evil.com"],
      ["Origin: https://evil.com", "Origin: http://localhost"],
    ] {
      var client = try Conversation(server.port)
      let reply = try await client.post(chainID, headers: headers)
      #expect(reply?.status == 400 && reply?.header("access-control-allow-origin") == nil, "\(headers)")
      var socket = try Conversation(server.port)
      let upgrade = [
        "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: \(key)",
      ]
      await socket.wire.send(Conversation.request("", method: "GET", headers: headers + upgrade))
      #expect(try await socket.reply()?.status == 400, "\(headers)")
    }
    await server.stop()
  }

  private let key = "dGhlIHNhbXBsZSBub25jZQ=="

  @Test("one that listens for other machines may be addressed by the machine's name, and a refusal says what to do")
  func machineName() async throws {
    let name = try #require(Self.machineName)
    let open = try await chain.listen(host: "0.0.0.0", port: 0)
    var client = try Conversation(open.port)
    #expect(try await client.post(chainID, headers: ["Host: \(name):\(open.port)"])?.status == 200)
    var closed = try Conversation(server.port)
    let host = try await closed.post(chainID, headers: ["Host: devnet.example.org"])
    #expect(host.map { String(decoding: $0.body, as: UTF8.self) }?.hasSuffix("so that it allows the name.\n") == true)
    let page = try await closed.post(chainID, headers: ["Origin: https://example.org"])
    #expect(page.map { String(decoding: $0.body, as: UTF8.self) }?.hasSuffix("so that it allows the page.\n") == true)
    await open.stop()
    await server.stop()
  }

  private static var machineName: String? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, 255) == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  @Test("a refusal names the command that would allow it, where whoever runs the server gave one")
  func advice() async throws {
    var options = DevnetServer.Options()
    options.hostAdvice = "devnet --host NAME"
    options.originAdvice = "devnet --page URL"
    let other = try await chain.listen(port: 0, options: options)
    for (header, ending) in [
      ("Host: devnet.example.org", "so that it allows the name: devnet --host NAME\n"),
      ("Origin: https://example.org", "so that it allows the page: devnet --page URL\n"),
    ] {
      var client = try Conversation(other.port)
      let answer = try await client.post(chainID, headers: [header])
      #expect(answer.map { String(decoding: $0.body, as: UTF8.self) }?.hasSuffix(ending) == true, "\(header)")
    }
    await other.stop()
    await server.stop()
  }

  @Test("names and origins that are allowed by hand are answered")
  func allowed() async throws {
    var options = DevnetServer.Options()
    options.hosts = ["chain.example.org"]
    options.origins = ["https://app.example.org", "null"]
    let other = try await chain.listen(port: 0, options: options)
    var client = try Conversation(other.port)
    for headers in [
      ["Host: chain.example.org"], ["Origin: https://app.example.org"], ["Origin: null"],
    ] { #expect(try await client.post(chainID, headers: headers)?.status == 200) }
    for headers in [["Host: example.org"], ["Origin: https://example.org"]] {
      #expect(try await client.post(chainID, headers: headers)?.status == 403)
    }
    await other.stop()
    await server.stop()
  }

  @Test("who comes by another method or path is told how to ask")
  func otherMethods() async throws {
    var client = try Conversation(server.port)
    await client.wire.send(Conversation.request("", method: "GET"))
    let help = try await client.reply()
    #expect(help?.status == 200 && help?.body.isEmpty == false)
    await client.wire.send(Conversation.request("", method: "DELETE"))
    #expect(try await client.reply()?.status == 405)
    await client.wire.send("GET /elsewhere HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(try await client.reply()?.status == 404)
    await client.wire.send("POST /?key=1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(chainID.utf8.count)\r\n\r\n")
    await client.wire.send(chainID)
    #expect(try await client.reply()?.status == 200)
    await server.stop()
  }
}
