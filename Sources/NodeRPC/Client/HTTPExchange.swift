import CCurl

/// Exchanges over HTTP with an address that speaks no JSON-RPC, of which the bytes come back as they are; nothing is
/// sent twice, and no cookie is kept or sent.
package struct HTTPExchange: Sendable {
  /// An answer, whatever its status.
  package struct Answer: Sendable {
    package let status: Int
    /// The bytes, unzipped.
    package let body: [UInt8]
    package let contentType: String?
    /// The server's time of the answer (`Date`), in seconds since 1970.
    package let date: Int64?
    package let etag: String?
    package let lastModified: String?
    /// Seconds that it asks to wait, told so or as a date.
    package let retryAfter: Int?
    /// The address to which it points instead, as it is written.
    package let location: String?
    /// The headers by their names in small letters, each as it was written last; they may hold any text.
    package let headers: [String: String]
  }

  /// The kind of peer that is asked, for the texts of errors: as in `webhook`.
  package let peer: String
  /// The longest that a whole exchange may take.
  package let timeout: Duration
  /// The most bytes of an answer, unzipped.
  package let mostBytes: Int
  /// The PEM file of the certificate authorities that the peer is trusted by; nil for the system's.
  package let authorityFile: String?

  package init(of peer: String, timeout: Duration, mostBytes: Int, authorityFile: String? = nil) {
    (self.peer, self.timeout, self.mostBytes, self.authorityFile) = (peer, timeout, mostBytes, authorityFile)
  }

  /// The most redirects that are followed, one after another.
  private static let mostRedirects = 3

  /// Asks by GET, by TLS unless the address is on this machine, and follows redirects on the same host.
  ///
  /// - Parameter headers: Lines as in `Accept: text/xml`; printable ASCII.
  /// - Throws: `NodeError` when there is no answer, `.unsupportedScheme` for an address that is not secure.
  package func get(_ endpoint: Endpoint, headers: [String]) async throws(NodeError) -> Answer {
    var endpoint = endpoint
    for _ in 0..<Self.mostRedirects {
      let answer = try await getOnce(endpoint, headers: headers)
      guard let next = redirect(answer, from: endpoint) else { return answer }
      endpoint = next
    }
    return try await getOnce(endpoint, headers: headers)
  }

  /// Posts a text of JSON, by TLS unless the address is on this machine; no redirect is followed, and whatever becomes
  /// of the connection, nothing is sent a second time.
  ///
  /// - Parameter headers: Lines as in `Accept: application/json`; printable ASCII.
  /// - Throws: `NodeError` when there is no answer, `.unsupportedScheme` for an address that is not secure; whether the
  ///   body may have been read all the same is its `leavesOutcomeOpen`.
  package func post(
    _ body: [UInt8], to endpoint: Endpoint, headers: [String] = []
  ) async throws(NodeError) -> Answer {
    try checkSafety(of: endpoint)
    return try await perform(body, at: endpoint, headers: headers, isGet: false)
  }

  private func getOnce(_ endpoint: Endpoint, headers: [String]) async throws(NodeError) -> Answer {
    try checkSafety(of: endpoint)
    return try await perform([], at: endpoint, headers: headers, isGet: true)
  }

  private func checkSafety(of endpoint: Endpoint) throws(NodeError) {
    guard !endpoint.isPrivate else { return }
    throw named(
      NodeError(
        .unsupportedScheme, detail: "Only https:// is asked, but for this machine.", attempts: 0,
        nothingWasSent: true))
  }

  /// The place on the same host to which an answer points; nil for other answers and other places.
  private func redirect(_ answer: Answer, from endpoint: Endpoint) -> Endpoint? {
    guard [301, 302, 303, 307, 308].contains(answer.status), let location = answer.location else { return nil }
    let isWhole = location.contains("://")
    guard isWhole || (location.hasPrefix("/") && !location.hasPrefix("//")),
      let next = try? Endpoint(isWhole ? location : endpoint.origin + location, of: peer),
      (next.host, next.port, next.isSecure) == (endpoint.host, endpoint.port, endpoint.isSecure)
    else { return nil }
    return next
  }

  /// Sends a request and waits for what comes.
  ///
  /// - Throws: `NodeError` when there is no answer.
  func perform(
    _ body: [UInt8], at endpoint: Endpoint, headers: [String], isGet: Bool
  ) async throws(NodeError) -> Answer {
    let target = HTTPTarget(
      endpoint: endpoint, connectTimeout: 5_000, requestTimeout: timeout.milliseconds, maximumResponseBytes: mostBytes,
      authorityFile: authorityFile, headers: headers, isGet: isGet, keepsHeaders: true)
    switch await TransferEngine.perform(body, at: target, isReplayable: false) {
    case .reply(let reply):
      return Answer(
        status: reply.status, body: reply.body, contentType: reply.headers["content-type"],
        date: reply.headers["date"].flatMap(Self.time), etag: reply.headers["etag"],
        lastModified: reply.headers["last-modified"], retryAfter: reply.retryAfter,
        location: reply.headers["location"], headers: reply.headers)
    case .failed(let failure): throw named(failure.nodeError(at: target))
    case .cancelled: throw named(NodeError(.cancelled))
    case .noLibrary(let reason): throw named(NodeError(noLibrary: reason))
    }
  }

  /// The time that a header's date tells, in seconds since 1970.
  private static func time(_ text: String) -> Int64? {
    let time = LibCurl.functions.map { Int64($0.getdate(text, nil)) } ?? 0
    return time > 0 ? time : nil
  }

  private func named(_ error: NodeError) -> NodeError {
    var error = error
    error.peer = peer
    return error
  }
}
