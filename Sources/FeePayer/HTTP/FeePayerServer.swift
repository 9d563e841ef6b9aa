import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix

/// A port on which a fee payer is asked over HTTP.
///
/// It serves until ``stop()``. It speaks plain HTTP: to be reached from other machines it belongs behind a server that
/// speaks TLS.
public final class FeePayerServer: Sendable {
  /// Where it listens, such as `http://127.0.0.1:8090`.
  public let url: String
  private let server: Server<HTTP1Channel>
  private let serving: Task<Void, Never>

  private init(url: String, server: Server<HTTP1Channel>, serving: Task<Void, Never>) {
    self.url = url
    self.server = server
    self.serving = serving
  }

  /// Opens a port; when this returns it takes connections.
  ///
  /// - Parameters:
  ///   - port: 0 takes any free one.
  ///   - forwarded: Whether callers are told apart by the last address in `X-Forwarded-For`: only behind a server that
  ///     writes it.
  /// - Throws: `FeePayerError` `.cannotListen`.
  public static func start(
    _ service: FeePayerService, host: String = "127.0.0.1", port: UInt16 = 8090, forwarded: Bool = false
  ) async throws -> FeePayerServer {
    let (opened, opening) = AsyncStream<Result<Int, any Error>>.makeStream()
    // Errors of single connections are those of their clients: there is nobody to tell.
    let silence = Logger(label: "fee-payer") { _ in SwiftLogNoOpLogHandler() }
    let answers = FeePayerAnswers(service: service, forwarded: forwarded)
    let server = Server(
      childChannelSetup: HTTP1Channel(
        responder: { request, writer, channel in try await answers.answer(request, writer, from: channel) },
        configuration: HTTP1Channel.Configuration(idleTimeout: .seconds(120))),
      configuration: ServerConfiguration(
        address: .hostname(host, port: Int(port)), availableConnectionsDelegate: .maximum(256, logger: silence)),
      onServerRunning: { channel in opening.yield(.success(channel.localAddress?.port ?? Int(port))) },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: silence)
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
      case .success(let port):
        let name = host.contains(":") ? "[\(host)]" : host
        return FeePayerServer(url: "http://\(name):\(port)", server: server, serving: serving)
      case .failure(let error):
        throw FeePayerError(
          .cannotListen, "The service can't listen on \(host):\(port).",
          reason: "\(error)".split(separator: "\n").joined(separator: "; "),
          advice: "End what listens there, or choose another --port; 0 takes any free one.")
      }
    }
    throw CancellationError()
  }

  /// Closes the port and every connection. What was signed is in the journal, answered or not.
  public func stop() async {
    try? await server.shutdownGracefully()
    serving.cancel()
    await serving.value
  }
}
