import NodeDoubles
import NodeRPC
import Testing

@Suite("Asking every endpoint")
struct SendToAllTests {
  @Test("each one answers for itself")
  func everyone() async throws {
    let one = try HostileServer { _ in [.result("\"0x1\"")] }
    let two = try HostileServer { _ in [.error(#"{"code":-32000,"message":"no"}"#)] }
    let three = try HostileServer { _ in [.reply("", status: 404)] }
    defer { stop(one, two, three) }
    let answers = await (try client(one, two, three)).sendToAll(.blockNumber())
    let byEndpoint = Dictionary(uniqueKeysWithValues: answers.map { ($0.endpoint.redacted, $0.result) })
    #expect(byEndpoint[one.url] == .success(1))
    #expect(byEndpoint[two.url] == .failure(NodeError(.rpc)))
    #expect(byEndpoint[three.url] == .failure(NodeError(.httpStatus)))
    #expect([one, two, three].allSatisfy { $0.requests.count == 1 })
  }

  @Test("each one has its own retries")
  func retries() async throws {
    let shaky = try HostileServer(inTurn: [[.close], [.reply("", status: 503)], [.result("\"0x1\"")]])
    let good = try HostileServer { _ in [.result("\"0x2\"")] }
    defer { stop(shaky, good) }
    let answers = await (try client(shaky, good)).sendToAll(.blockNumber())
    #expect(Set(answers.compactMap { try? $0.result.get() }) == [1, 2])
    #expect(shaky.requests.count == 3 && good.requests.count == 1)
  }

  @Test("an answer that is enough does not wait for one that hangs, and is the last")
  func enough() async throws {
    let silent = try HostileServer { _ in [.hang] }
    let good = try HostileServer { _ in [.result("\"0x2\"")] }
    defer { stop(silent, good) }
    let client = try client(silent, good) { $0.requestTimeout = .seconds(3_600) }
    let answers = await client.sendToAll(.blockNumber()) { (try? $0.get()) != nil }
    #expect(answers.map(\.result) == [.success(2)])
    #expect(answers.first?.endpoint.redacted == good.url)
  }

  @Test("one that hung is not waited for again by whoever asks it alone, and a signed transaction is offered to it")
  func hung() async throws {
    let silent = try HostileServer { _ in [.hang] }
    let good = try HostileServer { _ in [.result("\"0x2\"")] }
    defer { stop(silent, good) }
    let client = try client(silent, good) {
      ($0.coolDown, $0.requestTimeout, $0.retries) = (.seconds(3_600), .seconds(6), 0)
    }
    for _ in 0..<3 {
      let answers = await client.sendToAll(.blockNumber())
      let byEndpoint = Dictionary(uniqueKeysWithValues: answers.map { ($0.endpoint.redacted, $0.result) })
      #expect(byEndpoint[silent.url] == .failure(NodeError(.timeout)) && byEndpoint[good.url] == .success(2))
    }
    let alone = try client.asking(client.endpoints[0])
    let error = try await failure { try await alone.chainID() }
    #expect(error.code == .timeout && error.endpoint == silent.url && error.attempts == 0 && !error.leavesOutcomeOpen)
    #expect(try await client.asking(client.endpoints[1]).blockNumber() == 2)
    func count(_ server: HostileServer, _ method: String) -> Int { server.requests.count { $0.asks(method) } }
    #expect(count(silent, "blockNumber") == 1 && count(good, "blockNumber") == 4)
    let offered = try await failure { try await alone.sendRawTransaction([1]) }
    #expect(offered.leavesOutcomeOpen && count(silent, "sendRaw") == 1)
  }

  @Test("one that thought too long about a wide question is asked a narrower one")
  func wideQuestion() async throws {
    let slow = try HostileServer(inTurn: [[.hang], [.result("\"0x1\"")]])
    let other = try HostileServer { _ in [.result("\"0x2\"")] }
    defer { stop(slow, other) }
    let client = try client(slow, other) { ($0.requestTimeout, $0.retries) = (.seconds(6), 0) }
    let alone = try client.asking(client.endpoints[0])
    #expect(try await failure { try await alone.logs(LogFilter()) }.code == .timeout)
    #expect(try await alone.blockNumber() == 1)
    #expect(slow.requests.count { $0.asks("blockNumber") } == 1 && !other.requests.contains { !$0.asks("chainId") })
  }

  @Test("a cancelled task waits for nobody", arguments: [1, 2])
  func cancelled(servers count: Int) async throws {
    let servers = try (0..<count).map { _ in try HostileServer { _ in [.hang] } }
    defer { for server in servers { server.stop() } }
    let options = NodeClient.Options.quick.with { $0.requestTimeout = .seconds(3_600) }
    let client = try NodeClient(endpoints: servers.map { try Endpoint($0.url) }, options: options)
    let task = Task { await client.sendToAll(.blockNumber()) }
    for server in servers { try await server.waitForRequests(1) }
    task.cancel()
    let answers = await task.value
    #expect(answers.map(\.result) == Array(repeating: .failure(NodeError(.cancelled)), count: count))
  }

  @Test(
    "whether a node may have done it is told of all attempts together",
    arguments: [
      ([[.error(#"{"code":-32000,"message":"no"}"#)]], false), ([[.reply("", status: 403)]], false),
      ([[.reply("", status: 500)]], true), ([[.reply("", status: 429, headers: ["Retry-After: 99"])]], false),
      ([[.close], [.error(#"{"code":-32000,"message":"no"}"#)]], true),
      ([[.reply("", status: 429)], [.error(#"{"code":-32000,"message":"no"}"#)]], false),
    ] as [([[HostileServer.Act]], Bool)])
  func openOutcome(turns: [[HostileServer.Act]], expected: Bool) async throws {
    let server = try HostileServer(inTurn: turns)
    defer { server.stop() }
    #expect(try await failure { try await client(server).sendRawTransaction([1]) }.leavesOutcomeOpen == expected)
    #expect(server.requests.count == turns.count)
  }

  @Test("a node that dies over a request on a kept connection may have done it")
  func diedOverRequest() async throws {
    let server = try HostileServer(inTurn: [[.result("\"0x1\"")], [.leave]])
    let client = try client(server)
    _ = try await client.blockNumber()
    let error = try await failure { try await client.sendRawTransaction([1]) }
    #expect(error.code == .unreachable && error.leavesOutcomeOpen)
    #expect(server.requests.count == 2)
  }
}
