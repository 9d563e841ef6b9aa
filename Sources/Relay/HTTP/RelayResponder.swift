import HTTPTypes
import HummingbirdCore
import Listening
import NIOCore
import OrderBook

/// Reads requests off HTTP, holds clients to their limits, and writes answers.
struct RelayResponder: Sendable {
  let service: RelayService
  let access: OriginPolicy
  let proxies: TrustedProxies
  let work: WorkUnderWay

  /// Answers one request.
  ///
  /// - Throws: what ends the connection.
  func answer(_ request: Request, _ writer: consuming ResponseWriter, from channel: any Channel) async throws {
    // Requests in hand when the relay stops are finished, their answers included.
    let isServed = work.begin()
    defer { if isServed { work.end() } }
    var (answer, id) = await service.log.answering(request.method, request.headers) {
      let answer = isServed ? await answered(request, from: channel) : RelayAnswer(.http(503, "The relay stops"))
      return RequestLog.LoggedAnswer(
        answer, route: RelayRoute(path: request.uri.path)?.pattern ?? RequestLog.noRoute, status: answer.status,
        bytes: answer.body.count)
    }
    answer.fields[.requestID] = id.description
    answer.fields[.contentLength] = "\(answer.body.count)"
    answer.fields[.cacheControl] = "no-store"
    let status = await service.book.status
    answer.fields[.bookSequence] = "\(status.sequence)"
    if let head = status.head { answer.fields[.bookBlock] = "\(head.number)" }
    if let origin = request.headers[.origin], case .admitted = verdict(on: request) {
      answer.fields[.accessControlAllowOrigin] = origin
      answer.fields[.vary] = "Origin"
      answer.fields[.accessControlExposeHeaders] = Self.exposed
    }
    // `ProtocolDetector` leaves one of these words or none.
    answer.fields[.connection] = isServed ? request.headers[.connection] : "close"
    let head = HTTPResponse(status: HTTPResponse.Status(code: answer.status), headerFields: answer.fields)
    if request.method == .head || answer.body.isEmpty {
      try await writer.writeResponse(head)
    } else {
      try await writer.write(response: head, body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    }
  }

  private func verdict(on request: Request) -> OriginPolicy.Verdict {
    access.verdict(hosts: request.hosts, origins: request.headers[values: .origin])
  }

  private func answered(_ request: Request, from channel: any Channel) async -> RelayAnswer {
    switch verdict(on: request) {
    case .admitted: break
    case .repeated(let name): return RelayAnswer(.http(400, "A request has one \(name), and this one has several"))
    case .host: return RelayAnswer(.http(403, "The relay is not to be addressed by this name"))
    case .origin: return RelayAnswer(.http(403, "The relay doesn't answer pages of this site"))
    }
    if request.headers[.upgrade] != nil, Self.isWebSocket(path: request.uri.path) {
      var answer = RelayAnswer(
        .http(426, "A WebSocket needs one Sec-WebSocket-Key and Sec-WebSocket-Version: 13 (RFC 6455)"))
      answer.fields[.upgrade] = "websocket"
      answer.fields[.secWebSocketVersion] = "13"
      return answer
    }
    guard let route = RelayRoute(path: request.uri.path) else { return RelayAnswer(.notFound) }
    let allowed = (route.methods + ["OPTIONS"]).joined(separator: ", ")
    if request.method == .options { return preflight(allowed) }
    guard route.methods.contains(request.method.rawValue) else {
      var answer = RelayAnswer(.http(405, "This place takes \(allowed)"))
      answer.fields[.allow] = allowed
      return answer
    }
    let client = proxies.client(at: channel.remoteAddress, forwarded: request.headers[values: .forwardedFor])
    guard route.isMetered else { return await answered(request, route, client) }
    let isPost = request.method == .post
    let reading = isPost ? service.meters.post(by: client) : service.meters.read(by: client)
    var answer: RelayAnswer
    if let wait = reading.wait {
      service.counters.count { $0.throttled += 1 }
      answer = RelayAnswer(.throttled("too many requests", retryAfter: (wait + 999) / 1000))
    } else {
      answer = await answered(request, route, client)
    }
    answer.fields[.rateLimit] = "\(reading.limit)"
    answer.fields[.rateRemaining] = "\(reading.remaining)"
    answer.fields[.rateReset] = "\((reading.reset + 999) / 1000)"
    return answer
  }

  private func answered(_ request: Request, _ route: RelayRoute, _ client: ClientAddress) async -> RelayAnswer {
    var body: [UInt8] = []
    if request.method == .post {
      guard Self.isJSON(request.headers[.contentType]) else {
        return RelayAnswer(.http(415, "The body has to be application/json"))
      }
      do {
        body = Array(try await request.body.collect(upTo: route.mostBytes).readableBytesView)
      } catch is NIOTooManyBytesError {
        // The rest of the body is read and dropped, so that the client sees this answer.
        return RelayAnswer(.http(413, "The body is longer than \(route.mostBytes) bytes"))
      } catch {
        return RelayAnswer(.http(400, "The body cannot be read"))
      }
    }
    let parameters = request.uri.queryParameters.map { (name: String($0.key), value: String($0.value)) }
    return await service.answer(
      RelayRequest(
        route: route, method: request.method == .head ? "GET" : request.method.rawValue, path: request.uri.path,
        rawQuery: request.uri.query ?? "", query: RelayQuery(parameters), body: body, client: client))
  }

  /// Whether a path is one of WebSocket.
  static func isWebSocket(path: String) -> Bool { ["/v0/ws", "/orderbook/v1", "/sra/v4"].contains(path) }

  private static func isJSON(_ contentType: String?) -> Bool {
    guard let kind = contentType?.split(separator: ";").first else { return false }
    return kind.filter { $0 != " " }.lowercased() == "application/json"
  }

  private func preflight(_ allowed: String) -> RelayAnswer {
    var answer = RelayAnswer(status: 204)
    answer.fields[.allow] = allowed
    answer.fields[.accessControlAllowMethods] = allowed
    answer.fields[.accessControlAllowHeaders] = "*"
    answer.fields[.accessControlMaxAge] = "600"
    return answer
  }

  private static let exposed =
    "Link, Retry-After, X-Book-Block, X-Book-Sequence, X-Order-State, X-RateLimit-Limit, X-RateLimit-Remaining, "
    + "X-RateLimit-Reset, X-Request-ID"
}
