import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// The protocol that a connection turned out to speak, with its channel.
enum OpenedConnection: Sendable {
  case http(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
  case webSocket(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, HTTPRequestHead)
}

/// Keeps what a new connection sends until its task comes for it, and then makes it one of HTTP or of WebSocket.
///
/// The task has to come first because an asynchronous channel that nobody takes ends the process. NIO's own upgrade
/// handler is not used: it loses a request that asks for another protocol than WebSocket, as Java's HTTP client does.
final class ProtocolDetector: ChannelDuplexHandler {
  // Only until a connection is one of WebSocket: what it sends then is passed on as it is.
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private enum State {
    /// Nothing came yet, or not enough to tell.
    case waiting
    /// Waits for the task.
    case arrived
    case http
    /// On the way to WebSocket: what comes is no longer HTTP.
    case switching
    case webSocket
  }

  private let encoder: HTTPResponseEncoder
  private let decoder: ByteToMessageHandler<HTTPRequestDecoder>
  private let access: OriginPolicy
  private let bounds: ConnectionBounds
  private let isWebSocket: @Sendable (HTTPRequestHead) -> Bool
  private let limiter: ConnectionLimiter
  private let arrival: EventLoopPromise<Void>
  private var state = State.waiting
  private var context: ChannelHandlerContext?
  /// The parts that came and were not passed on.
  private var kept: [NIOAny] = []
  private var failure: (any Error)?
  /// The request that asks for WebSocket, complete.
  private var upgrade: HTTPRequestHead?
  private var wantsRead = false
  /// The client sends no more, and no handler knows of it yet.
  private var hasEnded = false
  /// The number of pings in a row that nothing came after.
  private var pings = 0
  /// The requests of HTTP that came whole, the answers that were begun, and those that the system took.
  private var requests = 0
  private var begun = 0
  private var taken = 0
  /// Ends the connection unless its first request comes in time.
  private var deadline: Scheduled<Void>?
  /// Whether it is the client who has to send something; else the server has not come to read.
  private var awaitsBytes = false

