import NodeRPC
import Primitives
import StrictJSON

/// How an attempt at a delivery went.
enum DeliveryOutcome: Sendable, Hashable {
  case delivered
  /// It may go better later; the seconds it asks to wait.
  case again(String, after: Int64?)
  /// The receiver does not want it as it is now.
  case refused(String)
  /// It can never be delivered.
  case lost(String)
}

/// A POST that reports a crossing.
///
/// Its body is one JSON object, or what the receiver's ``AlertChannel/Format`` wants; `X-Lectures-Delivery` is the delivery's id, the same each time it is tried, so that a
/// receiver takes it once; `X-Lectures-Signature` is `sha256=` and the HMAC-SHA-256 of the body with the shared secret.
struct Webhook<Subject: AlertSubject> {
  let delivery: Delivery<Subject>
  private let endpoint: Endpoint

  init(_ delivery: Delivery<Subject>) throws(NodeError) {
    self.delivery = delivery
    endpoint = try Endpoint(delivery.channel.target, of: delivery.channel.kind.rawValue)
  }

  /// The body, to the byte the same at each attempt.
  var body: Bytes { ChatBody(delivery.channel.format, delivery.message)?.bytes ?? fullBody }

  private var fullBody: Bytes {
    let subject = delivery.subject
    guard Subject.hasValues else {
      let texts = [("id", delivery.id)] + subject.facts + [("message", delivery.message)]
      let members = texts.map { ($0.0, JSON.string($0.1)) } + [("time", JSON.number("\(delivery.time)"))]
      return JSON.object(JSONObject(members)).serializedBytes()
    }
    let numbers = [("alert", delivery.alert), ("crossing", delivery.crossing), ("time", delivery.time)]
    let texts =
      subject.facts + [("condition", delivery.condition.name)] + delivery.limits + [
        ("price", subject.text(of: delivery.value)), ("unit", subject.unit), ("message", delivery.message),
      ] + (delivery.note.map { [("note", $0)] } ?? [])
    let members =
      [("id", JSON.string(delivery.id))] + numbers.map { ($0, JSON.number("\($1)")) }
      + texts.map { ($0.0, JSON.string($0.1)) }
    return JSON.object(JSONObject(members)).serializedBytes()
  }

  /// Sends it once.
  func send() async -> DeliveryOutcome {
    let body = body
    var headers = ["X-Lectures-Delivery: \(delivery.id)"]
    headers += ChatBody.headers(delivery.channel.format, title: Subject.topic.title)
    if let file = delivery.channel.secretFile {
      do {
        headers.append("X-Lectures-Signature: \(try WebhookSecret(in: file, Subject.topic).signature(of: body))")
      } catch {
        return .again("the secret cannot be read: \(error)", after: nil)
      }
    }
    let answer: JSONExchange.Answer
    do throws(NodeError) {
      let noun = delivery.channel.kind.rawValue
      answer = try await JSONExchange(endpoint, of: noun, headers: headers, timeout: .seconds(20)).post(body)
    } catch {
      return .again(error.message, after: nil)
    }
    switch answer.status {
    case 200..<300: return .delivered
    case 408, 425, 429, 500...: return .again("HTTP status \(answer.status)", after: answer.retryAfter.map(Int64.init))
    case 410: return .lost("HTTP status 410: the receiver is gone")
    default: return .refused("HTTP status \(answer.status)")
    }
  }
}
