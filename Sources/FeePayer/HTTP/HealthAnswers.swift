import HTTPTypes
import HummingbirdCore
import Listening

/// The answers to those who watch a fee payer: whether its process lives, whether it can pay, and its figures.
struct HealthAnswers: Sendable {
  let service: FeePayerService
  let gate: DrainGate
  let log: RequestLog

  private static let forwardedFor = HTTPField.Name("X-Forwarded-For")!

  /// The answer to a request; nil for one that asks for something else. The figures are for those who watch the
  /// process, and not for those who come through a server in front.
  func answer(to request: Request) async -> WrittenAnswer? {
    guard request.method == .get || request.method == .head else { return nil }
    switch request.uri.path {
    case "/healthz": return WrittenAnswer("alive\n")
    case "/readyz": return await readiness()
    case "/metrics" where request.headers[values: Self.forwardedFor].isEmpty:
      let metrics = await service.metrics()
      let orders = Metric("lectures_fee_payer_under_way", .gauge, "Requests under way.", gate.inside)
      return WrittenAnswer((metrics + [orders] + log.metrics).text, kind: Metric.contentType)
    default: return nil
    }
  }

  private func readiness() async -> WrittenAnswer {
    let obstacle = gate.isClosed ? "The service is being stopped." : await service.obstacle()
    return WrittenAnswer((obstacle ?? "ready") + "\n", status: obstacle == nil ? .ok : .serviceUnavailable)
  }
}
