import Devnet
import DevnetServer
import Primitives
import StrictJSON
import Testing
import WireSupport

@Suite("Broken and hostile clients", .timeLimit(.minutes(20)))
struct HostileTests {
  let server: DevnetServer
  let chain: Devnet

  init() async throws {
    chain = try await Devnet.start()
    server = try await chain.listen(port: 0)
  }

  private let chainID = Conversation.call("eth_chainId")

  /// Others are still answered.
  private func isWell(_ server: DevnetServer) async throws -> Bool {
    var client = try Conversation(server.port)
    return try await client.post(chainID)?.json?["result"] == "0x7a69"
  }

  @Test("what is no HTTP is refused, and the connection ends")
  func noHTTP() async throws {
    let cases: [(String, String)] = [
      ("no method", "nonsense\r\n\r\n"), ("bytes", "\u{0}\u{1}\u{2}\r\n\r\n"), ("TLS", "\u{16}\u{3}\u{1}\u{2}\r\n"),
      ("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), ("no version", "POST /\r\n\r\n"),
      ("wrong length", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n"),
      ("negative length", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n"),
      ("two lengths", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"),
      ("length and chunks", "POST / HTTP/1.1\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
      ("length beyond all", "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n"),
      ("chunk of no size", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n"),
      ("header with a space", "POST / HTTP/1.1\r\nHost : localhost\r\n\r\n"),
      ("long header", "POST / HTTP/1.1\r\nX: " + String(repeating: "a", count: 1 << 20) + "\r\n\r\n"),
      ("many headers", "POST / HTTP/1.1\r\n" + String(repeating: "a: b\r\n", count: 100_000) + "\r\n"),
      ("long path", "POST /" + String(repeating: "a", count: 1 << 20) + " HTTP/1.1\r\n\r\n"),
    ]
    for (name, text) in cases {
      var client = try Conversation(server.port)
      await client.wire.send(text)
      client.wire.finish()
      let reply = try await client.reply()
      #expect(reply == nil || (400..<500).contains(reply?.status ?? 0), "\(name): \(reply?.head ?? "")")
      #expect(try await client.wire.rest() == [], "\(name)")
      #expect(try await isWell(server), "\(name)")
    }
    await server.stop()
  }

  @Test("who leaves in the middle does no harm")
  func leavers() async throws {
    let request = Conversation.request(chainID)
    for count in stride(from: 0, to: request.utf8.count, by: 7) {
      let wire = try Wire(server.port)
      await wire.send(Array(request.utf8.prefix(count)))
      if count % 2 == 0 { wire.finish() }
    }
    for opened in 0..<20 {
      let client = try await WebSocketClient(server.port)
      await client.conversation.wire.send(
        Array(WebSocketClient.frame(1, Array(chainID.utf8)).prefix(opened * 3)))
    }
    #expect(try await isWell(server))
    await server.stop()
  }

  @Test("who says that it sends no more still gets its answers")
  func halfOpen() async throws {
    var client = try Conversation(server.port)
    await client.wire.send(Conversation.request(chainID) + Conversation.request(chainID))
    client.wire.finish()
    for _ in 0..<2 { #expect(try await client.reply()?.json?["result"] == "0x7a69") }
    #expect(try await client.wire.rest() == [])
    await server.stop()
  }

  @Test("a body longer than allowed is told so, with its length told or not, and the connection goes on")
  func longBodies() async throws {
    var options = DevnetServer.Options()
    options.mostBytes = 1000
    let small = try await chain.listen(port: 0, options: options)
    var client = try Conversation(small.port)
    let long = chainID + String(repeating: " ", count: 1000)
    let reply = try await client.post(long)
    #expect(reply?.status == 413 && reply?.json?["error"]?["code"]?.int == -32600)
    let chunks = Array(repeating: "64\r\n" + String(repeating: " ", count: 100) + "\r\n", count: 20).joined()
    await client.wire.send("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)0\r\n\r\n")
    #expect(try await client.reply()?.status == 413)
    #expect(try await client.post(chainID)?.json?["result"] == "0x7a69")
    // Who asks before sending is told before sending.
    await client.wire.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\nExpect: 100-continue\r\n\r\n")
    #expect(try await client.reply()?.status == 413)
    var polite = try Conversation(small.port)
    let head =
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(chainID.utf8.count)\r\nExpect: 100-continue\r\n\r\n"
    await polite.wire.send(head)
    #expect(try await polite.reply()?.status == 100)
    await polite.wire.send(chainID)
    #expect(try await polite.reply()?.json?["result"] == "0x7a69")
    await small.stop()
    await server.stop()
  }

  @Test("nested, huge and endless messages get an error of JSON-RPC")
  func messages() async throws {
    var client = try Conversation(server.port)
    func code(_ body: String) async throws -> Int? { try await client.post(body)?.json?["error"]?["code"]?.int }
    #expect(try await code(String(repeating: "[", count: 1 << 20)) == -32700)
    #expect(try await code(String(repeating: "{\"a\":", count: 1 << 16)) == -32700)
    #expect(try await code("[" + Array(repeating: chainID, count: 10_000).joined(separator: ",") + "]") == -32600)
    #expect(try await code("[" + Array(repeating: "[]", count: 1 << 18).joined(separator: ",") + "]") == -32600)
    #expect(try await code("\"" + String(repeating: "a", count: 1 << 22) + "\"") == -32600)
    await client.wire.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n")
    await client.wire.send([0x22, 0xff, 0xfe, 0x22])
    #expect(try await client.reply()?.json?["error"]?["code"]?.int == -32700)
    #expect(try await isWell(server))
    await server.stop()
  }

  @Test("for one connection more than allowed the one that has been idle longest is closed")
  func manyConnections() async throws {
    var options = DevnetServer.Options()
    options.mostConnections = 2
    // On a busy machine the second may take long, and the first is silent meanwhile.
    options.firstRequestTime = .seconds(3600)
    let small = try await chain.listen(port: 0, options: options)
    var (first, second) = (try Conversation(small.port), try Conversation(small.port))
    for _ in 0..<2 {
      #expect(try await second.post(chainID)?.status == 200)
      // Its answer is there before it counts as idle.
      try await Task.sleep(for: .milliseconds(500))
      #expect(try await first.post(chainID)?.status == 200)
    }
    var third = try Conversation(small.port)
    #expect(try await third.post(chainID)?.status == 200)
    #expect(try await second.wire.rest() == [])
    #expect(try await first.post(chainID)?.status == 200)
    await small.stop()
    await server.stop()
  }

  @Test("connections without a word lock nobody out")
  func silentConnections() async throws {
    var options = DevnetServer.Options()
    options.mostConnections = 8
    let small = try await chain.listen(port: 0, options: options)
    let silent = try (0..<64).map { _ in try Wire(small.port) }
    for _ in 0..<3 {
      var client = try Conversation(small.port)
      #expect(try await client.post(chainID)?.json?["result"] == "0x7a69")
    }
    #expect(try await silent[0].rest() == [])
    await small.stop()
    await server.stop()
  }

  @Test("nobody makes room for more while all speak WebSocket: they wait until one ends")
  func waiting() async throws {
    var options = DevnetServer.Options()
    options.mostConnections = 1
    let small = try await chain.listen(port: 0, options: options)
    var sockets = [try await WebSocketClient(small.port), try await WebSocketClient(small.port)]
    var third = try Conversation(small.port)
    await third.wire.send(Conversation.request(chainID))
    sockets.removeLast()
    #expect(try await third.reply()?.status == 200)
    #expect(sockets.count == 1)
    await small.stop()
    await server.stop()
  }

  @Test("a connection whose first request does not come in time is closed, byte by byte or silent")
  func firstRequest() async throws {
    var options = DevnetServer.Options()
    options.firstRequestTime = .seconds(1)
    let hasty = try await chain.listen(port: 0, options: options)
    // On a busy machine the time can be over before the request is there.
    var patient = try Conversation(hasty.port)
    for _ in 0..<20 where try await patient.post(chainID) == nil { patient = try Conversation(hasty.port) }
    let (silent, dripping) = (try Wire(hasty.port), try Wire(hasty.port))
    await dripping.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n")
    while await dripping.send(" ") { try await Task.sleep(for: .milliseconds(20)) }
    #expect(try await silent.rest() == [])
    #expect(try await patient.post(chainID)?.status == 200)
    await hasty.stop()
    await server.stop()
  }

  @Test("stopping in the middle of many connections and requests ends all of them")
  func stoppingUnderLoad() async throws {
    for _ in 0..<10 {
      let busy = try await chain.listen(port: 0)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            // Ends when the server does; what it is told until then doesn't matter.
            while var client = try? Conversation(busy.port) {
              for _ in 0..<5 where (try? await client.post(chainID)) == nil { return }
            }
          }
        }
        group.addTask { await busy.stop() }
      }
      #expect(try await Wire.isClosed(busy.port))
    }
    await server.stop()
  }

  @Test("a client that reads no answer is closed, and others are answered meanwhile")
  func noReader() async throws {
    var options = DevnetServer.Options()
    options.idleTime = .seconds(1)
    let hasty = try await chain.listen(port: 0, options: options)
    let deaf = try Wire(hasty.port)
    let request = Conversation.request("[" + Array(repeating: chainID, count: 1000).joined(separator: ",") + "]")
    // It sends until the server takes no more, and is cut off then.
    while await deaf.send(request) {}
    #expect(await deaf.isCut())
    #expect(try await isWell(server))
    await hasty.stop()
    await server.stop()
  }

  @Test("an answer that takes longer than the idle time is waited for")
  func slowAnswer() async throws {
    var options = DevnetServer.Options()
    options.idleTime = .milliseconds(500)
    let hasty = try await chain.listen(port: 0, options: options)
    // JUMPDEST, PUSH0, JUMP: each call runs until its fifty million units of gas are used.
    let endless = "0x00000000000000000000000000000000000000bb"
    try await chain.setCode([0x5b, 0x5f, 0x56], of: Address(endless))
    let call = #"{"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"\#(endless)"}]}"#
    let request = "[" + Array(repeating: call, count: 12).joined(separator: ",") + "]"
    var answers: JSON?
    // On a busy machine the time can be over before the request is there.
    for _ in 0..<5 where answers == nil {
      var client = try Conversation(hasty.port)
      answers = try await client.post(request)?.json
    }
    #expect(answers?.array?.count == 12)
    #expect(answers?[11]?["error"]?["message"] == "out of gas")
    await hasty.stop()
    await server.stop()
  }
}
