import NodeDoubles
import NodeRPC
import StrictJSON
import Testing

@Suite("Retries, fallback and rate")
struct RetryTests {
  private static let good = [HostileServer.Act.result("\"0x1\"")]

  @Test(
    "a read is tried again after a failure that passes",
    arguments: [
      [.close], [.reset], [.reply("", status: 502)], [.reply("", status: 503)], [.reply("", status: 504)],
      [.reply("", status: 429)],
    ]
      as [[HostileServer.Act]])
  func readsAreRetried(acts: [HostileServer.Act]) async throws {
    let server = try HostileServer(inTurn: [acts, acts, Self.good])
    defer { server.stop() }
    #expect(try await client(server).blockNumber() == 1)
    #expect(server.requests.count == 3)
  }

  @Test("a read is not tried again for ever")
  func limitedRetries() async throws {
    let server = try HostileServer { _ in [.reply("", status: 503)] }
    defer { server.stop() }
    let error = try await failure { try await client(server) { $0.retries = 2 }.blockNumber() }
    #expect(server.requests.count == 3)
    #expect(error.attempts == 3)
    #expect(error.description.contains("3 attempts"))
  }

  @Test(
    "what does not pass is not tried again",
    arguments: [
      .reply("", status: 500), .reply("", status: 404), .reply("<html>"), .reply("{}"),
      .error(#"{"code":-32000,"message":"no"}"#),
      .result("\"what\""), .error(#"{"code":-32601,"message":"no such method"}"#),
    ] as [HostileServer.Act])
  func lastingFailures(act: HostileServer.Act) async throws {
    let server = try HostileServer { _ in [act] }
    defer { server.stop() }
    _ = try await failure { try await client(server).blockNumber() }
    #expect(server.requests.count == 1)
  }

  @Test(
    "a method that may do something is sent once",
    arguments: [
      "evm_mine", "eth_sendTransaction", "personal_sign", "eth_newFilter", "eth_getFilterChanges", "whatever",
      "x_unknown",
    ])
  func sentOnce(method: String) async throws {
    for acts in [[.close], [.reset], [.reply("", status: 503)], [.reply("", status: 429, headers: ["Retry-After: 1"])]]
      as [[HostileServer.Act]]
    {
      let server = try HostileServer { _ in acts }
      let other = try HostileServer { _ in Self.good }
      defer { stop(server, other) }
      _ = try await failure { try await client(server, other).call(method) }
      #expect(server.requests.count == 1)
      #expect(other.requests.isEmpty)
    }
  }

  @Test("a method that may do something is sent once, also when the node hangs")
  func sentOnceToHanging() async throws {
    let server = try HostileServer { _ in [.hang] }
    let other = try HostileServer { _ in Self.good }
    defer { stop(server, other) }
    let error = try await failure {
      try await client(server, other) { $0.requestTimeout = .seconds(6) }.call("evm_mine")
    }
    #expect(error.code == .timeout && error.kind == nil)
    // On a busy machine the server may read it only now.
    try await server.waitForRequests(1)
    #expect(server.requests.count { $0.asks("evm_mine") } == 1)
    #expect(!other.requests.contains { $0.asks("evm_mine") })
  }

  @Test("libcurl itself does not send it twice when a kept connection dies")
  func sentOnceOnDeadConnection() async throws {
    // The first request on a connection is answered, the second one is read and the connection closed.
    let seen = Counts()
    let server = try HostileServer { request in
      seen.add(request.connection) == 1 ? [.result("\"0x1\"")] : [.close]
    }
    defer { server.stop() }
    let client = try client(server)
    _ = try await client.call("evm_mine")
    _ = try await client.call("evm_mine")
    #expect(server.requests.count == 2)
    // A read meets the dead connection and goes through all the same.
    #expect(try await client.blockNumber() == 1)
    #expect(try await client.blockNumber() == 1)
  }

  @Test("what never reached the node may be sent, whatever it is")
  func refusedIsNotSent() async throws {
    let server = try HostileServer { _ in Self.good }
    defer { server.stop() }
    let client = try NodeClient(
      endpoints: [try Endpoint(HostileServer.nobody()), try Endpoint(server.url)], options: .quick)
    #expect(try await client.call("evm_mine") == "0x1")
    #expect(server.requests.count == 1)
  }

  @Test("raw transactions are sent again: the same bytes are the same transaction")
  func rawTransaction() async throws {
    let hash = "\"0x" + String(repeating: "ab", count: 32) + "\""
    let server = try HostileServer(inTurn: [[.close], [.reply("", status: 502)], [.result(hash)]])
    defer { server.stop() }
    _ = try await client(server).sendRawTransaction([1, 2, 3])
    #expect(server.requests.count == 3)
    #expect(server.requests.allSatisfy { $0.text.contains("\"0x010203\"") })
  }

  @Test("after a Retry-After within the cap the same node is asked again")
  func retryAfterSeconds() async throws {
    let server = try HostileServer(inTurn: [[.reply("", status: 429, headers: ["Retry-After: 1"])], Self.good])
    defer { server.stop() }
    #expect(try await client(server).blockNumber() == 1)
    #expect(server.requests.count == 2)
  }

  @Test(
    "Retry-After beyond the cap is an error at once",
    arguments: ["11", "99999999999", "9223372036854775807", "Fri, 31 Dec 2100 23:59:59 GMT"])
  func retryAfterTooLong(value: String) async throws {
    let server = try HostileServer { _ in [.reply("", status: 503, headers: ["Retry-After: \(value)"])] }
    defer { server.stop() }
    let error = try await failure { try await client(server).blockNumber() }
    #expect(error.code == .httpStatus)
    #expect(server.requests.count == 1)
    let asked = try #require(error.retryAfter)
    #expect(asked > 10 && asked <= 604_800)
  }

  @Test("a date that is past is no wait", arguments: ["Thu, 01 Jan 1970 00:00:00 GMT", "-5", "soon", "0"])
  func retryAfterPast(value: String) async throws {
    let server = try HostileServer(inTurn: [[.reply("", status: 429, headers: ["Retry-After: \(value)"])], Self.good])
    defer { server.stop() }
    #expect(try await client(server).blockNumber() == 1)
  }

  @Test("a request to slow down in JSON is one too")
  func limitInJSON() async throws {
    let server = try HostileServer(inTurn: [
      [.error(#"{"code":-32005,"message":"daily request count exceeded, request rate limited"}"#)],
      [.error(#"{"code":429,"message":"Too Many Requests"}"#, status: 429)], Self.good,
    ])
    defer { server.stop() }
    #expect(try await client(server).blockNumber() == 1)
    #expect(server.requests.count == 3)
  }

  @Test("too many results are an answer, though their code is that of a limit")
  func tooManyResults() async throws {
    let server = try HostileServer { _ in
      [.error(#"{"code":-32005,"message":"query returned more than 10000 results"}"#)]
    }
    defer { server.stop() }
    let error = try await failure { try await client(server).logs(LogFilter()) }
    #expect(error.code == .rpc && server.requests.count == 1)
  }

  @Test(
    "another endpoint is asked when one fails",
    arguments: [
      [.close], [.reply("", status: 500)], [.reply("", status: 404)], [.reply("<html>")], [.reply("{}")],
      [.reply("", status: 429)], [.error(#"{"code":-32601,"message":"the method does not exist"}"#)],
      [.reply("", status: 503, headers: ["Retry-After: 3600"])],
    ] as [[HostileServer.Act]])
  func fallback(acts: [HostileServer.Act]) async throws {
    let bad = try HostileServer { _ in acts }
    let good = try HostileServer { _ in Self.good }
    defer { stop(bad, good) }
    let client = try client(bad, good) { $0.firstBackoff = .seconds(30) }
    #expect(try await client.blockNumber() == 1)
    #expect(bad.requests.count == 1 && good.requests.count == 1)
  }

  @Test("an endpoint that failed rests")
  func coolDown() async throws {
    let first = try HostileServer { _ in [.reply("", status: 503)] }
    let second = try HostileServer { _ in Self.good }
    defer { stop(first, second) }
    let client = try client(first, second) { $0.coolDown = .seconds(3_600) }
    for _ in 0..<3 { _ = try await client.blockNumber() }
    #expect(first.requests.count == 1 && second.requests.count == 3)
  }

  @Test("an endpoint that hung is not waited for again, however short others rest")
  func hung() async throws {
    let first = try HostileServer { _ in [.hang] }
    let second = try HostileServer { _ in Self.good }
    defer { stop(first, second) }
    let client = try client(first, second) { ($0.coolDown, $0.requestTimeout) = (.zero, .seconds(6)) }
    for _ in 0..<5 { _ = try await client.blockNumber() }
    #expect(first.requests.count { $0.asks("blockNumber") } == 1)
    #expect(second.requests.count { $0.asks("blockNumber") } == 5)
  }

  @Test("an endpoint that rested is asked again")
  func recovery() async throws {
    let first = try HostileServer(inTurn: [[.reply("", status: 503)], Self.good])
    let second = try HostileServer { _ in Self.good }
    defer { stop(first, second) }
    let client = try client(first, second) { $0.coolDown = .milliseconds(20) }
    _ = try await client.blockNumber()
    try await Task.sleep(for: .milliseconds(50))
    for _ in 0..<3 { _ = try await client.blockNumber() }
    #expect(first.requests.count == 4 && second.requests.count == 1)
  }

  @Test("an RPC error is an answer: nobody else is asked")
  func noFallbackForAnswers() async throws {
    let first = try HostileServer { _ in [.error(#"{"code":3,"message":"execution reverted","data":"0x"}"#)] }
    let second = try HostileServer { _ in Self.good }
    defer { stop(first, second) }
    #expect(try await failure { try await client(first, second).blockNumber() }.code == .rpc)
    #expect(second.requests.isEmpty)
  }

  @Test("when nobody knows the method, the node's words are told")
  func methodMissingEverywhere() async throws {
    let first = try HostileServer { _ in
      [.error(#"{"code":-32601,"message":"the method x does not exist/is not available"}"#)]
    }
    let second = try HostileServer { _ in [.reply("", status: 404)] }
    defer { stop(first, second) }
    let error = try await failure { try await client(first, second).maxPriorityFeePerGas() }
    #expect(error.isMethodMissing)
    #expect(first.requests.count == 1 && second.requests.count == 1)
  }

  @Test("no attempt after the deadline")
  func deadline() async throws {
    let server = try HostileServer { _ in [.reply("", status: 503)] }
    defer { server.stop() }
    _ = try await failure {
      try await client(server) {
        $0.retries = 100_000
        $0.deadline = .milliseconds(200)
      }.blockNumber()
    }
    #expect(server.requests.count < 1_000)
  }

  @Test(
    "no attempt after the deadline at the endpoints that are left of a round either",
    arguments: ["eth_blockNumber", "eth_sendRawTransaction"])
  func deadlineWithinARound(method: String) async throws {
    // Each fails once. The one that is asked next is late by more than the deadline; after it there would be an answer.
    let asked = Counts()
    let act: @Sendable (HostileServer.Request) -> [HostileServer.Act] = { request in
      let failure = HostileServer.Act.reply("", status: 503)
      guard request.asks(method) else { return Self.good }
      return switch asked.add() {
      case ...2: [failure]
      case 3: [.pause(milliseconds: 5_000), failure]
      default: Self.good
      }
    }
    let (first, second) = (try HostileServer(act), try HostileServer(act))
    defer { stop(first, second) }
    let client = try client(first, second) { ($0.deadline, $0.requestTimeout) = (.seconds(4), .seconds(60)) }
    _ = try await failure { try await client.call(method) }
    let requests = first.requests + second.requests
    #expect(requests.count { $0.asks(method) } <= 3)
    // Looks at others beside an attempt that ends with its request would be waited for beyond it.
    #expect(requests.allSatisfy { $0.asks(method) })
  }

  @Test("requests beyond the rate wait, and all of them are answered")
  func rate() async throws {
    let server = try HostileServer { _ in Self.good }
    defer { server.stop() }
    let client = try client(server) { $0.rateLimit = .init(requestsPerSecond: 50, burst: 5) }
    try await withThrowingTaskGroup { group in
      for _ in 0..<20 { group.addTask { _ = try await client.blockNumber() } }
      try await group.waitForAll()
    }
    #expect(server.requests.count == 20)
  }

  @Test("a client without endpoints cannot be made")
  func noEndpoints() {
    let error = #expect(throws: NodeError.self) { try NodeClient(endpoints: []) }
    #expect(error?.code == .invalidEndpoint)
  }
}
