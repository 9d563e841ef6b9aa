import HTTPTypes
import Listening
import Locking

/// The number of answers of a process by route and status, for who watches it.
final class AnswerCounts: Sendable {
  private struct Key: Hashable, Comparable {
    let method: String
    let route: String
    let status: Int

    static func < (left: Key, right: Key) -> Bool {
      (left.route, left.method, left.status) < (right.route, right.method, right.status)
    }
  }

  private let counts = Guarded<[Key: Int]>([:])

  /// Counts an answer; routes are those of the source, so that nobody can make up more.
  func count(_ method: HTTPRequest.Method, _ route: String, _ status: HTTPResponse.Status) {
    counts.withLock { $0[Key(method: method.rawValue, route: route, status: status.code), default: 0] += 1 }
  }

  /// All of them in the text format of Prometheus (0.0.4).
  var text: String {
    let values = counts.withLock { $0 }.sorted { $0.key < $1.key }.map { key, count in
      (labels: "method=\"\(key.method)\",route=\"\(key.route)\",status=\"\(key.status)\"", value: "\(count)")
    }
    return Metric(
      "lectures_http_answers_total", .counter, "Answers since the start, by route and status.", values: values
    ).text
  }
}
