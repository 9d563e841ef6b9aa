import HTTPTypes
import HummingbirdCore
import NIOCore

/// A port of a service that cannot begin yet: who watches it hears that it lives and is not ready, and everybody else that it
/// is not there yet.
package final class WaitingServer: Sendable {
  /// The port on which it listens.
  package let port: UInt16
  private let listener: Listener<HTTP1Channel>

  /// The most connections at once; they are for those who watch it.
  private static let most = 64

  private init(_ listener: Listener<HTTP1Channel>) { (self.listener, port) = (listener, listener.port) }

  /// Opens the port.
  ///
  /// - Parameter obstacle: The reason why the service cannot begin, for whoever asks.
  /// - Throws: what the system has against it; `CancellationError`.
  package static func open(host: String, port: UInt16, obstacle: String) async throws -> WaitingServer {
    let channel = HTTP1Channel(
      responder: { request, writer, _ in try await answer(request, writer, obstacle) },
      configuration: HTTP1Channel.Configuration(idleTimeout: .seconds(10)))
    return WaitingServer(try await Listener.open(channel, host: host, port: port, most: most))
  }

  private static func answer(
    _ request: Request, _ writer: consuming ResponseWriter, _ obstacle: String
  ) async throws {
    let isAlive = request.uri.path == "/healthz"
    let body = ByteBuffer(string: (isAlive ? "alive" : obstacle) + "\n")
    var fields: HTTPFields = [
      .contentType: "text/plain; charset=utf-8", .contentLength: "\(body.readableBytes)", .cacheControl: "no-store",
    ]
    if !isAlive { fields[.retryAfter] = "1" }
    let head = HTTPResponse(status: isAlive ? .ok : .serviceUnavailable, headerFields: fields)
    guard request.method != .head else { return try await writer.writeResponse(head) }
    try await writer.write(response: head, body: ResponseBody(byteBuffer: body))
  }

  /// Closes the port, which the service opens then.
  package func stop() async { await listener.stop() }
}
