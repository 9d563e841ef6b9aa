import JSONFields
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@Suite("Batches")
struct BatchTests {
  /// Requests for the numbers from 0 up, which a good server gives back.
  private func numbers(_ count: Int) -> [NodeRequest<UInt64>] {
    (0..<count).map { number in
      NodeRequest("eth_call", [.number(String(number))], read: .quantity)
    }
  }

  private static func honest(_ request: HostileServer.Request) -> [String] {
    request.calls.map { answer($0.id, "\"\(UInt256(UInt64($0.params[0].int ?? 0)).quantity)\"") }
  }

  @Test("many questions in one round trip, answers in any order", arguments: [0, 1, 2])
  func order(kind: Int) async throws {
    let server = try HostileServer { request in
      let messages = Self.honest(request)
      switch kind {
      case 0: return [answers(messages)]
      case 1: return [answers(messages.reversed())]
      default: return [answers(messages.shuffled())]
      }
    }
    defer { server.stop() }
    let results = try await client(server).batch(numbers(100))
    #expect(try results.map { try $0.get() } == (0..<100).map { UInt64($0) })
    #expect(server.requests.count == 1)
    #expect(server.requests[0].calls.map(\.id) == Array(1...100))
  }

  @Test("nothing to ask is no request")
  func empty() async throws {
    let server = try HostileServer { _ in [.close] }
    defer { server.stop() }
    #expect(try await client(server).batch(numbers(0)).isEmpty)
    #expect(server.requests.isEmpty)
  }

  @Test("a batch larger than the maximum is split, and the parts come back in order")
  func split() async throws {
    let server = try HostileServer { [answers(Self.honest($0).shuffled())] }
    defer { server.stop() }
    let results = try await client(server) { $0.maximumBatchSize = 30 }.batch(numbers(100))
    #expect(try results.map { try $0.get() } == (0..<100).map { UInt64($0) })
    #expect(server.requests.map { $0.calls.count }.sorted() == [10, 30, 30, 30])
  }

  @Test("a batch with too many bytes is split")
  func splitByBytes() async throws {
    let server = try HostileServer { [answers($0.calls.map { answer($0.id, "null") })] }
    defer { server.stop() }
    let long = JSON.string(String(repeating: "x", count: 1_000))
    let calls = (0..<10).map { _ in (method: "eth_call", params: [long]) }
    let results = try await client(server) { $0.maximumBatchBytes = 3_500 }.batch(calls)
    #expect(results.count == 10)
    #expect(server.requests.count == 4)
    #expect(server.requests.allSatisfy { $0.body.count < 3_600 })
  }

  @Test("an answer that is missing, there twice, broken or an error fails alone")
  func singleFailures() async throws {
    let server = try HostileServer { request in
      var messages = Self.honest(request)
      messages.remove(at: 1)
      messages.append(answer(3, "\"0x99\""))
      messages.append(answer(77, "\"0x77\""))
      messages.append("{\"jsonrpc\":\"2.0\",\"id\":-1,\"result\":\"0x1\"}")
      messages.append("\"what\"")
      messages[3] =
        "{\"jsonrpc\":\"2.0\",\"id\":5,\"error\":{\"code\":3,\"message\":\"execution reverted\",\"data\":\"0x01020304\"}}"
      messages[4] = answer(6, "\"nonsense\"")
      return [answers(messages)]
    }
    defer { server.stop() }
    let results = try await client(server).batch(numbers(7))
    func error(_ index: Int) -> NodeError? {
      if case .failure(let error) = results[index] { return error }
      return nil
    }
    #expect(try results[0].get() == 0)
    #expect(error(1)?.code == .badReply && error(1)?.kind == .missingReply)
    #expect(error(2)?.code == .badReply && error(2)?.kind == .duplicateReply)
    #expect(try results[3].get() == 3)
    #expect(error(4)?.code == .rpc && error(4)?.revertData == [1, 2, 3, 4])
    #expect(error(5)?.code == .badReply && error(5)?.kind == .badField)
    #expect(try results[6].get() == 6)
    #expect(error(4)?.method == "eth_call")
  }

  @Test("an empty array answers nobody")
  func emptyArray() async throws {
    let server = try HostileServer { _ in [answers([])] }
    defer { server.stop() }
    let results = try await client(server).batch(numbers(3))
    for result in results {
      guard case .failure(let error) = result else {
        Issue.record("answered")
        continue
      }
      #expect(error.kind == .missingReply)
    }
  }

