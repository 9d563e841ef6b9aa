import Foundation
import Peers

/// HTTP requests that are ready to be sent.
struct HTTPLoad: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private let host: String

  /// Requests for a host by its name.
  init(host: String = "localhost") { self.host = host }

  /// The number of requests.
  var count: Int { ends.count }

  /// - Parameter headers: Whole lines, each with its end.
  mutating func get(_ path: String, headers: String = "") {
    add("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\(headers)\r\n", [])
  }

  mutating func post(_ path: String, _ body: [UInt8]) {
    let head = "POST \(path) HTTP/1.1\r\nHost: \(host)\r\nContent-Type: application/json\r\n"
    add(head + "Content-Length: \(body.count)\r\n\r\n", body)
  }

  private mutating func add(_ head: String, _ body: [UInt8]) {
    bytes += Array(head.utf8) + body
    ends.append(bytes.count)
  }

  /// Sends all on some connections at once, on a thread of its own.
  ///
  /// - Parameters:
  ///   - interval: The least seconds from the beginning of one request to that of the next, on whichever connection.
  ///   - status: The status that all answers have to have.
  /// - Returns: The seconds to each answer.
  func send(
    to port: UInt16, connections: Int, interval: Double = 0, expecting status: UInt16 = 200
  ) async throws -> [Double] {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        var (seconds, statuses) = ([Double](repeating: 0, count: count), [UInt16](repeating: 0, count: count))
        let isDone = peer_http_load(port, connections, bytes, ends, count, interval, &seconds, &statuses)
        let others = statuses.filter { $0 != status }
        if isDone, others.isEmpty {
          continuation.resume(returning: seconds)
        } else {
          continuation.resume(
            throwing: BenchmarkFailure(
              "of \(count) answers of the port \(port) \(others.count) are others than due, such as \(others.first ?? 0)"
            ))
        }
      }
    }
  }

  /// Sends one request, again and again until its answer has the status 200.
  static func untilTaken(_ path: String, of port: UInt16) async throws {
    var load = HTTPLoad()
    load.get(path)
    for _ in 0..<30_000 {
      if (try? await load.send(to: port, connections: 1)) != nil { return }
      try await Task.sleep(for: .milliseconds(2))
    }
    throw BenchmarkFailure("the port \(port) does not answer \(path)")
  }
}
