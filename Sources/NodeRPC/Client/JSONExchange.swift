import StrictJSON

/// Exchanges of JSON with an address that speaks no JSON-RPC; nothing is sent twice.
package struct JSONExchange: Sendable {
  /// An answer, whatever its status.
  package struct Answer: Sendable {
    package let status: Int
    /// Nil if it is no JSON.
    package let json: JSON?
    /// Seconds that it asks to wait.
    package let retryAfter: Int?
  }

  private let endpoint: Endpoint
  private let headers: [String]
  private let exchange: HTTPExchange

  /// - Parameters:
  ///   - peer: What the address is that of, for the texts of errors: as in `webhook`.
  ///   - bearer: The credential for `Authorization: Bearer`; printable ASCII.
  ///   - headers: More header lines, as in `X-Name: value`; printable ASCII.
  ///   - timeout: For the whole exchange.
  ///   - authorityFile: The PEM file of the certificate authorities that it is trusted by; nil for the system's.
  package init(
    _ endpoint: Endpoint, of peer: String = "service", bearer: String? = nil, headers: [String] = [], timeout: Duration,
    authorityFile: String? = nil
  ) {
    self.endpoint = endpoint
    self.headers = (bearer.map { ["Authorization: Bearer \($0)"] } ?? []) + headers
    exchange = HTTPExchange(of: peer, timeout: timeout, mostBytes: 4 << 20, authorityFile: authorityFile)
  }

  /// Posts a value.
  ///
  /// - Parameter headers: Header lines of this request alone.
  /// - Throws: `NodeError` when there is no answer.
  package func post(_ body: JSON, headers: [String] = []) async throws(NodeError) -> Answer {
    try await perform(body.serializedBytes(), headers, isGet: false)
  }

  /// Posts a value that is serialized already, as one that was signed.
  ///
  /// - Throws: `NodeError` when there is no answer.
  package func post(_ body: [UInt8]) async throws(NodeError) -> Answer {
    try await perform(body, [], isGet: false)
  }

  /// Asks by GET.
  ///
  /// - Throws: `NodeError` when there is no answer.
  package func get() async throws(NodeError) -> Answer { try await perform([], [], isGet: true) }

  private func perform(_ body: [UInt8], _ more: [String], isGet: Bool) async throws(NodeError) -> Answer {
    let answer = try await exchange.perform(body, at: endpoint, headers: headers + more, isGet: isGet)
    return Answer(status: answer.status, json: try? JSON(parsing: answer.body), retryAfter: answer.retryAfter)
  }
}
