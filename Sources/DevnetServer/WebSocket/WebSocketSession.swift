import Devnet
import NIOCore
import NIOWebSocket
import StrictJSON

/// JSON-RPC with subscriptions over WebSocket (RFC 6455).
struct WebSocketSession: Sendable {
  typealias Writer = NIOAsyncChannelOutboundWriter<WebSocketFrame>

  let chain: Devnet
  /// The most bytes of a message.
  let mostBytes: Int

  /// Answers a client until it leaves, breaks the protocol, or can't keep up with what it subscribed to.
  func serve(_ channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>) async throws {
    try await channel.executeThenClose { inbound, outbound in
      let subscriptions = Subscriptions()
      await withTaskGroup(of: Void.self) { group in
        var assembly = MessageAssembly(mostBytes: mostBytes)
        var isTelling = false
        do {
          for try await frame in inbound {
            switch try assembly.add(frame) {
            case nil: continue
            case .ping(let data): try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: data))
            case .close(let code):
              try await outbound.write(Self.farewell(code))
              group.cancelAll()
              return
            case .message(let message):
              var exchange = Exchange(chain: chain, subscriptions: subscriptions, isListening: isTelling)
              let answer = await Devnet.answer(toBytes: message.readableBytesView) { await exchange.answer($0) }
              if let answer { try await outbound.write(Self.text(answer)) }
              guard !exchange.began.isEmpty else { continue }
              // Only now, so that nobody hears of a subscription before its id.
              if let events = exchange.events {
                isTelling = true
                group.addTask {
                  await Self.tell(of: events, subscriptions, outbound)
                  channel.channel.close(promise: nil)
                }
              }
              for (id, subscription) in exchange.began { await subscriptions.add(subscription, id: id) }
            }
          }
        } catch let violation as MessageAssembly.Violation {
          try? await outbound.write(Self.farewell(violation.code))
        } catch let error as NIOWebSocketError {
          try? await outbound.write(Self.farewell(Self.code(of: error)))
        } catch {
          // The connection broke.
        }
        group.cancelAll()
      }
    }
  }

  /// Writes the notifications of events until the connection ends or is too slow for them.
  private static func tell(of events: AsyncStream<Devnet.Event>, _ subscriptions: Subscriptions, _ outbound: Writer)
    async
  {
    do {
      for await event in events {
        for notification in await subscriptions.notifications(of: event) {
          try await outbound.write(text(notification.serializedBytes()))
        }
      }
      if !Task.isCancelled { try await outbound.write(farewell(.policyViolation)) }
    } catch {
      // The connection broke.
    }
  }

  private static func text(_ bytes: [UInt8]) -> WebSocketFrame {
    WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: bytes))
  }

  private static func farewell(_ code: WebSocketErrorCode?) -> WebSocketFrame {
    var data = ByteBuffer()
    if let code { data.write(webSocketErrorCode: code) }
    return WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
  }

  private static func code(of error: NIOWebSocketError) -> WebSocketErrorCode {
    switch error {
    case .invalidFrameLength: .messageTooLarge
    case .fragmentedControlFrame, .multiByteControlFrameLength: .protocolError
    }
  }
}
