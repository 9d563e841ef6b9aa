import HTTPTypes
import HummingbirdCore
import Listening
import NIOCore
import StrictJSON

/// Reads requests off HTTP and writes the service's answers.
struct FeePayerAnswers: Sendable {
  let service: FeePayerService
  let forwarded: Bool
  let access: OriginPolicy
  let gate: DrainGate
  let log: RequestLog
  /// A transaction of the largest size, in hexadecimal and JSON.
  static let mostBytes = 300 << 10
  /// The paths that there are, by which requests are counted.
  private static let routes: Set = [
    "/api/signAsFeePayer", "/api/balance", "/api/v2/balance", "/healthz", "/readyz", "/metrics",
  ]
  private static let forwardedFor = HTTPField.Name("X-Forwarded-For")!

  /// Answers one request.
  ///
  /// - Throws: what ends the connection.
  func answer(_ request: Request, _ writer: consuming ResponseWriter, from channel: any Channel) async throws {
    let (answer, id) = await log.answering(request.method, request.headers) {
      let answer = await written(request, from: channel)
      return RequestLog.LoggedAnswer(
        answer, route: Self.routes.contains(request.uri.path) ? request.uri.path : RequestLog.noRoute,
        status: answer.status.code, bytes: answer.body.readableBytes)
    }
    var fields: HTTPFields = [
      .contentType: answer.kind, .contentLength: "\(answer.body.readableBytes)", .cacheControl: "no-store",
      .requestID: id.description,
    ]
    if let seconds = answer.retryAfter { fields[.retryAfter] = "\(seconds)" }
    let head = HTTPResponse(status: answer.status, headerFields: fields)
    if request.method == .head {
      try await writer.writeResponse(head)
    } else {
      try await writer.write(response: head, body: ResponseBody(byteBuffer: answer.body))
    }
  }

  private func written(_ request: Request, from channel: any Channel) async -> WrittenAnswer {
    if let refusal = refusal(of: request) { return WrittenAnswer(refusal) }
    if let health = await HealthAnswers(service: service, gate: gate, log: log).answer(to: request) { return health }
    return WrittenAnswer(await gate.passing { await answered(request, from: channel) } ?? .ending)
  }

  /// The refusal of a request that is for another host, or of another site's page; nil for any other.
  private func refusal(of request: Request) -> ServiceAnswer? {
    switch access.verdict(hosts: request.hosts, origins: request.headers[values: .origin]) {
    case .admitted: nil
    case .repeated(let name): .badRequest("A request has one \(name), and this one has several")
    case .host(let host): .forbidden("The service is not to be addressed as \(FeeOrder.line(host))")
    case .origin(let origin): .forbidden("The service doesn't answer pages of \(FeeOrder.line(origin))")
    }
  }

  private func answered(_ request: Request, from channel: any Channel) async -> ServiceAnswer {
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: Self.mostBytes)
    } catch {
      return .badRequest("The body is longer than \(Self.mostBytes) bytes")
    }
    var query: [String: String] = [:]
    for item in request.uri.queryParameters { query[String(item.key)] = String(item.value) }
    return await service.answer(
      FeePayerService.Request(
        method: request.method.rawValue, path: request.uri.path, query: query, key: key(of: request),
        caller: caller(of: request, channel), body: Array(body.readableBytesView)))
  }

  /// The key that stands behind `Bearer`; any other authorization is a key that nobody has.
  private func key(of request: Request) -> String? {
    guard let text = request.headers[.authorization] else { return nil }
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return "" }
    return String(parts[1])
  }

  /// The network address of the client; what a proxy names otherwise than by an address counts as the proxy itself.
  private func caller(of request: Request, _ channel: any Channel) -> String {
    if forwarded, let last = request.headers[Self.forwardedFor]?.split(separator: ",").last {
      return (ClientAddress(last.filter { $0 != " " }) ?? ClientAddress(channel.remoteAddress)).description
    }
    return ClientAddress(channel.remoteAddress).description
  }
}

/// An answer as it is written.
struct WrittenAnswer: Sendable {
  let status: HTTPResponse.Status
  let kind: String
  let body: ByteBuffer
  var retryAfter: UInt64?

  /// A short text.
  init(_ text: String, status: HTTPResponse.Status = .ok, kind: String = "text/plain; charset=utf-8") {
    (self.status, self.kind, body) = (status, kind, ByteBuffer(string: text))
  }

  /// An answer of the API.
  init(_ answer: ServiceAnswer) {
    status = HTTPResponse.Status(code: answer.status)
    (kind, retryAfter) = ("application/json", answer.retryAfter)
    body = ByteBuffer(bytes: answer.json.serializedBytes())
  }
}
