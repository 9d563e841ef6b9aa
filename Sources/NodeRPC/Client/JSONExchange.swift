import StrictJSON

/// POSTs of JSON to an address that speaks no JSON-RPC; nothing is sent twice.
package struct JSONExchange: Sendable {
  /// What came back, whatever its status.
  package struct Answer: Sendable {
    package let status: Int
    /// Nil if it is no JSON.
    package let json: JSON?
    /// Seconds that it asks to wait.
    package let retryAfter: Int?
  }

  private let target: HTTPTarget

  /// - Parameters:
  ///   - bearer: The credential for `Authorization: Bearer`; printable ASCII.
  ///   - timeout: For the whole exchange.
  package init(_ endpoint: Endpoint, bearer: String?, timeout: Duration) {
    target = HTTPTarget(
      endpoint: endpoint, connectTimeout: 5_000, requestTimeout: timeout.milliseconds,
      maximumResponseBytes: 4 << 20, authorityFile: nil, bearer: bearer)
  }

  /// - Throws: `NodeError` when there is no answer.
  package func post(_ body: JSON) async throws(NodeError) -> Answer {
    switch await TransferEngine.shared.perform(body.serializedBytes(), at: target, isReplayable: false) {
    case .reply(let reply):
      return Answer(
        status: reply.status, json: try? JSON(parsing: reply.body), retryAfter: reply.retryAfter)
    case .failed(let failure): throw failure.nodeError(at: target)
    case .cancelled: throw NodeError(.cancelled)
    }
  }
}
