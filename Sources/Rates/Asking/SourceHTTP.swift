import NodeRPC
import Primitives

/// The way to sources: one GET at a time and host, https alone, bounded in size and time.
struct SourceHTTP: Sendable {
  /// How a request ended.
  enum Outcome: Sendable {
    /// An answer with status 200, and the marks of its content.
    case answer(SourceAnswer, etag: String?, lastModified: String?)
    /// The content is as it was.
    case unchanged
    /// No answer, or none that counts; the seconds that the source asks to wait.
    case failed(RatesError, wait: Int64?)
  }

  private let program: String
  private let mirror: String?
  private let timeout: Duration
  private static let noun = "rate source"
  private static let mostRedirects = 3

  init(program: String, mirror: String?, timeout: Duration) {
    (self.program, self.timeout) = (program, timeout)
    self.mirror = mirror.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
  }

  /// Asks for an address; a redirect is followed to the same host only.
  func get(_ request: SourceRequest, etag: String?, lastModified: String?, now: Int64) async -> Outcome {
    var url = request.url
    if let mirror {
      guard url.hasPrefix("https://") else { return .failed(Self.refused(request), wait: nil) }
      url = "\(mirror)/\(url.dropFirst("https://".count))"
    }
    let marks = [etag.map { "If-None-Match: \($0)" }, lastModified.map { "If-Modified-Since: \($0)" }]
    let headers =
      ["Accept: application/json, application/xml;q=0.9, text/csv;q=0.8, */*;q=0.5", "User-Agent: \(program)"]
      + request.headers + marks.compactMap { $0 }.filter(Self.isPlain)
    do throws(NodeError) {
      var redirects = 0
      while true {
        let endpoint = try Endpoint(url, of: Self.noun)
        guard endpoint.isSecure || endpoint.isLoopback else { return .failed(Self.refused(request), wait: nil) }
        await HostPace.shared.wait(for: Self.host(of: url))
        let answer = try await HTTPExchange(
          endpoint, of: Self.noun, headers: headers, mostBytes: request.mostBytes, timeout: timeout
        ).get()
        guard (301...308).contains(answer.status), answer.status != 304 else { return outcome(answer, request, now) }
        redirects += 1
        guard redirects <= Self.mostRedirects, let next = answer.location.flatMap({ Self.resolve($0, from: url) })
        else {
          return .failed(
            RatesError(
              .unreachable, "The source sends somewhere else.", reason: "Only redirects to the same host are followed."),
            wait: nil)
        }
        url = next
      }
    } catch {
      return .failed(
        RatesError(.unreachable, "The source gives no answer.", reason: error.message, cause: error),
        wait: nil)
    }
  }

  private func outcome(_ answer: HTTPExchange.Answer, _ request: SourceRequest, _ now: Int64) -> Outcome {
    let wait = answer.retryAfter(now: now)
    let status = "HTTP status \(answer.status)."
    switch answer.status {
    case 200:
      let content = SourceAnswer(
        answer.body, contentType: answer.contentType, date: answer.date.map { min($0, now) } ?? now, retrieved: now)
      return .answer(content, etag: answer.etag, lastModified: answer.lastModified)
    case 304: return .unchanged
    case 429, 503:
      return .failed(RatesError(.limited, "The source asks to be asked less often.", reason: status), wait: wait)
    case 418:
      // A ban at exchanges.
      return .failed(
        RatesError(.limited, "The source has banned this address.", reason: status), wait: max(wait ?? 0, 3600))
    case 401, 403:
      return .failed(RatesError(.badKey, "The source refuses the key, or this address.", reason: status), wait: nil)
    case 404: return .failed(RatesError(.noData, "The source has no such rate.", reason: status), wait: nil)
    default:
      return .failed(RatesError(.unreachable, "The source gives no answer that counts.", reason: status), wait: wait)
    }
  }

  private static func refused(_ request: SourceRequest) -> RatesError {
    RatesError(
      .unreachable, "The source is not asked without TLS.", reason: "Everybody on the way could change its rates.")
  }

  /// Printable ASCII: what a server gave as a mark must not become another header.
  private static func isPlain(_ line: String) -> Bool {
    line.utf8.count <= 1000 && line.utf8.allSatisfy { (0x20...0x7e).contains($0) }
  }

  private static func host(of url: String) -> Substring {
    url.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" && $0 != "?" }
  }

  /// The address of a redirect; nil for another host or scheme.
  private static func resolve(_ location: String, from url: String) -> String? {
    let origin = String(url.prefix { $0 != ":" }) + "://" + host(of: url)
    if location.hasPrefix("/"), !location.hasPrefix("//") { return origin + location }
    return location.hasPrefix(origin + "/") ? location : nil
  }
}

/// Lets one request a second go to a host.
private actor HostPace {
  static let shared = HostPace()
  private var next: [Substring: ContinuousClock.Instant] = [:]

  /// Waits for the host's next second.
  func wait(for host: Substring) async {
    // Requests to this machine are tests and mirrors.
    guard !host.hasPrefix("127."), !host.hasPrefix("localhost"), !host.hasPrefix("[::1]") else { return }
    let turn = max(next[host] ?? .now, .now)
    next[host] = turn + .seconds(1)
    try? await Task.sleep(until: turn, clock: .continuous)
  }
}