  init(
    encoder: HTTPResponseEncoder, decoder: ByteToMessageHandler<HTTPRequestDecoder>, access: OriginPolicy,
    bounds: ConnectionBounds, isWebSocket: @escaping @Sendable (HTTPRequestHead) -> Bool, limiter: ConnectionLimiter,
    arrival: EventLoopPromise<Void>
  ) {
    self.encoder = encoder
    self.decoder = decoder
    self.access = access
    self.bounds = bounds
    self.isWebSocket = isWebSocket
    self.limiter = limiter
    self.arrival = arrival
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  /// Closes the connection unless its first request is there, complete, in time: whoever sends byte by byte, or nothing,
  /// takes another's place.
  func expectRequest(within time: TimeAmount, of channel: any Channel) {
    deadline = channel.eventLoop.assumeIsolated().scheduleTask(in: time) {
      if self.awaitsBytes { channel.close(promise: nil) } else { self.expectRequest(within: time, of: channel) }
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    deadline?.cancel()
    kept = []
    arrival.fail(ChannelError.eof)
  }

  // MARK: What comes in

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    pings = 0
    if state == .waiting || state == .arrived || state == .http, case .end = unwrapInboundIn(data) {
      requests += 1
      deadline?.cancel()
      // A request that is too long may have its answer already.
      if requests > taken { limiter.begin(context.channel) }
    }
    switch state {
    case .waiting:
      let part = unwrapInboundIn(data)
      if case .head(let head) = part, Self.asksForWebSocket(head), isWebSocket(head) {
        upgrade = head
      } else {
        if case .end = part {} else { upgrade = nil }
        arrive()
      }
      kept.append(Self.sayingWhetherToClose(part))
    case .arrived:
      kept.append(Self.sayingWhetherToClose(unwrapInboundIn(data)))
    case .switching:
      kept.append(data)
    case .http:
      context.fireChannelRead(Self.sayingWhetherToClose(unwrapInboundIn(data)))
    case .webSocket:
      context.fireChannelRead(data)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard state == .waiting || state == .arrived else { return context.fireErrorCaught(error) }
    failure = failure ?? error
    arrive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case IdleStateHandler.IdleStateEvent.all = event { return idle(context) }
    if event is ChannelShouldQuiesceEvent { return context.close(promise: nil) }
    // A client that ends before the first request is complete wants no answer.
    if case ChannelEvent.inputClosed = event, state == .waiting { return context.close(promise: nil) }
    if case ChannelEvent.inputClosed = event, state == .arrived || state == .switching {
      hasEnded = true
      return
    }
    context.fireUserInboundEventTriggered(event)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard state == .http else { return context.write(data, promise: promise) }
    switch unwrapOutboundIn(data) {
    case .head(let head):
      if head.status.code >= 200 { begun += 1 }
      context.write(data, promise: promise)
    case .body:
      context.write(data, promise: promise)
    case .end:
      let written = promise ?? context.eventLoop.makePromise(of: Void.self)
      written.futureResult.assumeIsolated().whenComplete { _ in
        self.taken += 1
        if self.taken == self.requests { self.limiter.rest(context.channel) }
      }
      context.write(data, promise: written)
    }
  }

  /// Reads no more before it has a place to go to.
  func read(context: ChannelHandlerContext) {
    if state == .arrived || state == .switching {
      wantsRead = true
      return
    }
    awaitsBytes = true
    context.read()
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    awaitsBytes = false
    context.fireChannelReadComplete()
  }

  private func arrive() {
    guard state == .waiting else { return }
    state = .arrived
    arrival.succeed()
  }

  private func idle(_ context: ChannelHandlerContext) {
    // The client waits for the server, not the other way round.
    if state == .arrived || state == .switching || (state == .http && requests > begun && begun == taken) { return }
    guard state == .webSocket, pings < bounds.mostPings else { return context.close(promise: nil) }
    pings += 1
    context.writeAndFlush(NIOAny(ByteBuffer(bytes: [0x89, 0x00])), promise: nil)
  }

  // MARK: Opening

  /// Makes the connection what its first request wants; called once, after the arrival.
  func open() -> EventLoopFuture<OpenedConnection> {
    guard let context else {
      return arrival.futureResult.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
    }
    guard let upgrade, failure == nil,
      case .admitted = access.verdict(hosts: upgrade.headers["host"], origins: upgrade.headers["origin"])
    else {
      return context.eventLoop.makeCompletedFuture { try openHTTP(context) }
    }
    let upgrader = NIOTypedWebSocketServerUpgrader<OpenedConnection>(
      maxFrameSize: bounds.mostMessageBytes, enableAutomaticErrorHandling: false,
      shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture {
          // Few at a time: each may be as long as a message.
          .webSocket(
            try NIOAsyncChannel(
              wrappingChannelSynchronously: channel,
              configuration: .init(backPressureStrategy: .init(lowWatermark: 1, highWatermark: 2))), upgrade)
        }
      })
    let channel = context.channel
    return upgrader.buildUpgradeResponse(channel: channel, upgradeRequest: upgrade, initialResponseHeaders: [:])
      .assumeIsolated()
      .flatMap { headers in self.switchProtocols(context, upgrader, upgrade, headers) }
      .flatMapErrorThrowing { error in
        // A key or a version that is none: it is answered as a request of HTTP.
        guard error is NIOWebSocketUpgradeError else { throw error }
        return try self.openHTTP(context)
      }
      .nonisolated()
  }

  private func openHTTP(_ context: ChannelHandlerContext) throws -> OpenedConnection {
    let pipeline = context.pipeline.syncOperations
    try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
    let channel = try NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>(
      wrappingChannelSynchronously: context.channel, configuration: .init(isOutboundHalfClosureEnabled: true))
    state = .http
    pass(context)
    return .http(channel)
  }

  private func switchProtocols(
    _ context: ChannelHandlerContext, _ upgrader: NIOTypedWebSocketServerUpgrader<OpenedConnection>,
    _ request: HTTPRequestHead, _ headers: HTTPHeaders
  ) -> EventLoopFuture<OpenedConnection> {
    let pipeline = context.pipeline.syncOperations
    // The request itself is not passed on, only what may follow it.
    kept = []
    state = .switching
    let response = HTTPResponseHead(version: .http1_1, status: .switchingProtocols, headers: headers)
    let channel = context.channel
    return pipeline.removeHandler(decoder).assumeIsolated()
      .flatMap { context.writeAndFlush(Self.wrapOutboundOut(.head(response))) }
      .flatMap { pipeline.removeHandler(self.encoder) }
      .flatMap { upgrader.upgrade(channel: channel, upgradeRequest: request) }
      .map { opened in
        self.state = .webSocket
        self.pass(context)
        return opened
      }
      .nonisolated()
  }

  private func pass(_ context: ChannelHandlerContext) {
    for data in kept { context.fireChannelRead(data) }
    kept = []
    if let failure { context.fireErrorCaught(failure) }
    context.fireChannelReadComplete()
    if hasEnded { context.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }
    if wantsRead { read(context: context) }
    wantsRead = false
  }

  // MARK: Requests

  private static func asksForWebSocket(_ head: HTTPRequestHead) -> Bool {
    head.method == .GET && head.headers[canonicalForm: "upgrade"].contains { $0.lowercased() == "websocket" }
      && head.headers[canonicalForm: "connection"].contains { $0.lowercased() == "upgrade" }
  }

  /// Leaves of a request's `Connection` the one word that what follows looks for: `close`, `keep-alive` for HTTP/1.0,
  /// which expects it in the answer, or none (RFC 9112, 9.3).
  ///
  /// After a request that asks for another protocol the decoder takes no more, so that the connection has to end.
  private static func sayingWhetherToClose(_ part: HTTPServerRequestPart) -> NIOAny {
    guard case .head(var head) = part else { return wrapInboundOut(part) }
    let words = Set(head.headers[canonicalForm: "connection"].map { $0.lowercased() })
    let isOld = head.version.major < 1 || head.version == .http1_0
    let closes =
      words.contains("close") || (isOld && !words.contains("keep-alive")) || head.headers.contains(name: "upgrade")
    guard closes || isOld || !words.isEmpty else { return wrapInboundOut(part) }
    head.headers.remove(name: "connection")
    if closes || isOld { head.headers.add(name: "connection", value: closes ? "close" : "keep-alive") }
    return wrapInboundOut(.head(head))
  }
}
