import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOWebSocket

/// The handler of each connection: HTTP, until its first request asks for WebSocket.
package struct Connections: HTTPChannelHandler {
  /// Answers requests of HTTP.
  package let responder: Responder
  private let webSockets: WebSocketService
  private let access: OriginPolicy
  private let bounds: ConnectionBounds
  private let limiter: ConnectionLimiter
  private let counts: ConnectionCounts
  private let isCounted: @Sendable (SocketAddress?) -> Bool

  /// Connections of a server.
  ///
  /// - Parameter isCounted: Whether the connections of an address are bounded; those of a server in front are not.
  package init(
    access: OriginPolicy, bounds: ConnectionBounds, webSockets: WebSocketService,
    isCounted: @escaping @Sendable (SocketAddress?) -> Bool = { _ in true }, responder: @escaping Responder
  ) {
    self.responder = responder
    self.webSockets = webSockets
    self.access = access
    self.bounds = bounds
    self.isCounted = isCounted
    limiter = ConnectionLimiter(most: max(1, bounds.most))
    counts = ConnectionCounts(most: bounds.mostOfOneAddress)
  }

  /// A connection that was taken and has sent nothing yet.
  package struct Connection: ServerChildChannelValue {
    package let channel: any Channel
    let detector: NIOLoopBound<ProtocolDetector>
    let arrival: EventLoopFuture<Void>
  }

  /// Prepares a new connection.
  package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Connection> {
    channel.eventLoop.makeCompletedFuture {
      let arrival = channel.eventLoop.makePromise(of: Void.self)
      let encoder = HTTPResponseEncoder()
      var limits = NIOHTTPDecoderLimitConfiguration()
      limits.maxHeaderListSize = 64 << 10
      let decoder = ByteToMessageHandler(
        HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits))
      let detector = ProtocolDetector(
        encoder: encoder, decoder: decoder, access: access, bounds: bounds, isWebSocket: webSockets.takes,
        limiter: limiter, arrival: arrival)
      do {
        try channel.pipeline.syncOperations.addHandlers([
          IdleStateHandler(allTimeout: TimeAmount(bounds.idleTime)), encoder, decoder, detector,
        ])
      } catch {
        arrival.fail(error)
        throw error
      }
      limiter.enter(channel)
      detector.expectRequest(within: TimeAmount(bounds.firstRequestTime), of: channel)
      if !count(channel) { channel.close(promise: nil) }
      return Connection(
        channel: channel, detector: NIOLoopBound(detector, eventLoop: channel.eventLoop),
        arrival: arrival.futureResult)
    }
  }

  /// Counts a connection until it is closed; false if it is one too many of its address.
  private func count(_ channel: any Channel) -> Bool {
    guard bounds.mostOfOneAddress < .max, isCounted(channel.remoteAddress) else { return true }
    let address = ClientAddress(channel.remoteAddress).description
    guard counts.enter(address) else { return false }
    channel.closeFuture.whenComplete { [counts] _ in counts.leave(address) }
    return true
  }

  /// Serves a connection until it ends.
  package func handle(value connection: Connection, logger: Logger) async {
    await withTaskCancellationHandler {
      do {
        try await connection.arrival.get()
        let detector = connection.detector
        switch try await connection.channel.eventLoop.flatSubmit({ detector.value.open() }).get() {
        case .http(let channel): await handleHTTP(asyncChannel: channel, logger: logger)
        case .webSocket(let channel, let request): try await webSockets.serve(channel, request)
        }
      } catch {
        connection.channel.close(promise: nil)
      }
    } onCancel: {
      connection.channel.close(promise: nil)
    }
  }
}
