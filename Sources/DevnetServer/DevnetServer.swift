import Devnet
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix

/// A port on which a devnet answers JSON-RPC over HTTP and WebSocket.
///
/// ```swift
/// let chain = try await Devnet.start()
/// let server = try await chain.listen(port: 0)
/// print(server.url)
/// await server.stop()
/// ```
///
/// It serves until `stop()`: dropping this value changes nothing, so that one may keep only the `url`.
///
/// Whoever reaches the port controls the chain, keys and all; that is why it is on 127.0.0.1 unless told otherwise, and
/// why it turns away what web pages of other sites make a browser send (see `Options`).
public final class DevnetServer: Sendable {
  /// The port on which it listens.
  public let port: UInt16
  /// Where clients of this machine find it, such as `http://127.0.0.1:8545`; with `ws` instead of `http` for WebSocket.
  public let url: String
  private let server: Server<Connections>
  private let serving: Task<Void, Never>

  private init(host: String, port: UInt16, server: Server<Connections>, serving: Task<Void, Never>) {
    self.server = server
    self.port = port
    self.serving = serving
    let name =
      switch host {
      case "0.0.0.0": "127.0.0.1"
      case "::": "[::1]"
      case let host where host.contains(":"): "[\(host)]"
      default: host
      }
    url = "http://\(name):\(port)"
  }

  /// Opens a port for a devnet; when this returns it takes connections.
  ///
  /// - Parameters:
  ///   - host: the address of this machine to listen on. Others than 127.0.0.1 open the devnet to other machines.
  ///   - port: 0 takes any free one.
  /// - Throws: `DevnetServerError`, if the port is taken, for example.
  public static func start(
    _ chain: Devnet, host: String = "127.0.0.1", port: UInt16 = 8545, options: Options = Options()
  ) async throws -> DevnetServer {
    let (opened, opening) = AsyncStream<Result<UInt16, any Error>>.makeStream()
    // Errors of single connections are those of their clients: there is nobody to tell.
    let silence = Logger(label: "devnet") { _ in SwiftLogNoOpLogHandler() }
    let server = Server(
      childChannelSetup: Connections(chain: chain, options: options, host: host),
      configuration: ServerConfiguration(
        address: .hostname(host, port: Int(port)),
        availableConnectionsDelegate: .maximum(max(1, options.mostConnections), logger: silence)),
      onServerRunning: { channel in
        opening.yield(.success(UInt16(clamping: channel.localAddress?.port ?? Int(port))))
      },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
      logger: silence)
    let serving = Task {
      do {
        try await server.run()
      } catch {
        opening.yield(.failure(error))
      }
      opening.finish()
    }
    for await result in opened {
      switch result {
      case .success(let port): return DevnetServer(host: host, port: port, server: server, serving: serving)
      case .failure(let error): throw DevnetServerError(error, host: host, port: port)
      }
    }
    throw CancellationError()
  }

  /// Closes the port and every connection, and returns when all have ended. Requests under way get no answer.
  public func stop() async {
    // Tells every connection, those too that nobody has taken yet; each closes at once.
    try? await server.shutdownGracefully()
    serving.cancel()
    await serving.value
  }

  /// Returns when the server has been stopped.
  public func stopped() async { await serving.value }
}

extension Devnet {
  /// Opens a port for this devnet (see `DevnetServer.start`).
  ///
  /// - Throws: `DevnetServerError`.
  public nonisolated func listen(
    host: String = "127.0.0.1", port: UInt16 = 8545, options: DevnetServer.Options = DevnetServer.Options()
  ) async throws -> DevnetServer {
    try await DevnetServer.start(self, host: host, port: port, options: options)
  }
}
