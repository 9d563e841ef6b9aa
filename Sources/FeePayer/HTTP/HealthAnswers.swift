import HTTPTypes
import HummingbirdCore
import Listening
import NIOCore

/// The answers to who watches a fee payer: whether its process lives, whether it can pay, and its figures.
struct HealthAnswers: Sendable {
  let service: FeePayerService
  let gate: Gate

  /// A short text.
  struct Answer: Sendable {
    let status: HTTPResponse.Status
    let text: String
    var kind = "text/plain; charset=utf-8"

    func write(to writer: consuming ResponseWriter, isHead: Bool) async throws {
      let body = ByteBuffer(string: text)
      let head = HTTPResponse(
        status: status,
        headerFields: [.contentType: kind, .contentLength: "\(body.readableBytes)", .cacheControl: "no-store"])
      if isHead {
        try await writer.writeResponse(head)
      } else {
        try await writer.write(response: head, body: ResponseBody(byteBuffer: body))
      }
    }
  }

  private static let forwardedFor = HTTPField.Name("X-Forwarded-For")!

  /// The answer to a request; nil for one that asks for something else. The figures are for who watches the process, and not
  /// for those who come through a server in front.
  func answer(to request: Request) async -> Answer? {
    guard request.method == .get || request.method == .head else { return nil }
    switch request.uri.path {
    case "/healthz": return Answer(status: .ok, text: "alive\n")
    case "/readyz": return await readiness()
    case "/metrics" where request.headers[values: Self.forwardedFor].isEmpty:
      let metrics = await service.metrics()
      let orders = Metric("lectures_fee_payer_under_way", .gauge, "Requests under way.", gate.inside)
      return Answer(status: .ok, text: (metrics + [orders]).text, kind: Metric.contentType)
    default: return nil
    }
  }

  private func readiness() async -> Answer {
    let obstacle = gate.isClosed ? "The service is being stopped." : await service.obstacle()
    return Answer(status: obstacle == nil ? .ok : .serviceUnavailable, text: (obstacle ?? "ready") + "\n")
  }
}
