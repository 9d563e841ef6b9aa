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
