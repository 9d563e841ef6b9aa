import NodeDoubles
import NodeRPC
import StrictJSON
import Testing

extension NodeClient.Options {
  /// Short pauses between attempts, for tests; an answer may take its time on a machine that is busy.
  static var quick: NodeClient.Options {
    NodeClient.Options.patient.with {
      $0.firstBackoff = .milliseconds(4)
      $0.maximumBackoff = .milliseconds(20)
      $0.retries = NodeClient.Options().retries
    }
  }
}

/// A client of hostile servers.
func client(
  _ servers: HostileServer..., change: (inout NodeClient.Options) -> Void = { _ in }
) throws -> NodeClient {
  try NodeClient(endpoints: servers.map { try Endpoint($0.url) }, options: .quick.with(change))
}

/// The `NodeError` a body throws.
func failure<Value>(
  of body: () async throws -> Value, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> NodeError {
  do {
    let value = try await body()
    Issue.record("no error, but \(value)", sourceLocation: sourceLocation)
  } catch let error as NodeError {
    return error
  }
  throw NoFailure()
}

/// The error that one reply or act of a server ends a request with, without retries.
func fault(
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

private struct NoFailure: Error {}

/// The answer object to one request of a batch.
func answer(_ id: Int, _ result: String) -> String { "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"result\":\(result)}" }

/// An array of answers as a reply.
func answers(_ messages: [String]) -> HostileServer.Act { .reply("[" + messages.joined(separator: ",") + "]") }

/// Stops servers.
func stop(_ servers: HostileServer...) { for server in servers { server.stop() } }

extension HostileServer.Request {
  /// Whether it asks by a method; a client looks at silent endpoints by another.
  func asks(_ method: String) -> Bool { text.contains(method) }
}