  @Test(
    "a node that refuses batches is asked one by one",
    arguments: [
      HostileServer.Act.reply(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}"#),
      .reply(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error"}}"#),
      .reply(#"{"jsonrpc":"2.0","error":{"code":-32000,"message":"batch requests are not supported"}}"#, status: 400),
      .reply("<h1>Bad Request", status: 400, type: "text/html"),
      .reply(#"[{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batching is disabled"}}]"#),
      .reply(#"{"error":{"code":-32001,"message":"batch requests are only on the paid plan"}}"#, status: 403),
      .reply("<h1>Forbidden", status: 403, type: "text/html"),
    ])
  func refusal(act: HostileServer.Act) async throws {
    let server = try HostileServer { request in
      request.isBatch ? [act] : [.result("\"\(UInt256(UInt64(request.calls[0].params[0].int ?? 0)).quantity)\"")]
    }
    defer { server.stop() }
    let results = try await client(server).batch(numbers(20))
    #expect(try results.map { try $0.get() } == (0..<20).map { UInt64($0) })
    #expect(server.requests.count == 21)
  }

  @Test(
    "a node that finds the batch too large gets smaller ones",
    arguments: [
      HostileServer.Act.reply("", status: 413),
      .reply(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batch limit exceeded: 10"}}"#),
      .reply(#"[{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"batch too large"}}]"#),
      .reply(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"batch size exceeds the limit"}}"#),
      .reply(String(repeating: " ", count: 10_000)),
    ])
  func tooLarge(act: HostileServer.Act) async throws {
    let server = try HostileServer { request in
      request.calls.count > 10 ? [act] : [answers(Self.honest(request))]
    }
    defer { server.stop() }
    let results = try await client(server) { $0.maximumResponseBytes = 8_000 }.batch(numbers(64))
    #expect(try results.map { try $0.get() } == (0..<64).map { UInt64($0) })
    #expect(server.requests.allSatisfy { $0.isBatch })
  }

  @Test("a node that says so to each request of the batch gets smaller ones, too")
  func tooLargeForEach() async throws {
    let server = try HostileServer { request in
      guard request.calls.count > 10 else { return [answers(Self.honest(request))] }
      return [
        answers(
          request.calls.map { call in
            #"{"jsonrpc":"2.0","id":\#(call.id),"error":{"code":-32005,"message":"batch size limit exceeded"}}"#
          })
      ]
    }
    defer { server.stop() }
    let results = try await client(server).batch(numbers(64))
    #expect(try results.map { try $0.get() } == (0..<64).map { UInt64($0) })
  }

  @Test("a batch whose answers grow too large in its middle is continued, as geth does it")
  func tooLargeInTheMiddle() async throws {
    let server = try HostileServer { request in
      [
        answers(
          zip(1..., Self.honest(request)).map { place, message in
            place <= 10
              ? message
              : "{\"jsonrpc\":\"2.0\",\"id\":\(place),\"error\":{\"code\":-32003,\"message\":\"response too large\"}}"
          })
      ]
    }
    defer { server.stop() }
    let results = try await client(server).batch(numbers(35))
    #expect(try results.map { try $0.get() } == (0..<35).map { UInt64($0) })
    #expect(server.requests.count == 4)
  }

  @Test("a single error for all that is not about batches is everybody's")
  func sharedError() async throws {
    let server = try HostileServer { _ in
      [.reply(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"not ready"}}"#)]
    }
    defer { server.stop() }
    let results = try await client(server).batch(numbers(5))
    #expect(server.requests.count == 1)
    for result in results {
      guard case .failure(let error) = result else {
        Issue.record("answered")
        continue
      }
      #expect(error.code == .rpc && error.rpcMessage == "not ready")
    }
  }

  @Test("a batch of reads is tried again, one with anything else is not")
  func retries() async throws {
    let server = try HostileServer(inTurn: [[.close], [answers([answer(1, "\"0x1\""), answer(2, "\"0x2\"")])]])
    defer { server.stop() }
    let calls = [(method: "eth_blockNumber", params: [JSON]()), (method: "eth_gasPrice", params: [])]
    #expect(try await client(server).batch(calls).map { try $0.get() } == ["0x1", "0x2"])
    let other = try HostileServer { _ in [.close] }
    defer { other.stop() }
    let mixed = [(method: "eth_blockNumber", params: [JSON]()), (method: "evm_mine", params: [])]
    #expect(try await failure { try await client(other).batch(mixed) }.code == .unreachable)
    #expect(other.requests.count == 1)
  }

  @Test("no node, no batch")
  func unreachable() async throws {
    let client = try NodeClient(HostileServer.nobody(), options: .quick)
    let error = try await failure { try await client.batch(numbers(3)) }
    #expect(error.code == .unreachable && error.kind == .refused)
    #expect(error.method == "eth_call (batch of 3)")
  }

  @Test("a part that fails does not take the others along")
  func partFails() async throws {
    let server = try HostileServer { request in
      request.calls.contains { $0.params[0].int == 15 } ? [.close] : [answers(Self.honest(request))]
    }
    defer { server.stop() }
    let results = try await client(server) {
      $0.maximumBatchSize = 10
      $0.retries = 0
    }.batch(numbers(30))
    for (index, result) in results.enumerated() {
      switch result {
      case .success(let number): #expect(number == index && !(10..<20).contains(index))
      case .failure(let error): #expect(error.code == .unreachable && (10..<20).contains(index))
      }
    }
  }

  @Test("questions of different kinds in one round trip")
  func together() async throws {
    let server = try HostileServer { _ in
      [answers([answer(2, "\"0x5\""), answer(1, "\"0xde0b6b3a7640000\""), answer(3, "\"0x6001\"")])]
    }
    defer { server.stop() }
    let (balance, count, code) = try await client(server).send(
      together: .balance(of: .zero), .transactionCount(of: .zero), .code(of: .zero))
    #expect(balance == .klay(1) && count == 5 && code == [0x60, 0x01])
    #expect(server.requests.count == 1)
  }
}
