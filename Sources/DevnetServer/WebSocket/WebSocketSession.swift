import Devnet
import NIOCore
import NIOWebSocket
import StrictJSON

/// JSON-RPC with subscriptions over WebSocket (RFC 6455).
struct WebSocketSession: Sendable {
  let chain: Devnet
  /// The most bytes of a message.
  let mostBytes: Int

  /// Answers a client until it leaves, breaks the protocol, or can't keep up with what it subscribed to.
  func serve(_ connection: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>) async throws {
    let channel = connection.channel
    try await connection.executeThenClose { inbound, outbound in
      var subscriber = Subscriber(chain) { notification in
        do {
          guard let notification else { throw MessageAssembly.End(code: .policyViolation) }
          try await outbound.write(Self.text(notification.serializedBytes()))
        } catch is NIOAsyncWriterError {
          // Another one ends the connection.
        } catch {
          outbound.finish()
          await Self.end(channel, error)
        }
      }
      do {
        try await answer(inbound, outbound, &subscriber)
        await Self.end(channel, nil)
      } catch {
        await Self.end(channel, error)
      }
      await subscriber.end()
    }
  }

  private func answer(
    _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>, _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>,
    _ subscriber: inout Subscriber
  ) async throws {
    var assembly = MessageAssembly(mostBytes: mostBytes)
    for try await frame in inbound {
      switch try assembly.add(frame) {
      case nil: continue
      case .ping(let data): try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: data))
      case .message(let message):
        let answer = await Devnet.answer(toBytes: message.readableBytesView) { await subscriber.answer($0) }
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
