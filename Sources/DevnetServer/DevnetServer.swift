import Devnet
import Listening

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
/// Everybody who reaches the port controls the chain, keys and all; that is why it is on 127.0.0.1 by default, and why
/// it turns away what web pages of other sites make a browser send (see `Options`).
public final class DevnetServer: Sendable {
  /// The port on which it listens.
  public let port: UInt16
  /// Where clients of this machine find it, such as `http://127.0.0.1:8545`; with `ws` instead of `http` for WebSocket.
  public let url: String
  private let listener: Listener<Connections>
  private let notifier: Notifier

  private init(_ listener: Listener<Connections>, host: String, notifier: Notifier) {
    self.listener = listener
    self.notifier = notifier
    port = listener.port
    url = listener.url(host: host)
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
    let notifier = Notifier(chain, limits: options.waiting)
    let access = OriginPolicy(hosts: options.hosts, origins: options.origins, listening: host)
    let answers = HTTPAnswers(chain: chain, access: access, options: options)
    let limits = WebSocketLimits(waiting: notifier.limits, total: notifier.total)
    let webSockets = WebSocketService(bounds: options.bounds, limits: limits, takes: { _ in true }) { _, _, mailbox in
      Subscriber(chain, notifier, mailbox)
    }
    let connections = Connections(access: access, bounds: options.bounds, webSockets: webSockets) {
      request, writer, _ in try await answers.answer(request, writer)
    }
    do {
      // A connection above the bound is taken, too: it makes another one close.
      let listener = try await Listener.open(
        connections, host: host, port: port, most: max(1, options.mostConnections) + 1)
      return DevnetServer(listener, host: host, notifier: notifier)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw DevnetServerError(error, host: host, port: port)
    }
  }

  /// Closes the port and every connection, and returns when all have ended. Requests under way get no answer.
  public func stop() async {
    await listener.stop()
    await notifier.stop()
  }

  /// Returns when the server has been stopped.
  public func stopped() async { await listener.stopped() }
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

extension DevnetServer {
  /// The requests that a server answers, and its bounds.
  public typealias Options = DevnetServerOptions
}
