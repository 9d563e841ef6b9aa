import NIOCore
import NIOWebSocket

/// Counts the bytes of WebSocket as they come: a frame may be as long as a message, and is passed on only when it is whole.
///
/// A connection for which there is no room is closed.
final class WebSocketCounter: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let load: Load

  init(_ load: Load) { self.load = load }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard load.take(unwrapInboundIn(data).readableBytes) else { return context.close(promise: nil) }
    context.fireChannelRead(data)
  }
}

extension WebSocketFrame {
  /// How many bytes a client's frame had on the wire.
  var size: Int {
    let head = length < 126 ? 2 : length < 65_536 ? 4 : 10
    return head + (maskKey == nil ? 0 : 4) + length
  }
}
