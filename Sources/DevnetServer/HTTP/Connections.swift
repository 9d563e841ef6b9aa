import Devnet
import HummingbirdCore
import Listening
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOWebSocket

/// The handler of each connection: HTTP, until its first request asks for WebSocket.
struct Connections: HTTPChannelHandler {
  let responder: Responder
  private let access: OriginPolicy
  private let session: WebSocketSession
  private let idleTime: TimeAmount
  private let firstRequestTime: TimeAmount
  private let limiter: ConnectionLimiter

  init(chain: Devnet, options: DevnetServerOptions, host: String, notifier: Notifier) {
    access = OriginPolicy(hosts: options.hosts, origins: options.origins, listening: host)
    idleTime = TimeAmount(options.idleTime)
    firstRequestTime = TimeAmount(options.firstRequestTime)
    limiter = ConnectionLimiter(most: max(1, options.mostConnections))
    let answers = HTTPAnswers(chain: chain, access: access, options: options)
    session = WebSocketSession(
      chain: chain, mostBytes: options.mostBytes, notifier: notifier, farewellTime: TimeAmount(options.farewellTime),
      clients: ConnectionCounts(most: options.mostWebSocketClients))
    responder = { request, writer, _ in try await answers.answer(request, writer) }
  }

  /// A connection that was taken and has sent nothing yet.
  struct Connection: ServerChildChannelValue {
    let channel: any Channel
    let detector: NIOLoopBound<ProtocolDetector>
    let arrival: EventLoopFuture<Void>
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Connection> {
    channel.eventLoop.makeCompletedFuture {
      let arrival = channel.eventLoop.makePromise(of: Void.self)
      let encoder = HTTPResponseEncoder()
      var limits = NIOHTTPDecoderLimitConfiguration()
      limits.maxHeaderListSize = 64 << 10
      let decoder = ByteToMessageHandler(
        HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits))
      let detector = ProtocolDetector(
        encoder: encoder, decoder: decoder, access: access, mostBytes: session.mostBytes, limiter: limiter,
        arrival: arrival
      )
      do {
        try channel.pipeline.syncOperations.addHandlers([
          IdleStateHandler(allTimeout: idleTime), encoder, decoder, detector,
        ])
      } catch {
        arrival.fail(error)
        throw error
      }
      limiter.enter(channel)
      detector.expectRequest(within: firstRequestTime, of: channel)
      return Connection(
        channel: channel, detector: NIOLoopBound(detector, eventLoop: channel.eventLoop),
        arrival: arrival.futureResult)
    }
  }

  func handle(value connection: Connection, logger: Logger) async {
    await withTaskCancellationHandler {
      do {
        try await connection.arrival.get()
        let detector = connection.detector
        switch try await connection.channel.eventLoop.flatSubmit({ detector.value.open() }).get() {
        case .http(let channel): await handleHTTP(asyncChannel: channel, logger: logger)
        case .webSocket(let channel): try await session.serve(channel)
        }
      } catch {
        connection.channel.close(promise: nil)
      }
    } onCancel: {
      connection.channel.close(promise: nil)
    }
  }
}
