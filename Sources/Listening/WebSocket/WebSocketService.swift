import NIOCore
import NIOHTTP1
import NIOWebSocket
import Platform

/// One client's side of a protocol over WebSocket: what its messages mean, and what it subscribed to.
package protocol WebSocketConversation: Sendable {
  /// Carries out a message.
  ///
  /// - Returns: The messages that answer it, in their order.
  mutating func answer(_ message: ByteBuffer) async -> [[UInt8]]
  /// The last answer is on its way: what was held back until then may follow.
  mutating func answered()
  /// The client is gone.
  func end() async
}

/// The limits that all clients of a service share.
package struct WebSocketLimits: Sendable {
  /// The most that waits for clients that do not read.
  package let waiting: Mailbox.Limits
  /// The bytes that wait for all of them.
  package let total: Mailbox.Total

  /// Limits for a service.
  package init(waiting: Mailbox.Limits, total: Mailbox.Total) { (self.waiting, self.total) = (waiting, total) }
}

/// A protocol with subscriptions over WebSocket (RFC 6455).
package struct WebSocketService: Sendable {
  /// Whether a request for WebSocket gets it; else it is answered as one of HTTP.
  let takes: @Sendable (HTTPRequestHead) -> Bool
  private let begin: @Sendable (HTTPRequestHead, any Channel, Mailbox) -> any WebSocketConversation
  private let bounds: ConnectionBounds
  private let limits: WebSocketLimits
  private let clients: ConnectionCounts

  /// A service.
  ///
  /// - Parameters:
  ///   - takes: Whether a request for WebSocket gets it.
  ///   - begin: Begins a client's conversation, which puts into the mailbox what it is notified of.
  package init(
    bounds: ConnectionBounds, limits: WebSocketLimits, takes: @escaping @Sendable (HTTPRequestHead) -> Bool,
    begin: @escaping @Sendable (HTTPRequestHead, any Channel, Mailbox) -> any WebSocketConversation
  ) {
    self.takes = takes
    self.begin = begin
    self.bounds = bounds
    self.limits = limits
    clients = ConnectionCounts(most: bounds.mostWebSocketClients)
  }

  /// Answers a client until it leaves, breaks the protocol, or doesn't read what it subscribed to.
  func serve(
    _ connection: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, _ request: HTTPRequestHead
  ) async throws {
    let channel = connection.channel
    try await connection.executeThenClose { inbound, outbound in
      guard clients.enter() else { return await Self.end(channel, MessageAssembly.End(code: .tryAgainLater)) }
      defer { clients.leave() }
      let farewellTime = TimeAmount(bounds.farewellTime)
      let mailbox = Mailbox(limits.waiting, limits.total) { Self.reset(channel, in: farewellTime) }
      let telling = Task {
        for await _ in mailbox.wakeups {
          while let notification = mailbox.take() {
            try await outbound.write(WebSocketFrame(fin: true, opcode: .text, data: notification.message))
          }
        }
        if mailbox.isTooSlow { await Self.end(channel, MessageAssembly.End(code: .tryAgainLater)) }
      }
      var conversation = begin(request, channel, mailbox)
      do {
        try await answer(inbound, outbound, &conversation)
        if !mailbox.isTooSlow { await Self.end(channel, nil) }
      } catch {
        // A reader that is too slow hears of that.
        if !mailbox.isTooSlow { await Self.end(channel, error) }
      }
      mailbox.close()
      await conversation.end()
      telling.cancel()
      _ = try? await telling.value
    }
  }

  /// Ends a connection whose client does not take even the farewell: what waits in the system is dropped, too.
  private static func reset(_ channel: any Channel, in time: TimeAmount) {
    let reset = channel.eventLoop.scheduleTask(in: time) {
      let options = channel as? any SocketOptionProvider
      _ = options?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
      channel.close(promise: nil)
    }
    channel.closeFuture.whenComplete { _ in reset.cancel() }
  }

  private func answer(
    _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>, _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>,
    _ conversation: inout any WebSocketConversation
  ) async throws {
    var assembly = MessageAssembly(mostBytes: bounds.mostMessageBytes)
    var pings = PingRate()
    for try await frame in inbound {
      switch try assembly.add(frame) {
      case nil: continue
      case .ping(let data):
        guard pings.admits(at: .now) else { throw MessageAssembly.End(code: .policyViolation) }
        try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: data))
      case .message(let message):
        for answer in await conversation.answer(message) { try await outbound.write(Self.text(answer)) }
        conversation.answered()
      }
    }
  }

  /// Says farewell, with the code of what went wrong, and closes the connection.
  private static func end(_ channel: any Channel, _ error: (any Error)?) async {
    let farewell: MessageAssembly.End? =
      switch error {
      case let end as MessageAssembly.End: end
      case NIOWebSocketError.invalidFrameLength?: MessageAssembly.End(code: .messageTooLarge)
      case is NIOWebSocketError: MessageAssembly.End(code: .protocolError)
      // The client is gone without a farewell.
      default: nil
      }
    if let farewell {
      var data = ByteBuffer()
      if let code = farewell.code { data.write(webSocketErrorCode: code) }
      // Waits until it is on its way; fails if the client is gone.
      try? await channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .connectionClose, data: data))
    }
    channel.close(promise: nil)
  }

  private static func text(_ bytes: [UInt8]) -> WebSocketFrame {
    WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: bytes))
  }
}

extension WebSocketErrorCode {
  /// The server cannot go on with this client now (1013).
  fileprivate static let tryAgainLater = WebSocketErrorCode(codeNumber: 1013)
}
