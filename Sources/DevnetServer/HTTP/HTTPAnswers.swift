import Devnet
import HTTPTypes
import HummingbirdCore
import Listening
import NIOCore
import StrictJSON

/// The answers to requests of HTTP: JSON-RPC to a POST, a word of help to a GET.
struct HTTPAnswers: Sendable {
  let chain: Devnet
  let access: OriginPolicy
  let options: DevnetServerOptions

  private struct Answer {
    var status: HTTPResponse.Status
    var fields: HTTPFields = [:]
    var body = ByteBuffer()

    static func text(_ status: HTTPResponse.Status, _ text: String, _ fields: HTTPFields = [:]) -> Answer {
      var answer = Answer(status: status, fields: fields, body: ByteBuffer(string: text + "\n"))
      answer.fields[.contentType] = "text/plain; charset=utf-8"
      return answer
    }

    static func json(_ status: HTTPResponse.Status, _ bytes: [UInt8]) -> Answer {
      Answer(status: status, fields: [.contentType: "application/json"], body: ByteBuffer(bytes: bytes))
    }
  }

  /// Answers one request.
  ///
  /// - Throws: what ends the connection.
  func answer(_ request: Request, _ writer: consuming ResponseWriter) async throws {
    var answer: Answer
    if let refusal = refusal(request) {
      answer = refusal
    } else if request.method == .post {
      // A client that asks first whether the body is welcome gets 100 Continue (RFC 9110, 10.1.1).
      if request.headers[.expect]?.lowercased() == "100-continue", request.declaredBytes ?? 0 <= options.mostBytes {
        try await writer.writeInformationalHead(HTTPResponse(status: .continue))
      }
      answer = try await self.answer(post: request)
    } else {
      answer = self.answer(other: request)
    }
    answer.fields[.contentLength] = "\(answer.body.readableBytes)"
    if let origin = request.headers[.origin], answer.status != .forbidden, answer.status != .badRequest {
      answer.fields[.accessControlAllowOrigin] = origin
      answer.fields[.vary] = "Origin"
    }
    // `ProtocolDetector` leaves one of these words or none.
    answer.fields[.connection] = request.headers[.connection]
    let head = HTTPResponse(status: answer.status, headerFields: answer.fields)
    if request.method == .head || answer.body.readableBytes == 0 {
      try await writer.writeResponse(head)
    } else {
      try await writer.write(response: head, body: ResponseBody(byteBuffer: answer.body))
    }
  }

  private func refusal(_ request: Request) -> Answer? {
    switch access.verdict(hosts: request.hosts, origins: request.headers[values: .origin]) {
    case .admitted: break
    case .repeated(let name): return .text(.badRequest, "A request has one \(name), and this one has several.")
    case .host(let host):
      return .text(
        .forbidden,
        "The devnet is not to be addressed as \(host): that could be a page of another site (DNS rebinding).\n"
          + "Use localhost or an IP address, or start the devnet so that it allows the name"
          + (options.hostAdvice.map { ": \($0)" } ?? "."))
    case .origin(let origin):
      return .text(
        .forbidden,
        "The devnet doesn't answer pages of \(origin).\n"
          + "Open the page from localhost, or start the devnet so that it allows the page"
          + (options.originAdvice.map { ": \($0)" } ?? "."))
    }
    guard request.head.path == "/" || request.head.path?.hasPrefix("/?") == true else {
      return .text(.notFound, "JSON-RPC is at / here.")
    }
    return nil
  }

  private func answer(post request: Request) async throws -> Answer {
    var size = request.declaredBytes ?? 0
    if size <= options.mostBytes {
      do {
        let body = try await request.body.collect(upTo: options.mostBytes)
        return .json(.ok, await RPCMessage.answer(toBytes: body.readableBytesView) { await chain.answer($0) } ?? [])
      } catch is NIOTooManyBytesError {
        size = options.mostBytes + 1
      }
    }
    // The rest of the body is read and dropped, so that the client sees this answer.
    let why = "content length too large (\(size) > \(options.mostBytes) bytes)"
    return .json(.contentTooLarge, RPCMessage.failure(code: -32600, why).serializedBytes())
  }

  private func answer(other request: Request) -> Answer {
    switch request.method {
    case .get, .head:
      guard request.headers[.upgrade] != nil else {
        return .text(
          .ok,
          "This is an Ethereum devnet, chain id \(chain.chainID). It speaks JSON-RPC 2.0 by POST, and WebSocket:\n"
            + "  curl -d '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_blockNumber\"}' http://\(request.head.authority ?? "")"
        )
      }
      return .text(
        .upgradeRequired, "A WebSocket needs one Sec-WebSocket-Key and Sec-WebSocket-Version: 13 (RFC 6455).",
        [.upgrade: "websocket", .secWebSocketVersion: "13"])
    case .options:
      var fields: HTTPFields = [
        .allow: Self.methods, .accessControlAllowMethods: Self.methods, .accessControlAllowHeaders: "*",
        .accessControlMaxAge: "600",
      ]
      if request.headers[Self.requestPrivateNetwork] != nil { fields[Self.allowPrivateNetwork] = "true" }
      return Answer(status: .noContent, fields: fields)
    default:
      return .text(.methodNotAllowed, "JSON-RPC is sent by POST.", [.allow: Self.methods])
    }
  }

  private static let methods = "POST, GET, HEAD, OPTIONS"
  // Pages of public sites ask so before they speak to a private address (Private Network Access).
  private static let requestPrivateNetwork = HTTPField.Name("Access-Control-Request-Private-Network")!
  private static let allowPrivateNetwork = HTTPField.Name("Access-Control-Allow-Private-Network")!
}

extension Request {
  /// The number of bytes of the body by its head; nil if that has no number.
  fileprivate var declaredBytes: Int? { headers[.contentLength].flatMap { Int($0) } }
}
