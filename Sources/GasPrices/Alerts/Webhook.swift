import Files
import Keystores
import NodeRPC
import Outbox
import Primitives
import Sending
import StrictJSON

/// A POST that reports a crossing.
///
/// Its body is one JSON object; `X-Lectures-Delivery` is the delivery's id, the same each time it is tried, so that a
/// receiver takes it once; `X-Lectures-Signature` is `sha256=` and the HMAC-SHA-256 of the body with the shared secret.
struct Webhook {
  /// How it went.
  enum Outcome: Sendable, Hashable {
    case delivered
    /// It may go better later; the seconds it asks to wait.
    case again(String, after: Int64?)
    /// The receiver does not want it as it is now.
    case refused(String)
    /// It can never be delivered.
    case lost(String)
  }

  /// The name of the receiver in errors.
  static let noun = "webhook"

  let delivery: Delivery
  private let endpoint: Endpoint

  init(_ delivery: Delivery) throws(NodeError) {
    self.delivery = delivery
    endpoint = try Endpoint(delivery.channel.target, of: Self.noun)
  }

  /// The body, to the byte the same at each attempt.
  static func body(of delivery: Delivery) -> Bytes {
    let rule = delivery.rule
    let body: JSON = [
      "id": .string(delivery.id), "alert": .number("\(delivery.alert)"), "crossing": .number("\(delivery.crossing)"),
      "time": .number("\(delivery.time)"), "chainId": .string(rule.chain), "network": .string(rule.network),
      "tier": .string(rule.tier.rawValue), "condition": .string(rule.isAbove ? "above" : "below"),
      "threshold": .string("\(rule.threshold)"), "price": .string("\(delivery.price)"), "unit": "wei",
      "message": .string(delivery.message),
    ]
    return body.serializedBytes()
  }

  /// The value of the signature's header.
  static func signature(of body: Bytes, secret: Bytes) throws -> String {
    "sha256=" + Hex.encode(try HMAC.sha256(key: secret, message: body).bytes).dropFirst(2)
  }

  /// Sends it once.
  func send() async -> Outcome {
    let body = Self.body(of: delivery)
    var headers = ["X-Lectures-Delivery: \(delivery.id)"]
    if let file = delivery.channel.secretFile {
      do {
        headers.append("X-Lectures-Signature: \(try Self.signature(of: body, secret: Self.secret(in: file)))")
      } catch {
        return .again("the secret cannot be read: \(error)", after: nil)
      }
    }
    let answer: JSONExchange.Answer
    do throws(NodeError) {
      answer = try await JSONExchange(endpoint, of: Self.noun, headers: headers, timeout: .seconds(20)).post(body)
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

  /// The first line of a file.
  static func secret(in path: String) throws -> Bytes {
    let contents = try PrivateFile.read(path, limit: 4096)
    if let exposed = contents.exposure("The file with the webhook's secret", needing: .secrecy) { throw exposed }
    let line = Bytes(contents.bytes.prefix { $0 != 0x0a && $0 != 0x0d })
    guard !line.isEmpty else {
      throw GasPricesError(.invalidAlert, "The file with the webhook's secret is empty.", reason: path)
    }
    return line
  }
}
