import Devnet
import Listening
import Locking
import Primitives
import StrictJSON
import Testing
import WireSupport

@testable import DevnetServer

@Suite("JSON-RPC over WebSocket", .timeLimit(.minutes(20)))
struct WebSocketTests {
  let server: DevnetServer
  let chain: Devnet

  init() async throws {
    chain = try await Devnet.start()
    server = try await chain.listen(port: 0)
  }

  private typealias Client = WebSocketClient

  @Test("the handshake is that of RFC 6455, and requests are answered in their order")
  func requests() async throws {
    var handshake = try Conversation(server.port)
    let reply = try #require(try await handshake.upgrade())
    #expect(reply.status == 101 && reply.header("sec-websocket-accept") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    var client = try await Client(server.port)
    for id in 0..<20 { await client.send(Conversation.call("eth_chainId", id: .number("\(id)"))) }
    for id in 0..<20 {
      #expect(try await client.message() == ["jsonrpc": "2.0", "id": .number("\(id)"), "result": "0x7a69"])
    }
    await client.send("[" + Conversation.call("eth_blockNumber") + ",5]")
    #expect(try await client.message()?.array?.count == 2)
    await client.send("{")
    #expect(try await client.message()?["error"]?["code"]?.int == -32700)
    await server.stop()
    while let frame = try await client.frame() { #expect(frame.opcode == 8) }
  }

  @Test("a message may come in pieces with pings between them, as text or binary, short or long")
  func fragments() async throws {
    var client = try await Client(server.port)
    let bytes = Array(Conversation.call("eth_chainId").utf8)
    for opcode: UInt8 in [1, 2] {
      let wire = client.conversation.wire
      await wire.send(Client.frame(opcode, Array(bytes[..<10]), isLast: false))
      await wire.send(Client.frame(9, [1, 2, 3]))
      await wire.send(Client.frame(0, [], isLast: false))
      await wire.send(Client.frame(10, []))
      await wire.send(Client.frame(0, Array(bytes[10...])))
      let pong = try await client.frame()
      #expect(pong?.opcode == 10 && pong?.payload == [1, 2, 3])
      #expect(try await client.message()?["result"] == "0x7a69")
    }
    for length in [200, 70_000, 1 << 20] {
      await client.send(Conversation.call("eth_chainId") + String(repeating: " ", count: length))
      #expect(try await client.message()?["result"] == "0x7a69")
    }
    await client.conversation.wire.send(Client.frame(8, [0x03, 0xe8]))
    #expect(try await client.frame()?.code == 1000)
    #expect(try await client.frame() == nil)
    await server.stop()
  }

  @Test("subscribers hear of blocks, logs and transactions, until they unsubscribe")
  func subscriptions() async throws {
    var client = try await Client(server.port)
    let heads = try #require(try await client.ask("eth_subscribe", "newHeads")?["result"]?.string)
    let pending = try #require(try await client.ask("eth_subscribe", "newPendingTransactions")?["result"]?.string)
    #expect(heads != pending && heads.hasPrefix("0x"))
    let hash = try await chain.send(DevnetCall(to: chain.accounts[1].address, value: 1))
    // Each subscription speaks for itself: which of two comes first is open.
    var first: [String: JSON] = [:]
    while first.count < 2, let message = try await client.message() {
      #expect(message["method"] == "eth_subscription")
      first[message["params"]?["subscription"]?.string ?? ""] = message["params"]?["result"]
    }
    #expect(first[pending]?.string == hash.hex && first[heads]?["number"] == "0x1")
    #expect(try await client.ask("eth_unsubscribe", .string(pending))?["result"] == true)
    #expect(try await client.ask("eth_unsubscribe", .string(pending))?["error"]?["code"]?.int == -32000)
    try await chain.send(DevnetCall(to: chain.accounts[1].address, value: 1))
    #expect(try await client.message()?["params"]?["subscription"]?.string == heads)
    #expect(try await client.ask("eth_subscribe", "nothing")?["error"]?["code"]?.int == -32601)
    #expect(try await client.ask("eth_subscribe", "logs", ["address": 5])?["error"]?["code"]?.int == -32602)
    #expect(try await client.ask("eth_subscribe", "syncing")?["result"] != nil)
    await client.send(
      "[\(Conversation.call("eth_subscribe", ["newHeads"], id: 1)),\(Conversation.call("eth_blockNumber", id: 2)),[]]")
    let batch = try await client.message()
    #expect(batch?.array?.map { $0["id"] } == [1, 2, .null])
    try await chain.mine()
    let told = [try await client.message(), try await client.message()].map { $0?["params"]?["subscription"]?.string }
    #expect(Set(told) == [heads, batch?[0]?["result"]?.string])
    await server.stop()
  }

  @Test("one connection can't have subscriptions without end")
  func tooManySubscriptions() async throws {
    var client = try await Client(server.port)
    for _ in 0..<256 { #expect(try await client.ask("eth_subscribe", "syncing")?["result"] != nil) }
    #expect(try await client.ask("eth_subscribe", "syncing")?["error"]?["code"]?.int == -32005)
    await server.stop()
  }

  @Test("who doesn't read what it subscribed to is cut off, and the chain goes on")
  func slowReader() async throws {
    var options = DevnetServer.Options()
    // It is read only once all blocks are made.
    options.farewellTime = .seconds(600)
    let server = try await chain.listen(port: 0, options: options)
    var client = try await Client(server.port)
    for _ in 0..<8 { #expect(try await client.ask("eth_subscribe", "newHeads")?["result"] != nil) }
    for _ in 0..<6 { try await chain.mine(blocks: 1000) }
    // It may still read what was on its way, and then the reason.
    var last: WebSocketClient.Frame?
    while let frame = try await client.frame() { last = frame }
    #expect(last?.code == 1013)
    try await chain.mine()
    var other = try await Client(server.port)
    #expect(try await other.ask("eth_blockNumber")?["result"] == "0x1771")
    await server.stop()
  }

  @Test("clients that never read are cut off, and what waits for them is bounded and given back")
  func manyWhoNeverRead() async throws {
    var options = DevnetServer.Options()
    options.farewellTime = .milliseconds(100)
    options.waiting.bytesOfAll = 2 << 20
    let notifier = Notifier(chain, limits: options.waiting, patience: .milliseconds(50))
    let boxes = Guarded<[Mailbox]>([])
    let turnedAway = Guarded(0)
    for _ in 0..<40 {
      let box = Mailbox(notifier.limits, notifier.total) { turnedAway.withLock { $0 += 1 } }
      for id in 0..<50 {
        let heads = try Devnet.Subscription(parameters: ["newHeads"])
        let name = "\(boxes.withLock { $0.count })-\(id)"
        await notifier.subscribe(heads, key: "newHeads", id: name, telling: box)
      }
      boxes.withLock { $0.append(box) }
    }
    for _ in 0..<60 {
      try await chain.mine()
      #expect(notifier.total.count <= 2 << 20)
    }
    // 60 heads for each of 50 subscriptions are more than may wait for one.
    while turnedAway.withLock({ $0 }) < 40 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(boxes.withLock { $0.allSatisfy { $0.bytes == 0 && $0.isTooSlow } })
    #expect(notifier.total.count == 0)
    await notifier.stop()

    // The same over the network: who never reads loses its connection, and who reads hears of every block.
    let server = try await chain.listen(port: 0, options: options)
    var deaf: [Client] = []
    for _ in 0..<10 {
      let client = try await Client(server.port)
      for id in 0..<50 { await client.send(Conversation.call("eth_subscribe", ["newHeads"], id: .number("\(id)"))) }
      deaf.append(client)
    }
    var hearing = try await Client(server.port)
    #expect(try await hearing.ask("eth_subscribe", "newHeads")?["result"] != nil)
    let first = await chain.blockNumber
    for number in 1...200 as ClosedRange<UInt64> {
      try await chain.mine()
      let told = try await hearing.message()?["params"]?["result"]?["number"]?.string
      #expect(told == "0x" + String(first + number, radix: 16))
    }
    // By a farewell behind what was on its way, or by a reset.
    for client in deaf { _ = try? await client.conversation.wire.rest() }
    var other = try await Client(server.port)
    #expect(try await other.ask("eth_chainId")?["result"] == "0x7a69")
    await server.stop()
    await self.server.stop()
  }

  @Test("clients of WebSocket leave connections to others, and one too many is told to try later")
  func manyClients() async throws {
    var options = DevnetServer.Options()
    options.mostConnections = 4
    let small = try await chain.listen(port: 0, options: options)
    var clients: [Client] = []
    for _ in 0..<3 {
      var client = try await Client(small.port)
      #expect(try await client.ask("eth_chainId")?["result"] == "0x7a69")
      clients.append(client)
    }
    var superfluous = try await Client(small.port)
    #expect(try await superfluous.frame()?.code == 1013)
    var http = try Conversation(small.port)
    #expect(try await http.post(Conversation.call("eth_chainId"))?.status == 200)
    await small.stop()
    await server.stop()
  }

  @Test("who asks for WebSocket wrongly, or from another site's page, gets an answer of HTTP")
  func refusedHandshakes() async throws {
    let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    for (headers, status) in [
      ([], 426), ([key], 426), (["Sec-WebSocket-Version: 13"], 426), ([key, "Sec-WebSocket-Version: 8"], 426),
      ([key, key, "Sec-WebSocket-Version: 13"], 426),
      ([key, "Sec-WebSocket-Version: 13", "Origin: https://example.org"], 403),
      ([key, "Sec-WebSocket-Version: 13", "Host: example.org"], 403),
    ] {
      var client = try Conversation(server.port)
      let reply = try await client.upgrade(headers)
      #expect(reply?.status == status, "\(headers)")
      #expect(try await client.wire.rest() == [])
    }
    // Another protocol, as Java's client proposes it with a body.
    var java = try Conversation(server.port)
    let reply = try await java.post(
      Conversation.call("eth_chainId"),
      headers: ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAEAAEAAAAIAAAAA"])
    #expect(reply?.json?["result"] == "0x7a69")
    await server.stop()
  }

  @Test("a client that breaks the protocol is told the code and cut off")
  func violations() async throws {
    let cases: [(String, [UInt8], Int)] = [
      ("not masked", Client.frame(1, [0x7b, 0x7d], isMasked: false), 1002),
      ("reserved bit", Client.frame(1, [0x7b, 0x7d], reserved: 4), 1002),
      ("reserved opcode", Client.frame(3, []), 1002),
      ("reserved control opcode", Client.frame(11, []), 1002),
      ("continuation of nothing", Client.frame(0, [1]), 1002),
      ("a message within another", Client.frame(1, [1], isLast: false) + Client.frame(1, [1]), 1002),
      ("ping in pieces", Client.frame(9, [1], isLast: false), 1002),
      ("long ping", Client.frame(9, [UInt8](repeating: 0, count: 126)), 1002),
      ("text that is no UTF-8", Client.frame(1, [0xff, 0xfe]), 1007),
      ("farewell of one byte", Client.frame(8, [3]), 1002),
      ("farewell of a code that nobody may send", Client.frame(8, [0x03, 0xed]), 1002),
      ("farewell that is no UTF-8", Client.frame(8, [0x03, 0xe8, 0xff]), 1007),
      ("frame too long", Client.frame(1, [], length: 1 << 40), 1009),
      ("frame beyond all lengths", Client.frame(1, [], length: .max), 1009),
    ]
    for (name, bytes, code) in cases {
      var client = try await Client(server.port)
      await client.conversation.wire.send(bytes)
      #expect(try await client.frame()?.code == code, "\(name)")
      #expect(try await client.frame() == nil, "\(name)")
    }
    var client = try await Client(server.port)
    #expect(try await client.ask("eth_chainId")?["result"] == "0x7a69")
    await server.stop()
  }

  @Test("a client that does nothing but ping is cut off")
  func pings() async throws {
    var client = try await Client(server.port)
    let pings = Client.frame(9, [1])
    await client.conversation.wire.send(Array(repeating: pings, count: 10_000).flatMap { $0 })
    var pongs = 0
    // The server may reset the connection before all that it wrote is read.
    while let frame = try? await client.frame() {
      if frame.opcode == 10 { pongs += 1 } else { #expect(frame.code == 1008) }
    }
    #expect(pongs < 10_000)
    var other = try await Client(server.port)
    #expect(try await other.ask("eth_chainId")?["result"] == "0x7a69")
    await server.stop()
  }

  @Test("a message in pieces may not be longer than one in a frame")
  func longFragments() async throws {
    var options = DevnetServer.Options()
    options.mostBytes = 1000
    let small = try await chain.listen(port: 0, options: options)
    var client = try await Client(small.port)
    await client.conversation.wire.send(Client.frame(1, [UInt8](repeating: 32, count: 600), isLast: false))
    await client.conversation.wire.send(Client.frame(0, [UInt8](repeating: 32, count: 600), isLast: false))
    #expect(try await client.frame()?.code == 1009)
    await small.stop()
    await server.stop()
  }

  @Test("a connection without a word is pinged, and closed if it doesn't answer")
  func idle() async throws {
    var options = DevnetServer.Options()
    options.idleTime = .seconds(1)
    let hasty = try await chain.listen(port: 0, options: options)
    // On a busy machine the connection may be idle too long before it is one of WebSocket.
    var client: Client?
    while client == nil { client = try? await Client(hasty.port) }
    #expect(try await client?.frame()?.opcode == 9)
    #expect(try await client?.frame() == nil)
    #expect(try await Wire(hasty.port).rest() == [])
    await hasty.stop()
    await server.stop()
  }

  @Test("on Kaia's kind of chain its own namespaces subscribe, too; elsewhere there are none")
  func kaia() async throws {
    var ethereum = try await Client(server.port)
    #expect(try await ethereum.ask("kaia_subscribe", "newHeads")?["error"]?["code"]?.int == -32601)
    await server.stop()
    var options = Devnet.Options()
    options.chainID = 1001
    let chain = try await Devnet.start(options)
    let server = try await chain.listen(port: 0)
    var client = try await Client(server.port)
    let old = try #require(try await client.ask("klay_subscribe", "newHeads")?["result"]?.string)
    let new = try #require(try await client.ask("kaia_subscribe", "newHeads")?["result"]?.string)
    try await chain.mine()
    var told: [String: JSON] = [:]
    while told.count < 2, let message = try await client.message() {
      told[message["params"]?["subscription"]?.string ?? ""] = message
    }
    #expect(told[old]?["method"] == "klay_subscription" && told[new]?["method"] == "kaia_subscription")
    #expect(told[new]?["params"]?["result"]?["blockScore"] == "0x1")
    #expect(told[new]?["params"]?["result"] == told[old]?["params"]?["result"])
    // Whatever the name it was begun under.
    #expect(try await client.ask("kaia_unsubscribe", .string(old))?["result"] == true)
    #expect(try await client.ask("eth_unsubscribe", .string(new))?["result"] == true)
    await server.stop()
  }
}
