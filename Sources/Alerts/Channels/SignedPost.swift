import NodeRPC
import Primitives

/// A POST of a body to somebody's receiver, who knows by its headers that it is from here and which delivery it is.
///
/// `X-Lectures-Delivery` is the delivery's id, the same each time it is tried, so that a receiver takes it once;
/// `X-Lectures-Signature` is `sha256=` and the HMAC-SHA-256 of the body with the shared secret. No redirect is followed.
package struct SignedPost: Sendable {
  private let endpoint: Endpoint
  private let noun: String
  private let secretFile: String?
  private let topic: AlertTopic

  /// A way to a receiver; nothing is sent yet.
  ///
  /// - Parameter noun: The receiver's kind, for the texts of errors: as in `webhook`.
  package init(
    to url: String, of noun: String = AlertChannel.Kind.webhook.rawValue, secretFile: String?, topic: AlertTopic
  ) throws(NodeError) {
    (self.noun, self.secretFile, self.topic) = (noun, secretFile, topic)
    endpoint = try Endpoint(url, of: noun)
  }

  /// Whether nobody on the way can read along.
  package var isPrivate: Bool { endpoint.isPrivate }

  /// The receiver's address without its secrets.
  package var address: String { endpoint.redacted }

  /// Sends a body once.
  ///
  /// - Parameters:
  ///   - id: Printable ASCII.
  ///   - headers: More header lines, as in `X-Name: value`; printable ASCII. The request under work is named besides.
  package func send(_ id: String, _ body: Bytes, headers: [String] = []) async -> DeliveryOutcome {
    var headers = ["X-Lectures-Delivery: \(id)"] + RequestID.headerLines + headers
    if let secretFile {
      do {
        headers.append("X-Lectures-Signature: \(try WebhookSecret(in: secretFile, topic).signature(of: body))")
      } catch {
        return .again("the secret cannot be read: \(error)", after: nil)
      }
    }
    let answer: JSONExchange.Answer
    do throws(NodeError) {
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

  /// Seconds before the next attempt, after so many: 1, 2, 4 … 3600.
  package static func pause(after attempts: Int64) -> Int64 {
    attempts > 12 ? 3600 : min(3600, 1 << max(0, attempts - 1))
  }
}
