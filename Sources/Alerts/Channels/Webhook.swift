import NodeRPC
import Primitives
import StrictJSON

/// The result of an attempt at a delivery.
package enum DeliveryOutcome: Sendable, Hashable {
  case delivered
  /// A later attempt may do better; the seconds that the receiver asks to wait.
  case again(String, after: Int64?)
  /// The receiver does not want it as it is now.
  case refused(String)
  /// The notice can never be delivered.
  case lost(String)
}

/// A POST that reports a crossing.
///
/// Its body is one JSON object, or what the receiver's ``AlertChannel/Format`` wants; the headers are those of ``SignedPost``.
struct Webhook<Subject: AlertSubject> {
  let delivery: Delivery<Subject>
  private let post: SignedPost

  init(_ delivery: Delivery<Subject>) throws(NodeError) {
    self.delivery = delivery
    let channel = delivery.channel
    post = try SignedPost(
      to: channel.target, of: channel.kind.rawValue, secretFile: channel.secretFile, topic: Subject.topic)
  }

  /// The body, to the byte the same at each attempt.
  var body: Bytes { ChatEncoding(delivery.channel.format, delivery.message)?.bytes ?? fullBody }

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
    await post.send(
      delivery.id, body, headers: ChatEncoding.headers(delivery.channel.format, title: Subject.topic.title))
  }
}
