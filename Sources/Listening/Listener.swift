import HummingbirdCore
import Logging
import NIOCore
import NIOPosix

/// An open port and what serves it, until ``stop()``: dropping this value changes nothing.
package final class Listener<Handler: ServerChildChannel>: Sendable {
  /// The port on which it listens.
  package let port: UInt16
  private let server: Server<Handler>
  private let serving: Task<Void, Never>

  private init(port: UInt16, server: Server<Handler>, serving: Task<Void, Never>) {
    self.port = port
    self.server = server
    self.serving = serving
  }

  /// Opens a port; when this returns it takes connections.
  ///
  /// - Parameters:
  ///   - connections: What is done with each connection.
  ///   - port: 0 takes any free one.
  ///   - most: So many connections at once; others wait until one ends.
  /// - Throws: what the system has against it; `CancellationError`.
  package static func open(
    _ connections: Handler, host: String, port: UInt16, most: Int
  ) async throws -> Listener {
    try await open(connections, .hostname(host, port: Int(port)), most)
  }

  /// Opens a socket on the disk; a socket that another program left there is taken away.
  ///
  /// - Parameters:
  ///   - path: The file, in a folder in which others cannot put one of the same name.
  ///   - most: So many connections at once; others wait until one ends.
  /// - Throws: what the system has against it; `CancellationError`.
  package static func open(_ connections: Handler, socket path: String, most: Int) async throws -> Listener {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { unlink(path) }
    return try await open(connections, .unixDomainSocket(path: path), most)
  }

  private static func open(_ connections: Handler, _ address: BindAddress, _ most: Int) async throws -> Listener {
    let (opened, opening) = AsyncStream<Result<UInt16, any Error>>.makeStream()
    // Errors of single connections are those of their clients: there is nobody to tell.
    let silence = Logger.silent
    let server = Server(
      childChannelSetup: connections,
      configuration: ServerConfiguration(
        address: address,
        availableConnectionsDelegate: .maximum(max(1, most), logger: silence)),
      onServerRunning: { channel in opening.yield(.success(UInt16(clamping: channel.localAddress?.port ?? 0))) },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: silence)
    let serving = Task {
      do {
        try await server.run()
      } catch {
        opening.yield(.failure(error))
      }
      opening.finish()
    }
    for await result in opened { return Listener(port: try result.get(), server: server, serving: serving) }
    throw CancellationError()
  }

  /// Where clients of this machine find it, such as `http://127.0.0.1:8545`.
  package func url(host: String) -> String {
    let name =
      switch host {
      case "0.0.0.0": "127.0.0.1"
      case "::": "[::1]"
      case let host where host.contains(":"): "[\(host)]"
      default: host
      }
    return "http://\(name):\(port)"
  }

  /// Closes the port and every connection, and returns when all have ended. Requests under way get no answer.
  package func stop() async {
    // Tells every connection, those too that nobody has taken yet; each closes at once.
    try? await server.shutdownGracefully()
    serving.cancel()
    await serving.value
  }

  /// Returns when it was stopped.
  package func stopped() async { await serving.value }
}
