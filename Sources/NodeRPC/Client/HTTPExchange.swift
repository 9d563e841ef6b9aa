import CCurl
import Primitives

/// A GET of any address over HTTP: bytes and headers as they come, bounded in size and time, and no redirect followed.
package struct HTTPExchange: Sendable {
  /// An answer, whatever its status.
  package struct Answer: Sendable {
    /// The status, as in 200.
    package let status: Int
    /// The content, unzipped.
    package let body: Bytes
    private let headers: [String: String]

    init(_ reply: HTTPReply) { (status, body, headers) = (reply.status, reply.body, reply.headers) }

    /// The kind of content that the server tells.
    package var contentType: String? { headers["Content-Type"] }
    /// The mark of the content's version, for `If-None-Match`.
    package var etag: String? { headers["ETag"] }
    /// The time of the content's last change as the server writes it, for `If-Modified-Since`.
    package var lastModified: String? { headers["Last-Modified"] }
    /// The address of a redirect.
    package var location: String? { headers["Location"] }
    /// The server's clock, in seconds since 1970.
    package var date: Int64? { headers["Date"].flatMap(Self.seconds) }

    /// Seconds that the server asks to wait, told as such or as a time.
    ///
    /// - Parameter now: Seconds since 1970.
    package func retryAfter(now: Int64) -> Int64? {
      guard let text = headers["Retry-After"] else { return nil }
      return Int64(text) ?? Self.seconds(text).map { max(0, $0 - now) }
    }

    /// A time as HTTP writes it (RFC 9110, section 5.6.7), in seconds since 1970.
    private static func seconds(_ text: String) -> Int64? {
      let time = curl_getdate(text, nil)
      return time >= 0 ? Int64(time) : nil
    }
  }

  private let target: HTTPTarget
  private let peer: String

  /// - Parameters:
  ///   - peer: The service's kind for the texts of errors, as in `rate source`.
  ///   - headers: Header lines beside the usual ones, as in `X-Name: value`; printable ASCII.
  ///   - mostBytes: The most bytes of an answer, after unzipping.
  ///   - timeout: For the whole exchange.
  package init(
    _ endpoint: Endpoint, of peer: String, headers: [String] = [], mostBytes: Int, timeout: Duration
  ) {
    self.peer = peer
    target = HTTPTarget(
      endpoint: endpoint, connectTimeout: 5_000, requestTimeout: timeout.milliseconds, maximumResponseBytes: mostBytes,
      authorityFile: nil, headers: headers, isGet: true)
  }

  /// Asks once.
  ///
  /// - Throws: `NodeError` when there is no answer.
  package func get() async throws(NodeError) -> Answer {
    var error: NodeError
    switch await TransferEngine.shared.perform([], at: target, isReplayable: false) {
    case .reply(let reply): return Answer(reply)
    case .failed(let failure): error = failure.nodeError(at: target)
    case .cancelled: error = NodeError(.cancelled)
    }
    error.peer = peer
    throw error
  }
}
