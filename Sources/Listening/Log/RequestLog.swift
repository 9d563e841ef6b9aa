import Failures
import HTTPTypes
import Locking
import Logging

/// The requests of a service over HTTP: the name of each, a line in the log for its answer, and the figures of all, by
/// method, route and status.
package struct RequestLog: Sendable {
  private struct Key: Hashable, Comparable {
    let method: String
    let route: String
    let status: Int

    static func < (left: Key, right: Key) -> Bool {
      (left.route, left.method, left.status) < (right.route, right.method, right.status)
    }
  }

  private struct Counts: Sendable {
    var answers: [Key: Int] = [:]
    var durations = Metric.Durations()
    var underWay = 0
  }

  /// An answer with what is noted of it.
  package struct LoggedAnswer<Answer> {
    let answer: Answer
    let route: String
    let status: Int
    let bytes: Int?

    /// - Parameters:
    ///   - route: Of the source, so that nobody can make up more: neither what was asked for nor a secret is in it.
    ///   - bytes: The size of the body; nil of a stream.
    package init(_ answer: Answer, route: String, status: Int, bytes: Int?) {
      (self.answer, self.route, self.status, self.bytes) = (answer, route, status, bytes)
    }
  }

  /// The route of what is at none.
  package static let noRoute = "-"

  /// The log of the service.
  package let logger: Logger
  private let prefix: String
  private let counts = Guarded(Counts())

  /// - Parameter prefix: The beginning of the figures' names, such as `lectures_relay`.
  package init(_ prefix: String, _ logger: Logger) { (self.prefix, self.logger) = (prefix, logger) }

  /// Works on a request under its name, see ``RequestID``, and notes its answer.
  ///
  /// - Returns: the answer, and the name that belongs into it.
  package func answering<Answer>(
    _ method: HTTPRequest.Method, _ fields: HTTPFields, _ work: () async -> LoggedAnswer<Answer>
  ) async -> (answer: Answer, id: RequestID) {
    let (start, id) = (ContinuousClock.now, RequestID(of: fields))
    counts.withLock { $0.underWay += 1 }
    let answer = await RequestID.$current.withValue(id) {
      let noted = await work()
      note(noted, method, after: ContinuousClock.now - start)
      return noted.answer
    }
    return (answer, id)
  }

  private func note<Answer>(_ noted: LoggedAnswer<Answer>, _ method: HTTPRequest.Method, after time: Duration) {
    let method = Self.known.contains(method) ? method.rawValue : "other"
    counts.withLock { counts in
      counts.answers[Key(method: method, route: noted.route, status: noted.status), default: 0] += 1
      counts.durations.count(time)
      counts.underWay -= 1
    }
    let (seconds, attoseconds) = time.components
    logger.info(
      "answered",
      metadata: [
        "method": "\(method)", "route": "\(noted.route)", "status": "\(noted.status)",
        "bytes": "\(noted.bytes.map(String.init) ?? "stream")",
        "ms": "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000)",
      ])
  }

  /// The figures since the start.
  package var metrics: [Metric] {
    let counts = counts.withLock { $0 }
    let values = counts.answers.sorted { $0.key < $1.key }.map { key, count in
      (labels: "method=\"\(key.method)\",route=\"\(key.route)\",status=\"\(key.status)\"", value: "\(count)")
    }
    return [
      Metric(
        "\(prefix)_answers_total", .counter, "Answers over HTTP since the start, by route and status.", values: values),
      Metric("\(prefix)_answer_seconds", "Time from a request to its answer.", counts.durations),
      Metric("\(prefix)_requests_under_way", .gauge, "Requests that are not answered yet.", counts.underWay),
    ]
  }

  /// The methods that are counted by their names: clients make up others.
  private static let known: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete, .options]
}

extension RequestID {
  /// The name that a request brought; a new one if it brought none, several, or what is none.
  package init(of fields: HTTPFields) {
    let given = fields[values: .requestID]
    self = (given.count == 1 ? RequestID(given[0]) : nil) ?? .random()
  }
}

extension HTTPField.Name {
  /// The name of a request, in it and in its answer.
  package static let requestID = HTTPField.Name(RequestID.headerName)!
}
