import NodeDoubles
import NodeRPC
import StrictJSON
import Testing

@Suite("Cancellation")
struct CancellationTests {
  /// Cancels a task when its server got so many requests, and returns its error.
  private func cancelled(
    afterRequests count: Int, at server: HostileServer, _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> NodeError {
    let task = Task { try await body() }
    try await server.waitForRequests(count)
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    return try await failure { try await task.value }
  }

  @Test("a request that hangs ends at once, and its connection with it")
  func hanging() async throws {
    let server = try HostileServer { _ in [.hang] }
    defer { server.stop() }
    let client = try client(server)
    let error = try await cancelled(afterRequests: 1, at: server) { _ = try await client.blockNumber() }
    #expect(error.code == .cancelled)
    #expect(error.description.hasPrefix("eth_blockNumber was cancelled."))
    #expect(server.requests.count == 1)
  }

  @Test("a wait before a retry ends at once")
  func backoff() async throws {
    let server = try HostileServer { _ in [.reply("", status: 503)] }
    defer { server.stop() }
    let client = try client(server) {
      $0.firstBackoff = .seconds(20)
      $0.maximumBackoff = .seconds(20)
    }
    let error = try await cancelled(afterRequests: 1, at: server) { _ = try await client.blockNumber() }
    #expect(error.code == .cancelled)
  }

  @Test("a wait for the rate ends at once")
  func rate() async throws {
    let server = try HostileServer { _ in [.result("\"0x1\"")] }
    defer { server.stop() }
    let client = try client(server) { $0.rateLimit = .init(requestsPerSecond: 0.001) }
    _ = try await client.blockNumber()
    let error = try await cancelled(afterRequests: 1, at: server) { _ = try await client.blockNumber() }
    #expect(error.code == .cancelled)
    #expect(server.requests.count == 1)
  }

  @Test("a batch ends at once")
  func batch() async throws {
    let server = try HostileServer { _ in [.hang] }
    defer { server.stop() }
    let client = try client(server) { $0.maximumBatchSize = 3 }
    let error = try await cancelled(afterRequests: 2, at: server) {
      _ = try await client.batch((0..<20).map { _ in .blockNumber() })
    }
    #expect(error.code == .cancelled)
  }

  @Test("a task that is cancelled before asks nothing")
  func before() async throws {
    let server = try HostileServer { _ in [.result("\"0x1\"")] }
    defer { server.stop() }
    let client = try client(server)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await client.blockNumber()
    }
    task.cancel()
    #expect(try await failure { try await task.value }.code == .cancelled)
    #expect(server.requests.isEmpty)
  }

  @Test("cancelling at any moment leaves the client usable")
  func storm() async throws {
    let server = try HostileServer { request in
      request.number.isMultiple(of: 3) ? [.pause(milliseconds: 3), .result("\"0x1\"")] : [.result("\"0x1\"")]
    }
    defer { server.stop() }
    let client = try client(server)
    await withTaskGroup { group in
      for index in 0..<300 {
        group.addTask {
          let task = Task { try await client.blockNumber() }
          if index.isMultiple(of: 2) {
            try? await Task.sleep(for: .microseconds(index * 10))
            task.cancel()
          }
          switch await task.result {
          case .success(let number): #expect(number == 1)
          case .failure(let error): #expect((error as? NodeError)?.code == .cancelled)
          }
        }
      }
    }
    #expect(try await client.blockNumber() == 1)
  }
}
