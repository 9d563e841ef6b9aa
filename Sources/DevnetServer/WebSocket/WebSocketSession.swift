import Devnet
import Listening
import NIOCore
import NIOWebSocket
import Platform
import StrictJSON

/// JSON-RPC with subscriptions over WebSocket (RFC 6455).
struct WebSocketSession: Sendable {
  let chain: Devnet
  /// The most bytes of a message.
  let mostBytes: Int
  let notifier: Notifier
  /// How long one who does not read has to hear why it is turned away.
  let farewellTime: TimeAmount
  let clients: ConnectionCounts

  /// Answers a client until it leaves, breaks the protocol, or doesn't read what it subscribed to.
  func serve(_ connection: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>) async throws {
    let channel = connection.channel
    try await connection.executeThenClose { inbound, outbound in
      guard clients.enter() else { return await Self.end(channel, MessageAssembly.End(code: .tryAgainLater)) }
      defer { clients.leave() }
      let farewellTime = farewellTime
      let mailbox = Mailbox(notifier.limits, notifier.total) { Self.reset(channel, in: farewellTime) }
      let telling = Task {
        for await _ in mailbox.wakeups {
          while let notification = mailbox.take() {
            try await outbound.write(WebSocketFrame(fin: true, opcode: .text, data: notification.message))
          }
        }
        if mailbox.isTooSlow { await Self.end(channel, MessageAssembly.End(code: .tryAgainLater)) }
      }
      var subscriber = Subscriber(chain, notifier, mailbox)
      do {
        try await answer(inbound, outbound, &subscriber)
        if !mailbox.isTooSlow { await Self.end(channel, nil) }
      } catch {
        // One that is too slow hears of that.
        if !mailbox.isTooSlow { await Self.end(channel, error) }
      }
      mailbox.close()
      await subscriber.end()
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
    _ subscriber: inout Subscriber
  ) async throws {
    var assembly = MessageAssembly(mostBytes: mostBytes)
    var pings = PingRate()
    for try await frame in inbound {
      switch try assembly.add(frame) {
      case nil: continue
      case .ping(let data):
        guard pings.admits(at: .now) else { throw MessageAssembly.End(code: .policyViolation) }
        try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: data))
      case .message(let message):
        let answer = await RPCMessage.answer(toBytes: message.readableBytesView) { await subscriber.answer($0) }
        if let answer { try await outbound.write(Self.text(answer)) }
        subscriber.answered()
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
      // It is gone without one.
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
