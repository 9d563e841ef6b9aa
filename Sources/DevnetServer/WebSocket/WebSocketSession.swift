import Devnet
import NIOCore
import NIOWebSocket

/// JSON-RPC over a WebSocket (RFC 6455).
struct WebSocketSession: Sendable {
  let chain: Devnet
  /// The most bytes of a message.
  let mostBytes: Int

  func serve(_ channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>) async {
  }
}
